import { type Ended, within } from "../../within.ts";

/** How a stream ended: by itself, by an error, by a time limit or by an abort. */
export type StreamEnd = Exclude<Ended<unknown>, { type: "done" }> | { readonly type: "ended" };

/**
 * Yields the items of a stream while each comes within `ms`, and returns how it ended. Never throws. A stream that
 * hangs is abandoned.
 */
export async function* readWithin<T>(
  ms: number,
  open: () => AsyncIterable<T>,
  signal?: AbortSignal,
): AsyncGenerator<T, StreamEnd> {
  let iterator: AsyncIterator<T> | undefined;
  const next = (): Promise<IteratorResult<T>> => {
    iterator ??= open()[Symbol.asyncIterator]();
    return iterator.next();
  };
  try {
    for (;;) {
      const read = await within(ms, next, signal);
      if (read.type !== "done") return read;
      if (read.value.done === true) return { type: "ended" };
      yield read.value.value;
    }
  } finally {
    abandon(iterator);
  }
}

/** The longest limit that timers know: 24 days (ms). */
export const noLimit = 2 ** 31 - 1;

/** Yields items until the signal aborts; a pending item, or its failure, is then dropped. */
export async function* untilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const end = yield* readWithin(noLimit, () => items, signal);
  if (end.type === "failed") throw end.error;
}

/** Closes an iterator without waiting for it or its failure. */
export function abandon(iterator: AsyncIterator<unknown> | undefined): void {
  const end = async (): Promise<unknown> => iterator?.return?.();
  end().catch(() => {}); // Its result is no longer needed.
}
