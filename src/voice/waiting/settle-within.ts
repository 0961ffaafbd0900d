/** How something that was waited for ended. */
export type Settled<T> =
  | { readonly type: "done"; readonly value: T }
  | { readonly type: "failed"; readonly error: unknown }
  /** It took too long. */
  | { readonly type: "late" }
  | { readonly type: "aborted" };

/**
 * Does something and waits for it, for at most so long (ms), and not beyond the abort of `signal`. Never rejects, also
 * where `work` throws at once; the signal that it gets is aborted once nobody waits for it any more.
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
