import { LociError, messageOf } from "../../errors.ts";
import type { ModelFailure } from "../respond.ts";
import { short } from "../short.ts";
import type { ModelServer } from "./server.ts";

/** The error for a server that did not do what it was asked for; `state` says what is the case and what to do. */
export function modelError(
  { baseUrl, key, model, what = "model" }: ModelServer,
  reason: ModelFailure,
  state: string,
  retryAfter?: number,
): LociError {
  const whom = model === undefined ? `the ${what}` : `"${short(model)}"`;
  const embeds = what === "embedding model";
  const sentence = `Cannot ${embeds ? "embed with" : "ask"} ${whom} at "${baseUrl}": ${state}`;
  return new LociError(embeds ? "EMBEDDING_FAILED" : "MODEL_FAILED", withoutKey(sentence, key), {
    data: { reason, model: model ?? "", server: baseUrl, passing: passing.has(reason), retryAfter },
  });
}

/** The same request may succeed later without anybody changing a setting. */
const passing = new Set(["answer", "busy", "connection", "server", "stalled", "timeout"]);

/** Whatever was thrown while a server was asked, as that error. The thing itself may hold what a server echoed. */
export function toModelError(server: ModelServer, error: unknown): LociError {
  if (error instanceof LociError) return error;
  const reason = reasonOf(error);
  // The key goes before the words are shortened: half a key is a secret too.
  const detail = short(withoutKey(messageOf(rootOf(error)), server.key));
  const headers = isObject(error) && error.headers instanceof Headers ? error.headers : undefined;
  const retryAfter = Number(headers?.get("retry-after") ?? 0) * 1000 || undefined;
  return modelError(server, reason, stateOf[reason](detail), retryAfter);
}

/** What is the case and what to do, with the words of the server or the system. */
export const stateOf: Readonly<Record<ModelFailure, (detail: string) => string>> = {
  aborted: () => "it was called off",
  answer: (detail) =>
    `its answer cannot be used (${detail}); check that this is the address of such a server, which often ends with "/v1"`,
  busy: (detail) => `it asks to wait (${detail}); try again later`,
  connection: (detail) =>
    `the connection failed (${detail}); start the server, or check its address and the network`,
  key: (detail) => `it refuses the key or wants one (${detail}); set one that is valid there`,
  language: (code) => `it does not know the language "${code}"`,
  model: (detail) =>
    `it knows no such model or address (${detail}); load the model there or correct its name, and give the address including "/v1"`,
  quota: (detail) => `the account's quota is used up (${detail})`,
  refused: (detail) => `it will not answer to this (${detail})`,
  request: (detail) =>
    `it refuses the request (${detail}); check that the model and its settings are meant for this`,
  server: (detail) => `it failed (${detail}); look at its log, or try again later`,
  stalled: (time) =>
    `it fell silent in the middle of its answer for ${time}; look at its log, or try again later`,
  timeout: (time) => `no answer within ${time}; try again later, or use a faster server or model`,
  tooLong: (detail) =>
    `what is sent is too long for it (${detail}); send less at once, or use a model that takes more`,
};

/** Milliseconds for people. */
export const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`;

/** Sorts what the openai package or the network threw. */
function reasonOf(error: unknown): ModelFailure {
  if (error instanceof SyntaxError) return "answer";
  const { status: given, code, error: body } = Object(error);
  // An error that came within an answer has no status: its code may be one.
  const within = isObject(body) ? 500 : undefined;
  const status = [given, code].map(Number).find((one) => one >= 300 && one < 600) ?? within;
  if (status === undefined) return "connection";
  if (code === "content_filter" || code === "content_policy_violation") return "refused";
  if (code === "insufficient_quota") return "quota";
  // Not every server says 413: llama.cpp answers 500 "input is too large", Ollama and OpenAI 400 with words.
  if (/^(400|422|500)$/.test(`${status}`) && aboutLength.test(messageOf(error))) return "tooLong";
  const known = reasonsByStatus[status];
  if (known !== undefined) return known;
  if (status >= 500) return "server";
  return status < 400 ? "answer" : "request";
}

const reasonsByStatus: Readonly<Record<number, ModelFailure>> = {
  401: "key",
  402: "quota",
  403: "key",
  404: "model",
  408: "server",
  409: "server",
  413: "tooLong",
  429: "busy",
};

const aboutLength =
  /too (long|large|many (tokens|inputs))|context (length|size|window)|max(imum)?[ _](context|input|tokens|batch)|exceeds? (the )?(max|limit|context)/i;

/** What failed at the bottom says more than "fetch failed". */
function rootOf(error: unknown): unknown {
  if (error instanceof AggregateError) return rootOf(error.errors[0]);
  return isObject(error) && error.cause !== undefined ? rootOf(error.cause) : error;
}

const withoutKey = (text: string, key: string | undefined): string =>
  key === undefined ? text : text.replaceAll(key, "[key]");

/** Narrows what came from outside to something with fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
