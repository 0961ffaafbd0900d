/** How work with a timeout ended. */
export type TimedResult<T> =
  | { readonly type: "done"; readonly value: T }
  | { readonly type: "failed"; readonly error: unknown }
  /** It timed out. */
  | { readonly type: "late" }
  | { readonly type: "aborted" };

/**
 * Runs work and waits for it at most `ms`, or until `signal` aborts. The work's own signal aborts as soon as its result
 * is no longer waited for. Never rejects, even if `work` throws.
 */
export async function runWithTimeout<T>(
  ms: number,
  work: (signal: AbortSignal) => T | PromiseLike<T>,
  signal?: AbortSignal,
): Promise<TimedResult<T>> {
  const inner = new AbortController();
  const { promise, resolve } = Promise.withResolvers<TimedResult<T>>();
  const giveUp = (type: "late" | "aborted"): void => {
    resolve({ type });
    inner.abort(signal?.reason);
  };
  const onAbort = (): void => giveUp("aborted");
  const timer = setTimeout(() => giveUp("late"), ms);
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  else void settle(work, inner.signal).then(resolve);
  const settled = await promise;
  clearTimeout(timer);
  signal?.removeEventListener("abort", onAbort);
  return settled;
}

async function settle<T>(
  work: (signal: AbortSignal) => T | PromiseLike<T>,
  signal: AbortSignal,
): Promise<TimedResult<T>> {
  try {
    return { type: "done", value: await work(signal) };
  } catch (error) {
    return { type: "failed", error };
  }
}

/** Returns a signal that aborts `ms` after another, to give cancelled work that long to end. Call `end` to stop the timer. */
export function abortLater(
  signal: AbortSignal,
  ms: number,
): { readonly signal: AbortSignal; end(): void } {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    timer = setTimeout(() => late.abort(), ms);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  return {
    signal: late.signal,
    end() {
      signal.removeEventListener("abort", onAbort);
      clearTimeout(timer);
    },
  };
}

/** Whether a promise settles within `ms`, and before `signal` aborts. The promise must not reject. */
export async function settlesInTime(
  promise: Promise<unknown>,
  ms: number,
  signal?: AbortSignal,
): Promise<boolean> {
  return (await runWithTimeout(ms, () => promise, signal)).type === "done";
}

/** How an iterable ended: by itself, by an error, by a timeout or by an abort. */
export type StreamEnd =
  | Exclude<TimedResult<unknown>, { type: "done" }>
  | { readonly type: "ended" };

/**
 * Yields the items of an iterable while each comes within `ms`, and returns how it ended. Never throws. An iterable that
 * hangs is abandoned.
 */
export async function* readWithTimeout<T>(
  ms: number,
  open: () => AsyncIterable<T>,
  signal?: AbortSignal,
): AsyncGenerator<T, StreamEnd> {
  let iterator: AsyncIterator<T> | undefined;
  try {
    for (;;) {
      const settled = await runWithTimeout(
        ms,
        () => {
          iterator ??= open()[Symbol.asyncIterator]();
          return iterator.next();
        },
        signal,
      );
      if (settled.type !== "done") return settled;
      if (settled.value.done === true) return { type: "ended" };
      yield settled.value.value;
    }
  } finally {
    abandonIterator(iterator);
  }
}

/** The longest timeout that timers support: 24 days (ms). */
const maxTimeoutMs = 2 ** 31 - 1;

/** Yields items until the signal aborts; a pending item, or its failure, is then dropped. */
export async function* untilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const end = yield* readWithTimeout(maxTimeoutMs, () => items, signal);
  if (end.type === "failed") throw end.error;
}

/** Closes an iterator without waiting for it or its failure. */
export function abandonIterator(iterator: AsyncIterator<unknown> | undefined): void {
  const end = async (): Promise<unknown> => iterator?.return?.();
  end().catch(() => {
    // Its result is no longer needed.
  });
}
