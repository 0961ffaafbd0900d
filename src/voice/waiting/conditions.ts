/** Waiting for something to be so, looked at whenever something happens. */
export interface Conditions {
  until(isMet: () => boolean): Promise<void>;
  look(): void;
}

/** Begins with nobody waiting. */
export function createConditions(): Conditions {
  let waiting: readonly { readonly isMet: () => boolean; readonly resolve: () => void }[] = [];
  return {
    async until(isMet) {
      if (isMet()) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting = [...waiting, { isMet, resolve }];
      await promise;
    },
    look() {
      if (waiting.length === 0) return;
      const met = waiting.filter(({ isMet }) => isMet());
      waiting = waiting.filter((one) => !met.includes(one));
      for (const { resolve } of met) resolve();
    },
  };
}
