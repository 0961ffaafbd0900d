/** How something that was waited for ended. */
export type Settled<T> =
  | { readonly type: "done"; readonly value: T }
  | { readonly type: "failed"; readonly error: unknown }
  /** It took too long. */
  | { readonly type: "late" }
  | { readonly type: "aborted" };

/**
 * Does something and waits for it, for at most so long (ms), and not beyond the abort of `signal`. Never rejects, also
 * where `work` throws at once; the signal that it gets is aborted once its result is no longer needed.
 */
export async function settleWithin<T>(
  ms: number,
  work: (signal: AbortSignal) => T | PromiseLike<T>,
  signal?: AbortSignal,
): Promise<Settled<T>> {
  const inner = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Settled<T>>();
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
): Promise<Settled<T>> {
  try {
    return { type: "done", value: await work(signal) };
  } catch (error) {
    return { type: "failed", error };
  }
}

/** A signal that aborts so many milliseconds after another: what was called off has that long to end. */
export function abortAfter(
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

/** Whether a promise that never rejects settles within so many milliseconds, and before a signal aborts. */
export async function isSettled(
  promise: Promise<unknown>,
  ms: number,
  signal?: AbortSignal,
): Promise<boolean> {
  return (await settleWithin(ms, () => promise, signal)).type === "done";
}

/** How a source ended: by itself, by an error, by a time-out, or by an abort. */
export type Ending = Exclude<Settled<unknown>, { type: "done" }> | { readonly type: "ended" };

/**
 * Reads a source for as long as something comes within so long (ms). Never throws; returns how it ended. A source that
 * hangs is let go of, not waited for.
 */
export async function* readWithin<T>(
  ms: number,
  open: () => AsyncIterable<T>,
  signal?: AbortSignal,
): AsyncGenerator<T, Ending> {
  let iterator: AsyncIterator<T> | undefined;
  try {
    for (;;) {
      const settled = await settleWithin(
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
    letGo(iterator);
  }
}

/** Returns an iterator without waiting for it. */
export function letGo(iterator: AsyncIterator<unknown> | undefined): void {
  const end = async (): Promise<unknown> => iterator?.return?.();
  end().catch(() => {
    // Its result is no longer needed.
  });
}
