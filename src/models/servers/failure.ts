import { LociError, messageOf } from "../../errors.ts";
import { short } from "../short.ts";

/** Who is asked: a server, or a program of this device. */
export interface Asked {
  /** What cannot be done where it fails: `ask "gpt-5-mini" at "https://…"`, `speak with "espeak-ng"`. */
  readonly does: string;
  /** No sentence may hold it. */
  readonly key?: string | undefined;
  /** MODEL_FAILED by default. */
  readonly code?: "MODEL_FAILED" | "EMBEDDING_FAILED";
}

/** What is the case and what to do, by the reason; `…` stands for words of the server, the program or the system. */
const states = {
  aborted: "it was called off",
  answer:
    'its answer cannot be used (…); check that this is the right program, or the right address, which often ends with "/v1"',
  busy: "it asks to wait (…); try again later",
  connection: "the connection failed (…); start the server, or check its address and the network",
  key: "it refuses the key or wants one (…); set one that is valid there",
  language: "…",
  missing: "it is not installed; install it with: apt install …",
  model:
    'it knows no such model or address (…); load the model there or correct its name, and give the address including "/v1"',
  quota: "the account's quota is used up (…)",
  refused: "it will not answer to this (…)",
  request: "it refuses the request (…); check that the model and its settings are meant for this",
  server: "it failed (…); look at its log, or try again later",
  stalled: "it fell silent in the middle of its answer for …; look at its log, or try again later",
  timeout: "no answer within …; try again later, or use a faster server or model",
  tooLong: "what is sent is too long for it (…); send less at once, or use a model that takes more",
};

/** Why a model did not answer. */
export type ModelFailure = keyof typeof states;

/** The error for a server or a program that did not do what it was asked for. */
export function modelError(
  { does, key, code = "MODEL_FAILED" }: Asked,
  reason: ModelFailure,
  detail = "",
  retryAfter?: number,
): LociError {
  const sentence = withoutKey(`Cannot ${does}: ${states[reason].replace("…", () => detail)}`, key);
  return new LociError(code, sentence, { data: { reason, retryAfter } });
}

/** Whatever was thrown while it was asked, as that error. The thing itself may hold what a server echoed. */
export function toModelError(asked: Asked, error: unknown): LociError {
  if (error instanceof LociError) return error;
  // The key goes before the words are shortened: half a key is a secret too.
  const detail = short(withoutKey(messageOf(rootOf(error)), asked.key));
  const { headers } = Object(error);
  const retryAfter = headers instanceof Headers ? Number(headers.get("retry-after")) : 0;
  return modelError(asked, reasonOf(error), detail, retryAfter * 1000 || undefined);
}

/** Sorts what the openai package or the network threw. */
function reasonOf(error: unknown): ModelFailure {
  if (error instanceof SyntaxError) return "answer";
  const { status: given, code, error: body } = Object(error);
  // An error that came within an answer has no status: its code may be one.
  const within = isObject(body) ? 500 : undefined;
  const status = [given, code].map(Number).find((one) => one >= 300 && one < 600) ?? within;
  if (status === undefined) return "connection";
  // Not every server says 413: llama.cpp answers 500 "input is too large", Ollama and OpenAI 400 with words.
  if (/^(400|422|500)$/.test(`${status}`) && aboutLength.test(messageOf(error))) return "tooLong";
  if (status < 400) return "answer";
  return reasonOfCode(code) ?? reasonOfCode(status) ?? (status < 500 ? "request" : "server");
}

/** By the code that a server gives, or else by its status. */
const reasonOfCode = (code: unknown): ModelFailure | undefined =>
  codes.find(([known]) => known.test(`${code}`))?.[1];
const codes: readonly (readonly [RegExp, ModelFailure])[] = [
  [/^(401|403|invalid_api_key)$/, "key"],
  [/^(402|insufficient_quota)$/, "quota"],
  [/^404$/, "model"],
  [/^40[89]$/, "server"],
  [/^413$/, "tooLong"],
  [/^(429|rate_limit_exceeded)$/, "busy"],
  [/^content_(filter|policy_violation)$/, "refused"],
];

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
