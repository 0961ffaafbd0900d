/** The items of an iterable until a signal aborts: nobody waits for the item that is on its way then, or for its failure. */
export async function* untilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const stop = () => resolve(undefined);
  signal.addEventListener("abort", stop, { once: true });
  let isDone = false;
  try {
    while (!signal.aborted) {
      const next = iterator.next();
      next.catch(() => undefined);
      const step = await Promise.race([next, aborted]);
      isDone = step?.done === true;
      if (step === undefined || step.done === true) return;
      yield step.value;
    }
  } catch (error) {
    isDone = true;
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    if (!isDone) iterator.return?.()?.catch(() => undefined);
  }
}
