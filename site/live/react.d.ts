import type { MemoryState, UnifiedMemory } from "./client.js";

/** The one part of React that is used. */
export interface ReactStore {
  useSyncExternalStore<T>(
    subscribe: (listen: () => void) => () => void,
    snapshot: () => T,
    serverSnapshot: () => T,
  ): T;
}

/** `const useUnifiedMemory = hookOf(React)`. */
export function hookOf(
  react: ReactStore,
): (
  memory: UnifiedMemory,
) => MemoryState & Pick<UnifiedMemory, "say" | "addMessage" | "clearMemory" | "switchMode">;
