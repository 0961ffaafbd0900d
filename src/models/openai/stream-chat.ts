import type { OpenAI } from "openai";
import type { ModelEvent, ModelRequest } from "../respond.ts";
import { modelError } from "../servers/model-error.ts";
import { isObject, type ModelServer, withoutKey } from "../servers/server-failure.ts";
import { createTimeLimit, readBody, type TimeLimit } from "../servers/time-limit.ts";
import { short } from "../short.ts";
import { type Assembly, createAssembly } from "./assembly.ts";
import { type Dialect, plainerDialect, toBody } from "./request-body.ts";
import { createEventReader, type ServerEvent } from "./server-events.ts";

export interface Chat {
  readonly client: OpenAI;
  readonly server: ModelServer & { readonly model: string };
  /** Milliseconds to the first word, and between any two pieces after it. */
  readonly first: number;
  readonly stall: number;
  readonly dialect: Dialect;
  /** Called with the dialect that the server took. */
  readonly learn: (dialect: Dialect) => void;
}

type Limit = TimeLimit<"first" | "stall" | "rest">;

/** Sends one request and returns the answer as it comes. Throws what went wrong; an abort is for the caller to see. */
export async function* streamChat(
  chat: Chat,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const limit: Limit = createTimeLimit(signal);
  const assembly = createAssembly();
  limit.start("first", chat.first);
  try {
    const response = await openChat(chat, request, limit.signal);
    const reader = createEventReader();
    const decoder = new TextDecoder();
    const startNext = (): boolean => startLimit(limit, assembly, chat.stall);
    for await (const bytes of readBody(response, limit, startNext)) {
      for (const event of reader.push(decoder.decode(bytes, { stream: true }))) {
        signal.throwIfAborted();
        for (const taken of take(chat, assembly, event)) {
          limit.pause(); // Until the reader comes back for more.
          yield taken;
        }
      }
    }
    for (const event of reader.end()) yield* take(chat, assembly, event);
  } catch (error) {
    // After its last word, how the connection ends does not matter.
    if (!assembly.isFinished || signal.aborted) throw timeoutOf(chat, limit) ?? error;
  } finally {
    limit.pause();
  }
  yield* complete(chat, assembly);
}

/** Opens the stream, in plainer words where the server does not understand. */
async function openChat(
  { client, server, learn, ...chat }: Chat,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Response> {
  for (let { dialect } = chat; ; ) {
    try {
      const body = toBody(request, server.model, dialect);
      const response = await client.chat.completions.create(body, { signal }).asResponse();
      learn(dialect);
      return response;
    } catch (error) {
      const plainer = plainerDialect(dialect, error, request);
      if (plainer === undefined) throw error;
      dialect = plainer;
    }
  }
}

/** Starts the limit of the next piece; true where it may be paused after it. */
function startLimit(
  limit: Limit,
  { isBegun, isFinished, isClosed }: Assembly,
  ms: number,
): boolean {
  // Some servers keep the connection open after the last word.
  if (isFinished) limit.start("rest", isClosed ? 100 : 1_000);
  else if (isBegun) limit.start("stall", ms);
  return isBegun;
}

function* take(chat: Chat, assembly: Assembly, event: ServerEvent): Generator<ModelEvent> {
  if (event.type === "data" && event.text.trim() === "[DONE]") return assembly.finish();
  const chunk = parse(chat, event);
  if (isObject(chunk.error) || typeof chunk.error === "string" || event.type === "error") {
    throw errorInAnswer(chunk);
  }
  if (event.type === "whole") {
    if (!Array.isArray(chunk.choices)) throw noAnswer(chat, event.text);
    assembly.finish();
  }
  const text = assembly.take(chunk);
  if (text !== "") yield { type: "text", text };
}

function parse(chat: Chat, { type, text }: ServerEvent): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (type === "whole") throw noAnswer(chat, text);
    if (type === "error") return { error: text };
    const state = `a piece of its answer is not JSON (${startOf(chat, text)}); try again later or use another server`;
    throw modelError(chat.server, { reason: "answer", state }, error);
  }
  if (isObject(value)) return value;
  throw noAnswer(chat, text);
}

function complete(chat: Chat, assembly: Assembly): readonly ModelEvent[] {
  if (!assembly.isFinished) {
    const state = assembly.isBegun
      ? "its answer breaks off; try again later or look at its log"
      : "it ended without an answer; try again later or look at its log";
    throw modelError(chat.server, { reason: "answer", state });
  }
  const events = assembly.end();
  if (typeof events === "string")
    throw modelError(chat.server, { reason: "answer", state: events });
  return events;
}

/** An error that came with status 200, in the shape of those that the package throws. */
function errorInAnswer(chunk: Readonly<Record<string, unknown>>): Error {
  const error = isObject(chunk.error) ? chunk.error : chunk;
  const given = typeof chunk.error === "string" ? chunk.error : error.message;
  const words = typeof given === "string" ? given : JSON.stringify(error);
  const numbers = [error.code, error.status, chunk.status, 500].map(Number);
  const status = numbers.find((number) => number >= 400 && number < 600);
  return Object.assign(new Error(`${status} ${words}`), { status, code: error.code });
}

function noAnswer(chat: Chat, text: string): Error {
  const state = `its answer is not a chat answer (it starts with: ${startOf(chat, text)}); check that this is the address of an OpenAI-compatible API, including "/v1"`;
  return modelError(chat.server, { reason: "answer", state });
}

const startOf = ({ server }: Chat, text: string): string =>
  short(withoutKey(text, server.key)).slice(0, 60);

function timeoutOf(chat: Chat, limit: Limit): Error | undefined {
  if (limit.passed === "first") {
    const state = `no word of an answer within ${seconds(chat.first)}; try again later or use a faster model`;
    return modelError(chat.server, { reason: "timeout", state });
  }
  if (limit.passed === "stall") {
    const state = `it fell silent in the middle of its answer for ${seconds(chat.stall)}; try again later or look at its log`;
    return modelError(chat.server, { reason: "stalled", state });
  }
  return undefined;
}

/** Milliseconds for people. */
export function seconds(ms: number): string {
  return `${Number((ms / 1000).toFixed(1))} s`;
}
