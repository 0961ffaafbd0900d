import { type Settled, settleWithin } from "./settle-within.ts";

/** How a source ended: by itself, by what it threw, by silence, or because nobody listens any more. */
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

/** Tells a source that nobody reads on, without waiting for it. */
export function letGo(iterator: AsyncIterator<unknown> | undefined): void {
  const end = async (): Promise<unknown> => iterator?.return?.();
  end().catch(() => {
    // What fails after the last was read is nobody's answer any more.
  });
}
