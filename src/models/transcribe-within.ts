import { modelError } from "./model-error.ts";
import type { ModelServer } from "./server-failure.ts";
import { toTranscriberError } from "./transcriber-error.ts";

export interface TranscribeTime {
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
    if (!deadline.aborted) throw toTranscriberError(server(), error);
    const state = `no answer within ${ms} ms; try again later, or set a longer voice.transcriber.timeoutMs`;
    throw modelError(server(), { reason: "timeout", state });
  }
}
