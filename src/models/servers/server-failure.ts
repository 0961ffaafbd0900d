import { messageOf } from "../../errors.ts";
import { short } from "../short.ts";

/** A server that speaks OpenAI's protocol, and what it is asked for. */
export interface ModelServer {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Undefined: whichever the server has. */
  readonly model: string | undefined;
  readonly key: string | undefined;
  /** What it is to Loci, such as "transcriber"; "model" by default. */
  readonly what?: string | undefined;
}

/** What went wrong with a request. */
export interface ServerFailure {
  readonly kind:
    | "answer"
    | "busy"
    | "connecting"
    | "connection"
    | "key"
    | "model"
    | "quota"
    | "refused"
    | "request"
    | "server"
    | "tooLong";
  /** What is the case, and what to do. */
  readonly state: string;
  /** The server's own words, shortened. */
  readonly detail: string;
  /** Whether the same request may succeed in a moment. */
  readonly passing: boolean;
  /** Milliseconds the server asks to wait. */
  readonly retryAfter?: number;
}

/** Code of the error that ends an answer of more bytes than are taken. */
export const TOO_LARGE = "ANSWER_TOO_LARGE";

/** Sorts what the openai package threw: an answer with a status, or no answer at all. The key is in none of its words. */
export function sortFailure(error: unknown, key: string | undefined): ServerFailure {
  const status = isObject(error) && typeof error.status === "number" ? error.status : 0;
  if (status === 0) return sortConnection(error, key);
  // The key goes before the words are shortened: half a key is a secret too.
  const detail = short(withoutKey(messageOf(error), key));
  const code = isObject(error) ? error.code : undefined;
  const retryAfter = retryAfterOf(error);
  return {
    ...(isAboutLength(status, detail)
      ? tooLong(detail)
      : sortStatus(status, { detail, code, hasKey: key !== undefined })),
    detail,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

type Sorted = Omit<ServerFailure, "retryAfter" | "detail">;

interface Said {
  readonly detail: string;
  readonly code: unknown;
  readonly hasKey: boolean;
}

function sortStatus(status: number, { detail, code, hasKey }: Said): Sorted {
  if (status === 401 || status === 403) {
    const state = hasKey
      ? `it refuses the key (${detail}); set one that is valid there`
      : `it wants a key (${detail}); set one`;
    return { kind: "key", state, passing: false };
  }
  if (status === 404) {
    const state = `it knows no such model or address (${detail}); load the model there or correct its name, and give the address including "/v1"`;
    return { kind: "model", state, passing: false };
  }
  if (status === 402 || (status === 429 && code === "insufficient_quota")) {
    return { kind: "quota", state: `the account's quota is used up (${detail})`, passing: false };
  }
  if (status === 429) {
    return { kind: "busy", state: `it asks to wait (${detail}); try again later`, passing: true };
  }
  if (status >= 300 && status < 400) {
    const state = `it sends elsewhere (${status}); give the address it stands at now`;
    return { kind: "answer", state, passing: false };
  }
  if (status >= 500 || status === 408 || status === 409) {
    const state = `it failed (${detail}); look at its log, or try again later`;
    return { kind: "server", state, passing: true };
  }
  if (code === "content_filter" || code === "content_policy_violation") {
    return { kind: "refused", state: `it will not answer to this (${detail})`, passing: false };
  }
  return { kind: "request", state: `it refuses the request (${detail})`, passing: false };
}

const tooLong = (detail: string): Sorted => ({
  kind: "tooLong",
  state: `what is sent is too long for it (${detail})`,
  passing: false,
});

/** Not every server says 413: llama.cpp answers 500 "input is too large", Ollama and OpenAI 400 with words. */
function isAboutLength(status: number, detail: string): boolean {
  if (status === 413) return true;
  if (status !== 400 && status !== 422 && status !== 500) return false;
  return /too (long|large|many (tokens|inputs))|context (length|size|window)|max(imum)?[ _](context|input|tokens|batch)|exceeds? (the )?(max|limit|context)/i.test(
    detail,
  );
}

function sortConnection(error: unknown, key: string | undefined): ServerFailure {
  const code = codeOf(error);
  const detail = short(withoutKey(messageOf(rootOf(error)), key));
  if (code === "ECONNREFUSED" || code === "EHOSTUNREACH" || code === "ENETUNREACH") {
    const state = `nothing answers there (${code}); start the server or correct its address`;
    return { kind: "connection", state, detail, passing: false };
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    const state = `its host name is not known (${code}); check the network or correct its address`;
    return { kind: "connection", state, detail, passing: false };
  }
  if (code === TOO_LARGE) {
    const state = `it gave ${detail}; ask for less at once or use another server`;
    return { kind: "answer", state, detail, passing: false };
  }
  if (error instanceof SyntaxError) {
    const state = `its answer is not JSON (${detail}); check that this is the address of an OpenAI-compatible API`;
    return { kind: "answer", state, detail, passing: false };
  }
  return {
    kind: code === "ETIMEDOUT" ? "connecting" : "connection",
    state: `the connection failed (${detail}); check the server and its address`,
    detail,
    passing: code === "ECONNRESET" || code === "EPIPE",
  };
}

function retryAfterOf(error: unknown): number | undefined {
  if (!isObject(error) || !(error.headers instanceof Headers)) return undefined;
  const ms = Number(error.headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const header = error.headers.get("retry-after");
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  // Counted from the server's own time: this device's clock may be wrong.
  const sent = Date.parse(error.headers.get("date") ?? "");
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - sent;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

function codeOf(error: unknown): string {
  for (let at: unknown = error; isObject(at); at = at.cause) {
    if (at instanceof AggregateError) return codeOf(at.errors[0]);
    if (typeof at.code === "string") return at.code;
  }
  return "";
}

function rootOf(error: unknown): unknown {
  return isObject(error) && error.cause !== undefined ? rootOf(error.cause) : error;
}

/** Cuts the key out of words that a server may have echoed it in. */
export function withoutKey(text: string, key: string | undefined): string {
  return key === undefined ? text : text.replaceAll(key, "[key]");
}

/** Narrows what came from outside to something with fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
