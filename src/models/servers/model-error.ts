import { type ErrorCode, LociError, messageOf } from "../../errors.ts";
import type { ModelFailure } from "../respond.ts";
import { short } from "../short.ts";
import { type ModelServer, type ServerFailure, sortFailure, withoutKey } from "./server-failure.ts";

/** A failure as a caller sees it: `reason` in the caller's own words. */
export interface Failure<Reason extends string> {
  readonly reason: Reason;
  /** What is the case, and what to do. */
  readonly state: string;
  readonly passing: boolean;
  readonly retryAfter?: number;
}

/** The error for a server that did not answer, transcribe or speak. */
export function modelError(
  server: ModelServer,
  failure: Omit<Failure<ModelFailure>, "passing">,
  cause?: unknown,
): LociError {
  const passing = passingReasons.has(failure.reason);
  return failureToError("MODEL_FAILED", "ask", server, { ...failure, passing }, cause);
}

/** Whatever was thrown while a server was asked, as that error. */
export function toModelError(server: ModelServer, error: unknown): LociError {
  if (error instanceof LociError) return error;
  const { kind, state, detail, retryAfter } = sortFailure(error, server.key);
  const reason = kind === "connecting" ? "timeout" : kind;
  const advice = adviceByPart[server.what ?? ""] ?? chatAdvice;
  const failure = { reason, state: advice[kind]?.(detail) ?? state } as const;
  return modelError(server, retryAfter === undefined ? failure : { ...failure, retryAfter }, error);
}

/** It failed fast and may pass within seconds: worth another try at once. */
export function isWorthRetrying(error: LociError): boolean {
  const { reason } = error.data;
  return reason === "busy" || reason === "connection" || reason === "server";
}

/**
 * A server has no voice for a language: `data.reason` is "language". Nothing is broken; another synthesizer may speak
 * instead.
 */
export function noVoiceError(server: ModelServer, language: string): LociError {
  const sentence = `Cannot speak "${language}" with "${server.baseUrl}": it has no voice for this language; add one there, or name one in voice.synthesizer.voices`;
  return new LociError("MODEL_FAILED", sentence, {
    data: { reason: "language", language, server: server.baseUrl, passing: false },
  });
}

/** Words a failure as the error that callers get. The key is cut out, wherever the server echoed it. */
export function failureToError<Reason extends string>(
  code: ErrorCode,
  verb: string,
  server: ModelServer,
  failure: Failure<Reason>,
  cause?: unknown,
): LociError {
  const { baseUrl, key, model, what = "model" } = server;
  const whom = model === undefined ? `the ${what}` : `"${short(model)}"`;
  const sentence = `Cannot ${verb} ${whom} at "${baseUrl}": ${failure.state}`;
  const { reason, passing, retryAfter } = failure;
  return new LociError(code, withoutKey(sentence, key), {
    data: {
      ...{ reason, model: model ?? "", server: baseUrl, passing },
      ...(retryAfter === undefined ? {} : { retryAfter }),
    },
    // Not the error itself: its fields may hold what a server echoed.
    ...(cause === undefined ? {} : { cause: new Error(short(withoutKey(messageOf(cause), key))) }),
  });
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

type Advice = { readonly [kind in ServerFailure["kind"]]?: (detail: string) => string };

const chatAdvice: Advice = {
  request: (detail) =>
    `it refuses the request (${detail}); check that the model is one to chat with`,
  tooLong: (detail) =>
    `the conversation is too long for it (${detail}); set fewer tokens of context, or use a model that takes more`,
};

const adviceByPart: { readonly [part in string]?: Advice } = {
  transcriber: {
    request: (detail) =>
      `it refuses the request (${detail}); check that the model is one that transcribes`,
    tooLong: (detail) => `what was said is too long for it (${detail}); say less at once`,
  },
  synthesizer: {
    request: (detail) =>
      `it refuses the request (${detail}); check model and voice, and that it can send WAV`,
    tooLong: (detail) => `the sentence is too long for it (${detail}); use another model`,
  },
};
