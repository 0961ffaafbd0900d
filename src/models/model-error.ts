import { LociError } from "../errors.ts";
import { type Failure, failureToError } from "./failure-to-error.ts";
import type { ModelFailure } from "./respond.ts";
import { type ModelServer, type ServerFailure, sortFailure } from "./server-failure.ts";

/** Words a failure as the one error that a model's answer ends with. */
export function modelError(
  server: ModelServer,
  failure: { readonly reason: ModelFailure; readonly state: string; readonly retryAfter?: number },
  cause?: unknown,
): LociError {
  const passing = passingReasons.has(failure.reason);
  return failureToError("MODEL_FAILED", "ask", server, { ...failure, passing }, cause);
}

/** Whatever was thrown while a model was asked, as that error. */
export function toModelError(server: ModelServer, error: unknown): LociError {
  if (error instanceof LociError) return error;
  return modelError(server, toFailure(sortFailure(error, server.key)), error);
}

/** It may pass within seconds, and nobody waited long for it: worth another try at once. */
export function isWorthRetrying(error: LociError): boolean {
  const { reason } = error.data;
  return reason === "busy" || reason === "connection" || reason === "server";
}

/** The same request may succeed later without anybody changing a setting. */
const passingReasons: ReadonlySet<ModelFailure> = new Set([
  "answer",
  "busy",
  "connection",
  "server",
  "stalled",
  "timeout",
]);

function toFailure(failure: ServerFailure): Omit<Failure<ModelFailure>, "passing"> {
  const { kind, state, detail, retryAfter } = failure;
  return {
    reason: kind === "connecting" ? "timeout" : kind,
    state: states[kind]?.(detail) ?? state,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

const states: { readonly [kind in ServerFailure["kind"]]?: (detail: string) => string } = {
  request: (detail) =>
    `it refuses the request (${detail}); check that the model is one to chat with`,
  tooLong: (detail) =>
    `the conversation is too long for it (${detail}); set fewer tokens of context, or use a model that takes more`,
};
