// The conversation of client.js as a React hook; React itself is passed in, so that nothing here depends on it.

/** `const useUnifiedMemory = hookOf(React)`; a component then calls `useUnifiedMemory(memory)`. */
export const hookOf =
  ({ useSyncExternalStore }) =>
  (memory) => ({
    ...useSyncExternalStore(memory.subscribe, memory.snapshot, memory.snapshot),
    say: memory.say,
    addMessage: memory.addMessage,
    clearMemory: memory.clearMemory,
    switchMode: memory.switchMode,
  });
