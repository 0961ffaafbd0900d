import { randomUUID } from "node:crypto";

/** Notifies its listeners that something has changed. */
export interface ChangeNotifier {
  notify(): void;
  /**
   * First `at …`, which is the same for all who begin to listen between two notifications; then `changed` each time,
   * once for all changes while the reader was busy; until aborted.
   */
  listen(signal: AbortSignal): AsyncIterable<string>;
}

export function createChangeNotifier(): ChangeNotifier {
  const origin = randomUUID();
  let count = 0;
  const wakers = new Set<() => void>();
  return {
    notify() {
      count++;
      for (const wake of wakers) wake();
    },
    async *listen(signal) {
      let seen = count;
      yield `at ${origin}-${seen}`;
      while (!signal.aborted) {
        if (seen === count) await nextChange(wakers, signal);
        if (signal.aborted) return;
        seen = count;
        yield "changed";
      }
    },
  };
}

function nextChange(wakers: Set<() => void>, signal: AbortSignal): Promise<void> {
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
