import type { LociError } from "../../errors.ts";
import { within } from "../../within.ts";
import { modelError, seconds, stateOf, toModelError } from "./failure.ts";
import type { ModelServer } from "./server.ts";

/** The longest waits for a server (ms): for the beginning of its answer, and for each piece after it. */
export interface Waits {
  readonly first: number;
  readonly stall: number;
}

/** A limit that is set anew for each wait; its `signal` aborts when a wait takes too long or the outer signal does. */
export interface WaitLimit {
  readonly signal: AbortSignal;
  start(wait: keyof Waits, ms?: number): void;
  /** Nothing is waited for. */
  pause(): void;
  /** What was thrown in the meantime, as the caller gets it: the reason of the outer signal goes first. */
  toError(server: ModelServer, error: unknown): unknown;
}

/** Makes a limit that has not started. */
export function limitWaits(waits: Waits, outer: AbortSignal): WaitLimit {
  const inner = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let passed: keyof Waits | undefined;
  return {
    signal: AbortSignal.any([outer, inner.signal]),
    start(wait, ms = waits[wait]) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        passed = wait;
        inner.abort();
      }, ms);
    },
    pause: () => clearTimeout(timer),
    toError(server, error) {
      if (outer.aborted) return outer.reason;
      if (passed === undefined) return toModelError(server, error);
      const reason = passed === "first" ? "timeout" : "stalled";
      return modelError(server, reason, stateOf[reason](seconds(waits[passed])));
    },
  };
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
