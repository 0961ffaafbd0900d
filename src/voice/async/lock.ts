/** A mutex: one holder at a time, first come, first served. */
export interface Lock {
  readonly isHeld: boolean;
  /** Resolves once the lock is held; call the returned function to release it. */
  take(): Promise<() => void>;
}

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
