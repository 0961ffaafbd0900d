/** Packing in the background, one at a time. */
export interface Packing {
  /** A round is done: there may be something to pack. */
  afterRound(): void;
  /** Calls off what is under way: the next time begins it again. */
  close(): Promise<void>;
}

/** Runs unattended; a failure is not reported, but retried a day later. */
export function createPacking(pack: (signal: AbortSignal) => Promise<unknown>): Packing {
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  return {
    afterRound() {
      if (stop.signal.aborted || running !== undefined) return;
      running = pack(stop.signal)
        .then(() => {})
        .catch(() => {}) // The history is as it was, only slower to read.
        .finally(() => {
          running = undefined;
        });
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}
