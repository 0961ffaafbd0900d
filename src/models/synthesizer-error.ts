import { LociError } from "../errors.ts";
import { modelError, toModelError } from "./model-error.ts";
import { type ModelServer, sortFailure } from "./server-failure.ts";

/** Whatever was thrown while a server was asked to speak, as the one error that a synthesizer throws. */
export function toSynthesizerError(server: ModelServer, error: unknown): LociError {
  if (error instanceof LociError) return error;
  const { kind, detail } = sortFailure(error, server.key);
  if (kind === "request") {
    const state = `it refuses the request (${detail}); check model and voice, or set sampleRate where it knows no WAV`;
    return modelError(server, { reason: "request", state }, error);
  }
  if (kind === "tooLong") {
    const state = `the sentence is too long for it (${detail}); use another model`;
    return modelError(server, { reason: "tooLong", state }, error);
  }
  return toModelError(server, error);
}

/**
 * A server has no voice for a language: `data.reason` is "language". Nothing is broken; whoever has another synthesizer
 * lets that one speak.
 */
export function noVoiceError(server: ModelServer, language: string): LociError {
  const sentence = `Cannot speak "${language}" with "${server.baseUrl}": it has no voice for this language; add one there, or name one in voice.synthesizer.voices`;
  return new LociError("MODEL_FAILED", sentence, {
    data: { reason: "language", language, server: server.baseUrl, passing: false },
  });
}
