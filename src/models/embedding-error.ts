import type { LociError } from "../errors.ts";
import type { EmbedFailure } from "./embed.ts";
import { type Failure, failureToError } from "./failure-to-error.ts";
import { type ModelServer, type ServerFailure, sortFailure } from "./server-failure.ts";

/** Words a failure as the one error that embedding throws. */
export function embeddingError(
  server: ModelServer,
  failure: Failure<EmbedFailure>,
  cause?: unknown,
): LociError {
  return failureToError("EMBEDDING_FAILED", "embed with", server, failure, cause);
}

/** Sorts what the openai package threw. */
export function toFailure(error: unknown, server: ModelServer): Failure<EmbedFailure> {
  const { kind, state, detail, ...rest } = sortFailure(error, server.key);
  return { reason: reasons[kind], state: states[kind]?.(detail) ?? state, ...rest };
}

const reasons: Readonly<Record<ServerFailure["kind"], EmbedFailure>> = {
  answer: "answer",
  busy: "busy",
  connecting: "unreachable",
  connection: "unreachable",
  key: "key",
  model: "model",
  quota: "busy",
  refused: "server",
  request: "server",
  server: "server",
  tooLong: "input",
};

const states: { readonly [kind in ServerFailure["kind"]]?: (detail: string) => string } = {
  request: (detail) => `it refuses the request (${detail}); check model and dimensions`,
  tooLong: (detail) => `a text is too long for it (${detail})`,
};
