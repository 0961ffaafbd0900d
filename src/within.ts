/** How work with a time limit ended. */
export type Ended<T> =
  | { readonly type: "done"; readonly value: T }
  | { readonly type: "failed"; readonly error: unknown }
  | { readonly type: "late" }
  | { readonly type: "aborted" };

/**
 * Runs work and waits for it at most `ms`, or until `signal` aborts. The work's own signal aborts as soon as its result
 * is no longer waited for. Never rejects, even if `work` throws.
 */
export async function within<T>(
  ms: number,
  work: (signal: AbortSignal) => T | PromiseLike<T>,
  signal?: AbortSignal,
): Promise<Ended<T>> {
  const inner = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Ended<T>>();
  const giveUp = (type: "late" | "aborted"): void => {
    resolve({ type });
    inner.abort(signal?.reason);
  };
  const onAbort = (): void => giveUp("aborted");
  const timer = setTimeout(giveUp, ms, "late");
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  else {
    const working = (async () => work(inner.signal))();
    const failed = (error: unknown): void => resolve({ type: "failed", error });
    working.then((value) => resolve({ type: "done", value }), failed);
  }
  const ended = await promise;
  clearTimeout(timer);
  signal?.removeEventListener("abort", onAbort);
  return ended;
}
