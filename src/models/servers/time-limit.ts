import { modelError, toModelError } from "./model-error.ts";
import type { ModelServer } from "./server-failure.ts";

/** A limit that is set anew for each wait; its `signal` is aborted when one runs out or the outer signal is. */
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

interface TranscribeTime {
  /** As it is known when something fails. */
  readonly server: () => ModelServer;
  readonly ms: number;
  /** Of whoever asked. */
  readonly signal?: AbortSignal | undefined;
}

/** Asks a server that transcribes, for at most so long. Rejects with LociError MODEL_FAILED, or the signal's reason. */
export async function transcribeWithin<T>(
  { server, ms, signal }: TranscribeTime,
  ask: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(ms);
  try {
    signal?.throwIfAborted();
    return await ask(signal === undefined ? deadline : AbortSignal.any([signal, deadline]));
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (!deadline.aborted) throw toModelError(server(), error);
    const state = `no answer within ${ms} ms; try again later, or set a longer voice.transcriber.timeoutMs`;
    throw modelError(server(), { reason: "timeout", state });
  }
}
