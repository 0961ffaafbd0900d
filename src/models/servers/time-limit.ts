import { modelError, toModelError } from "./model-error.ts";
import type { ModelServer } from "./server-failure.ts";

/** A limit that is set again for each wait; its `signal` is aborted when one runs out or the outer signal is. */
export interface TimeLimit<Name extends string> {
  readonly signal: AbortSignal;
  /** The limit that ran out, if one did. */
  readonly passed: Name | undefined;
  /** Starts this limit in place of the one before. */
  start(name: Name, ms: number): void;
  /** Nothing is waited for. */
  pause(): void;
}

/** Makes a limit that has not started. */
export function createTimeLimit<Name extends string>(outer: AbortSignal): TimeLimit<Name> {
  const inner = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let passed: Name | undefined;
  return {
    signal: AbortSignal.any([outer, inner.signal]),
    get passed() {
      return passed;
    },
    start(name, ms) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        passed = name;
        inner.abort();
      }, ms);
    },
    pause: () => clearTimeout(timer),
  };
}

/** The body of an answer, piece by piece. `start` begins the limit of the next piece, if there is one, which does not run while the reader works. */
export async function* readBody(
  response: Response,
  { signal, pause }: Pick<TimeLimit<string>, "signal" | "pause">,
  start: () => boolean,
): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const cancel = (): void => {
    reader.cancel().catch(() => undefined); // How an unread body ends does not matter.
  };
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      const isLimited = start();
      const { done, value } = await reader.read();
      if (signal.aborted) throw signal.reason;
      if (isLimited) pause();
      if (done) return;
      yield value;
    }
  } finally {
    pause();
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

interface RequestLimit {
  /** As it is known when something fails. */
  readonly server: () => ModelServer;
  readonly ms: number;
  /** What to do where that is not enough. */
  readonly advice: string;
  readonly signal?: AbortSignal | undefined;
}

/** Asks a server, for at most `ms`. Rejects with LociError MODEL_FAILED, or the signal's reason. */
export async function askWithin<T>(
  { server, ms, advice, signal }: RequestLimit,
  ask: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(ms);
  try {
    signal?.throwIfAborted();
    return await ask(signal === undefined ? deadline : AbortSignal.any([signal, deadline]));
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (!deadline.aborted) throw toModelError(server(), error);
    const state = `no answer within ${ms} ms; ${advice}`;
    throw modelError(server(), { reason: "timeout", state }, error);
  }
}

/** Milliseconds: for a connection to stand, for a whole answer, for `probe`. */
export const transcribingTimeouts = { connect: 3_000, total: 15_000, probe: 5_000 };
export type TranscribingTimeouts = Partial<Readonly<typeof transcribingTimeouts>>;

/** `askWithin` for a transcriber. */
export function transcribeWithin<T>(
  limit: Omit<RequestLimit, "advice">,
  ask: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const advice = "try again later, or use a faster server or model";
  return askWithin({ ...limit, advice }, ask);
}
