/** How a piece of work ended, or that it has not. */
export type Outcome<T> =
  | { readonly type: "done"; readonly value: T }
  | { readonly type: "failed"; readonly error: unknown }
  /** It was aborted and is not waited for; also when the turn itself was cancelled. */
  | { readonly type: "late" };

/** Runs work for at most so long; the work's signal is aborted then. Never throws, whatever the work does. */
export async function within<T>(
  ms: number,
  work: (signal: AbortSignal) => T | Promise<T>,
  signal?: AbortSignal,
): Promise<Outcome<T>> {
  const stop = new AbortController();
  const both = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]);
  return waitFor(settle(work, both), ms, () => stop.abort(), signal);
}

/** Waits for work that goes on by itself, for at most so long. */
export async function waitFor<T>(
  work: Promise<Outcome<T>>,
  ms: number,
  onLate: () => void = () => {},
  signal?: AbortSignal,
): Promise<Outcome<T>> {
  const { promise: over, resolve } = Promise.withResolvers<Outcome<T>>();
  const giveUp = (): void => {
    resolve({ type: "late" });
    onLate();
  };
  const timer = setTimeout(giveUp, ms);
  signal?.addEventListener("abort", giveUp, { once: true });
  if (signal?.aborted) giveUp();
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

/** Makes a failure a value, so that no rejection goes unhandled. */
export async function settle<T>(
  work: (signal: AbortSignal) => T | Promise<T>,
  signal: AbortSignal,
): Promise<Outcome<T>> {
  try {
    return { type: "done", value: await work(signal) };
  } catch (error) {
    return { type: "failed", error };
  }
}
