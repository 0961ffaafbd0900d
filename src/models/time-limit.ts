/** A limit that is set anew for each wait; its `signal` is aborted when one runs out or the outer signal is. */
export interface TimeLimit<Name extends string> {
  readonly signal: AbortSignal;
  /** The limit that ran out, if one did. */
  readonly passed: Name | undefined;
  /** Starts this limit in place of the one before. */
  start(name: Name, ms: number): void;
  /** Nothing is waited for. */
  pause(): void;
}

/** Makes a limit that has not started. */
export function createTimeLimit<Name extends string>(outer: AbortSignal): TimeLimit<Name> {
  const inner = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let passed: Name | undefined;
  return {
    signal: AbortSignal.any([outer, inner.signal]),
    get passed() {
      return passed;
    },
    start(name, ms) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        passed = name;
        inner.abort();
      }, ms);
    },
    pause: () => clearTimeout(timer),
  };
}
