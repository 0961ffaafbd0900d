import { LociError } from "../errors.ts";
import { modelError, toModelError } from "./model-error.ts";
import { type ModelServer, sortFailure } from "./server-failure.ts";

/** Whatever was thrown while a server was asked to listen, as the one error that a transcriber throws. */
export function toTranscriberError(server: ModelServer, error: unknown): LociError {
  if (error instanceof LociError) return error;
  const { kind, detail } = sortFailure(error, server.key);
  if (kind === "request") {
    const state = `it refuses the request (${detail}); check that the model is one that transcribes`;
    return modelError(server, { reason: "request", state }, error);
  }
  if (kind === "tooLong") {
    const state = `what was said is too long for it (${detail}); set a shorter voice.maxTurnMs`;
    return modelError(server, { reason: "tooLong", state }, error);
  }
  return toModelError(server, error);
}
