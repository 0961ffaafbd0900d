import { LociError, messageOf } from "../errors.ts";
import type { EmbedFailure } from "./embed.ts";

/** Which server and model failed, for the sentence; `key` only to keep it out of that. */
export interface EmbeddingServer {
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string | undefined;
}

/** A failed request, sorted. */
interface Failure {
  readonly reason: EmbedFailure;
  /** What is the case, and what to do. */
  readonly state: string;
  /** Whether the same request may succeed in a moment. */
  readonly passing: boolean;
  /** Milliseconds the server asks to wait. */
  readonly retryAfter?: number;
}

/** Words a failure as the one error that embedding throws. The key is cut out, wherever the server echoed it. */
export function embeddingError(
  server: EmbeddingServer,
  failure: Failure,
  cause?: unknown,
): LociError {
  const clean = (text: string): string =>
    server.key === undefined ? text : text.replaceAll(server.key, "[key]");
  return new LociError(
    "EMBEDDING_FAILED",
    clean(`Cannot embed with "${server.model}" at "${server.baseUrl}": ${failure.state}`),
    {
      data: {
        reason: failure.reason,
        model: server.model,
        server: server.baseUrl,
        passing: failure.passing,
        ...(failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter }),
      },
      // Not the error itself: what a server echoes would come along in its fields.
      ...(cause === undefined ? {} : { cause: new Error(clean(short(messageOf(cause)))) }),
    },
  );
}

/** Sorts what the openai package threw: an answer with a status, or no answer at all. */
export function toFailure(error: unknown, hasKey: boolean): Failure {
  const status = isObject(error) && typeof error.status === "number" ? error.status : 0;
  if (status === 0) return connectionFailure(error);
  const detail = short(messageOf(error));
  if (isAboutLength(status, detail)) {
    return { reason: "input", state: `a text is too long for it (${detail})`, passing: false };
  }
  const retryAfter = retryAfterOf(error);
  return {
    ...statusFailure(status, detail, hasKey, error),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

function statusFailure(
  status: number,
  detail: string,
  hasKey: boolean,
  error: unknown,
): Omit<Failure, "retryAfter"> {
  if (status === 401 || status === 403) {
    const state = hasKey
      ? `it refuses the key (${detail}); set one that is valid there`
      : `it wants a key (${detail}); set one`;
    return { reason: "key", state, passing: false };
  }
  if (status === 404) {
    const state = `it knows no such model or address (${detail}); load the model there or correct its name, and give the address up to and with "/v1"`;
    return { reason: "model", state, passing: false };
  }
  if (status === 429) {
    if (isObject(error) && error.code === "insufficient_quota") {
      return {
        reason: "busy",
        state: `the account's quota is used up (${detail})`,
        passing: false,
      };
    }
    return { reason: "busy", state: `it asks to wait (${detail}); try again later`, passing: true };
  }
  if (status >= 300 && status < 400) {
    const state = `it sends elsewhere (${status}); give the address it stands at now`;
    return { reason: "answer", state, passing: false };
  }
  if (status >= 500 || status === 408 || status === 409) {
    return {
      reason: "server",
      state: `it failed (${detail}); look at its log, or try again later`,
      passing: true,
    };
  }
  return {
    reason: "server",
    state: `it refuses the request (${detail}); check model and dimensions`,
    passing: false,
  };
}

/** Not every server says 413: llama.cpp answers 500 "input is too large", Ollama and OpenAI 400 with words. */
function isAboutLength(status: number, detail: string): boolean {
  if (status === 413) return true;
  if (status !== 400 && status !== 422 && status !== 500) return false;
  return /too (long|large|many (tokens|inputs))|context (length|size|window)|max(imum)?[ _](context|input|tokens|batch)|exceeds? (the )?(max|limit|context)/i.test(
    detail,
  );
}

function connectionFailure(error: unknown): Failure {
  const code = codeOf(error);
  if (code === "ECONNREFUSED" || code === "EHOSTUNREACH" || code === "ENETUNREACH") {
    const state = `nothing answers there (${code}); start the server or correct its address`;
    return { reason: "unreachable", state, passing: false };
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    const state = `its host name is not known (${code}); check the network or correct its address`;
    return { reason: "unreachable", state, passing: false };
  }
  const deepest = short(messageOf(rootOf(error)));
  if (error instanceof SyntaxError) {
    const state = `its answer is not JSON (${deepest}); check that this is the address of an OpenAI-compatible API`;
    return { reason: "answer", state, passing: false };
  }
  const passing = code === "ECONNRESET" || code === "EPIPE";
  return {
    reason: "unreachable",
    state: `the connection failed (${deepest}); check the server and its address`,
    passing,
  };
}

function retryAfterOf(error: unknown): number | undefined {
  if (!isObject(error) || !(error.headers instanceof Headers)) return undefined;
  const ms = Number(error.headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const header = error.headers.get("retry-after");
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
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

/** One line of a server's words, for a sentence of ours. */
export function short(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, " ").trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}

/** Narrows what came from outside to something with fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
