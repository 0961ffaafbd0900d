import { setImmediate as breathe } from "node:timers/promises";

/** Long work that never waits for the disk would keep everybody else waiting. */
const maxMs = 12;

/** To be awaited again and again: lets others work every few milliseconds, and ends when the caller wants. */
export function createPause(signal?: AbortSignal): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxMs) return undefined;
    return breathe().then(() => {
      signal?.throwIfAborted();
      since = performance.now();
    });
  };
}
