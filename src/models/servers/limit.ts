import type { LociError } from "../../errors.ts";
import { within } from "../../within.ts";
import { type Asked, modelError, toModelError } from "./failure.ts";

/** The longest waits (ms): for the beginning of an answer, and for each piece after it. */
export interface Waits {
  readonly first: number;
  readonly stall: number;
}

/**
 * The pieces of an answer, each waited for as long as it may take; time that the reader takes does not count. Throws
 * LociError, or the signal's reason. However this ends, the signal of `ask` aborts.
 */
export async function* piecesWithin<T>(
  asked: Asked,
  waits: Waits,
  ask: (limit: AbortSignal) => AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  signal.throwIfAborted();
  const over = new AbortController();
  const pieces = ask(AbortSignal.any([signal, over.signal]))[Symbol.asyncIterator]();
  try {
    let next = await askWithin(asked, waits.first, () => pieces.next(), signal);
    while (next.done !== true) {
      yield next.value;
      next = await askWithin(asked, waits.stall, () => pieces.next(), signal, "stalled");
    }
  } finally {
    over.abort();
    pieces.return?.().catch(() => undefined); // What it says of its end is nobody's any more.
  }
}

/** Asks, for at most `ms`. Rejects with LociError, or the signal's reason. */
export async function askWithin<T>(
  asked: Asked,
  ms: number,
  ask: (limit: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
  late: "timeout" | "stalled" = "timeout",
): Promise<T> {
  const ended = await within(ms, ask, signal);
  if (ended.type === "aborted" || signal?.aborted) throw signal?.reason;
  if (ended.type === "done") return ended.value;
  if (ended.type === "failed") throw toModelError(asked, ended.error);
  throw modelError(asked, late, `${Number((ms / 1000).toFixed(1))} s`);
}

/** What a `probe` finds within its time: the error, if there is one. Never throws. */
export const failureOf = (
  asked: Asked,
  look: (limit: AbortSignal) => Promise<unknown>,
): Promise<LociError | undefined> =>
  askWithin(asked, 5_000, look).then(
    () => undefined,
    (error: LociError) => error,
  );
