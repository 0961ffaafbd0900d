import { setImmediate } from "node:timers/promises";

/** Long work that never waits for the disk would block everything else in the process. */
const maxMs = 12;

/** Gives a function to await in a loop: it yields to the event loop every few milliseconds, and throws once aborted. */
export function createYielder(signal?: AbortSignal): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxMs) return undefined;
    return setImmediate().then(() => {
      signal?.throwIfAborted();
      since = performance.now();
    });
  };
}
