/** Lets one in at a time, in the order of coming. */
export interface Lock {
  readonly isHeld: boolean;
  /** Resolves when it is one's turn; call what it returns, once, when done. */
  take(): Promise<() => void>;
}

/** Makes a free lock. */
export function createLock(): Lock {
  let last = Promise.resolve();
  let holders = 0;
  return {
    get isHeld() {
      return holders > 0;
    },
    async take() {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      holders++;
      await before;
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        holders--;
        resolve();
      };
    },
  };
}
