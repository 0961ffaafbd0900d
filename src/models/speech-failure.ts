import { modelError } from "./model-error.ts";
import type { ModelServer } from "./server-failure.ts";
import { toSynthesizerError } from "./synthesizer-error.ts";
import type { TimeLimit } from "./time-limit.ts";

export interface SpeechLimits {
  /** Milliseconds to the first sound, and of silence between two pieces of it. */
  readonly first: number;
  readonly stall: number;
}

/** A sentence that a server is asked to speak. */
export interface Speaking {
  readonly server: ModelServer;
  readonly limits: SpeechLimits;
  readonly limit: TimeLimit<"first" | "stall">;
  /** Of whoever asked. */
  readonly signal: AbortSignal;
}

/** What to throw for whatever was thrown meanwhile: as `Synthesizer.synthesize` rejects. */
export function toSpeechFailure(
  { server, limits, limit, signal }: Speaking,
  error: unknown,
): unknown {
  if (signal.aborted) return signal.reason;
  if (limit.passed === "first") {
    const state = `no sound within ${limits.first} ms; try again later or set a longer time-out`;
    return modelError(server, { reason: "timeout", state });
  }
  if (limit.passed === "stall") {
    const state = `it fell silent in the middle of a sentence for ${limits.stall} ms; try again later or look at its log`;
    return modelError(server, { reason: "stalled", state });
  }
  return toSynthesizerError(server, error);
}

/** The same sound; what fails in it is thrown in the same words. */
export async function* withSpeechFailures(
  pcm: AsyncIterable<Uint8Array>,
  speaking: Speaking,
): AsyncGenerator<Uint8Array> {
  try {
    yield* pcm;
  } catch (error) {
    throw toSpeechFailure(speaking, error);
  }
}
