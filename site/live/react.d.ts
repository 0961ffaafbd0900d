import type { MemoryState, UnifiedMemory } from "./client.js";

/** `const useUnifiedMemory = hookOf(React)`. */
export function hookOf(react: {
  useSyncExternalStore<T>(
    subscribe: (listen: () => void) => () => void,
    snapshot: () => T,
    serverSnapshot: () => T,
  ): T;
}): (
  memory: UnifiedMemory,
) => MemoryState & Pick<UnifiedMemory, "say" | "addMessage" | "clearMemory" | "switchMode">;
