import type { LociError } from "../../errors.ts";
import { within } from "../../within.ts";
import { modelError, seconds, stateOf, toModelError } from "./failure.ts";
import type { ModelServer } from "./server.ts";

/** The longest waits for a server (ms): for the beginning of its answer, and for each piece after it. */
export interface Waits {
  readonly first: number;
  readonly stall: number;
}

/**
 * The pieces of an answer, each waited for as long as it may take; time that the reader takes does not count. Throws
 * LociError MODEL_FAILED, or the signal's reason. However this ends, the signal of `ask` aborts.
 */
export async function* piecesWithin<T>(
  { server, waits }: { readonly server: ModelServer; readonly waits: Waits },
  ask: (limit: AbortSignal) => AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  signal.throwIfAborted();
  const over = new AbortController();
  const pieces = ask(AbortSignal.any([signal, over.signal]))[Symbol.asyncIterator]();
  try {
    for (let wait: keyof Waits = "first"; ; wait = "stall") {
      const ended = await within(waits[wait], () => pieces.next(), signal);
      if (ended.type === "aborted" || signal.aborted) throw signal.reason;
      if (ended.type === "failed") throw toModelError(server, ended.error);
      if (ended.type === "late") {
        const reason = wait === "first" ? "timeout" : "stalled";
        throw modelError(server, reason, stateOf[reason](seconds(waits[wait])));
      }
      if (ended.value.done === true) return;
      yield ended.value.value;
    }
  } finally {
    over.abort();
    pieces.return?.().catch(() => undefined); // What it says of its end is nobody's any more.
  }
}

/** Asks a server, for at most `ms`. Rejects with LociError MODEL_FAILED, or the signal's reason. */
export async function askWithin<T>(
  server: ModelServer,
  ms: number,
  ask: (limit: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const ended = await within(ms, ask, signal);
  if (ended.type === "done") return ended.value;
  if (ended.type === "aborted") throw signal?.reason;
  if (ended.type === "failed") throw toModelError(server, ended.error);
  throw modelError(server, "timeout", stateOf.timeout(seconds(ms)));
}

/** Longest wait for an answer to a `probe` (ms). */
export const probeMs = 5_000;

/** What a `probe` finds: the error, if there is one. */
export const failureOf = (work: Promise<unknown>): Promise<LociError | undefined> =>
  work.then(
    () => undefined,
    (error: LociError) => error,
  );
