import { randomUUID } from "node:crypto";

/** Tells whoever waits that something has changed. */
export interface Bell {
  ring(): void;
  /**
   * First `at …`, which is the same for all who begin to listen between two rings; then `changed` each time it rings,
   * once for all rings while the reader was busy; until aborted.
   */
  listen(signal: AbortSignal): AsyncIterable<string>;
}

export function createBell(): Bell {
  const origin = randomUUID();
  let rings = 0;
  const wakers = new Set<() => void>();
  return {
    ring() {
      rings++;
      for (const wake of wakers) wake();
    },
    async *listen(signal) {
      let heard = rings;
      yield `at ${origin}-${heard}`;
      while (!signal.aborted) {
        if (heard === rings) await nextRing(wakers, signal);
        if (signal.aborted) return;
        heard = rings;
        yield "changed";
      }
    },
  };
}

function nextRing(wakers: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      wakers.delete(wake);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    wakers.add(wake);
    signal.addEventListener("abort", wake);
    if (signal.aborted) wake();
  });
}
