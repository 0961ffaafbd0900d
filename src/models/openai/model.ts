import type { OpenAI } from "openai";
import { LociError } from "../../errors.ts";
import type { Model, ModelEvent, ModelRequest } from "../respond.ts";
import { checkServer } from "../servers/check-server.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { isWorthRetrying, modelError, toModelError } from "../servers/model-error.ts";
import { type Retries, retrying } from "../servers/retrying.ts";
import { isObject, type ModelServer, sortFailure } from "../servers/server-failure.ts";
import { short } from "../short.ts";
import { createOpenAiClient } from "./client.ts";
import { listModels, missingModel, onlyChatModel } from "./list-models.ts";
import { firstDialect } from "./request-body.ts";
import { type Chat, seconds, streamChat } from "./stream-chat.ts";

export interface OpenAiModelOptions {
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  /** Without one, the only chat model that the server has is asked. */
  readonly model?: string | undefined;
  /** The key itself; reading it from somewhere is the caller's. */
  readonly key?: string | undefined;
  /** Milliseconds. */
  readonly timeouts?: {
    /** For a connection to stand. */
    readonly connect?: number;
    /** For the first word of the answer, of each try. */
    readonly first?: number;
    /** Of silence in the middle of the answer. */
    readonly stall?: number;
    /** For all of it, tries included. */
    readonly total?: number;
    /** For `probe`. */
    readonly probe?: number;
  };
  /** Only until the first word is there. */
  readonly retries?: Retries;
  /** What the address says, by default. */
  readonly isCloud?: boolean;
}

/** Any server that speaks OpenAI's `/v1/chat/completions`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const server = checkServer("model", { ...options, model: options.model?.trim() });
  const { connect = 5_000, first = 60_000, stall = 20_000 } = options.timeouts ?? {};
  const { total = 600_000, probe = 4_000 } = options.timeouts ?? {};
  const limits = { total, retries: options.retries ?? patient };
  const connection = createConnection(server, { connect, first, stall });
  return {
    get id() {
      return `${short(connection.name() ?? "the model")} at ${new URL(server.baseUrl).host}`;
    },
    isCloud: options.isCloud ?? isCloudAddress(server.baseUrl),
    respond: (request, signal) =>
      stoppable((stop) => {
        const both = signal === undefined ? stop : AbortSignal.any([stop, signal]);
        return respondOver(connection, limits, request, both);
      }),
    probe: (signal) => probeOver(connection, probe, signal),
  };
}

const patient: Retries = { times: 2, pause: 500, longest: 60_000 };

/** Aborts the request when the reader stops, also while it waits for the next word. */
function stoppable(
  start: (stop: AbortSignal) => AsyncGenerator<ModelEvent>,
): AsyncIterable<ModelEvent> {
  return {
    [Symbol.asyncIterator]() {
      const stop = new AbortController();
      const events = start(stop.signal);
      return {
        next: () => events.next(),
        return: () => {
          stop.abort();
          return events.return(undefined);
        },
      };
    },
  };
}

interface RespondLimits {
  /** Milliseconds for the whole answer, tries included. */
  readonly total: number;
  /** Only until the first word is there. */
  readonly retries: Retries;
}

/** Answers as `Respond` says, over one connection. */
async function* respondOver(
  connection: Connection,
  { total, retries }: RespondLimits,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const deadline = AbortSignal.timeout(total);
  const both = AbortSignal.any([signal, deadline]);
  const worded = (error: unknown): LociError => {
    const server = { ...connection.server, model: connection.name() };
    if (signal.aborted) return calledOff(connection);
    if (!deadline.aborted) return toModelError(server, error);
    const state = `its answer takes longer than ${seconds(total)}; ask for less at once or use a faster model`;
    return modelError(server, { reason: "timeout", state });
  };
  let isThere = true;
  const begin = async () => {
    try {
      both.throwIfAborted();
      const answer = streamChat(await connection.chat(both), request, both);
      return { answer, first: await answer.next() };
    } catch (error) {
      isThere = !isUnreachable(error);
      throw worded(error);
    }
  };
  try {
    const isWorthIt = (error: LociError): boolean => isThere && isWorthRetrying(error);
    const { answer, first } = await retrying(begin, { ...retries, isWorthIt }, both);
    try {
      if (first.done !== true) yield first.value;
      yield* answer;
    } finally {
      await answer.return(undefined); // `yield*` would do so only once it is reached.
    }
  } catch (error) {
    yield { type: "failure", error: worded(error) };
  }
}

/** The failure of a request whose caller aborted it. */
function calledOff({ server, name }: Connection): LociError {
  const state = "it was called off";
  return modelError({ ...server, model: name() }, { reason: "aborted", state });
}

/** Nothing listens there, or its name does not resolve: no use in trying again at once. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof LociError) return false;
  const { kind, passing } = sortFailure(error, undefined);
  return kind === "connection" && !passing;
}

/** Says why a server does not answer, within `ms`. Its list of models costs nothing; one without a list is asked for a word. */
async function probeOver(
  connection: Connection,
  ms: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<LociError | undefined> {
  const deadline = AbortSignal.timeout(ms);
  const both = AbortSignal.any([signal, deadline]);
  const { server } = connection;
  try {
    both.throwIfAborted();
    const name = connection.name();
    if (name === undefined) {
      await connection.chat(both);
      return undefined;
    }
    const state = missingModel(name, await listModels(await connection.client(), server, both));
    return state === undefined ? undefined : modelError(server, { reason: "model", state });
  } catch (error) {
    if (signal.aborted) return calledOff(connection);
    if (deadline.aborted) {
      const state = `no answer within ${seconds(ms)}; look whether the server is busy or down`;
      return modelError(server, { reason: "timeout", state }, error);
    }
    const hasNoList = isObject(error) && [404, 405, 501].includes(Number(error.status));
    return hasNoList && connection.name() !== undefined
      ? askForAWord(connection, ms, signal)
      : toModelError(server, error);
  }
}

async function askForAWord(
  connection: Connection,
  ms: number,
  signal: AbortSignal,
): Promise<LociError | undefined> {
  const limits = { total: ms, retries: { times: 0, pause: 0, longest: 0 } };
  for await (const event of respondOver(connection, limits, aWord, signal)) {
    if (event.type === "failure") return event.error;
  }
  return undefined;
}

const aWord: ModelRequest = {
  messages: [{ role: "user", content: "Say: yes" }],
  maxTokens: 16,
};

/** A server, its client and what was learned about it. */
interface Connection {
  readonly server: ModelServer;
  /** Of the model, as far as it is known. */
  name(): string | undefined;
  client(): Promise<OpenAI>;
  /** All that a request needs; asks the server for its model where none was named. Throws as `listModels` does. */
  chat(signal: AbortSignal): Promise<Chat>;
}

interface ConnectionLimits {
  /** Milliseconds: for a connection to stand, for the first word, of silence after it. */
  readonly connect: number;
  readonly first: number;
  readonly stall: number;
}

/** Makes a connection; nothing is loaded or sent before it is used. */
function createConnection(server: ModelServer, limits: ConnectionLimits): Connection {
  const { connect, first, stall } = limits;
  let name = server.model;
  let dialect = firstDialect(server.baseUrl);
  const accept = "application/json, text/event-stream";
  const client = createOpenAiClient({ server, connect, maxBytes: 16 * 2 ** 20, accept });
  return {
    server,
    client,
    name: () => name,
    async chat(signal) {
      name ??= await findName(await client(), server, signal, first);
      return {
        client: await client(),
        server: { ...server, model: name },
        first,
        stall,
        dialect,
        learn: (taken) => {
          dialect = taken;
        },
      };
    },
  };
}

async function findName(
  client: OpenAI,
  server: ModelServer,
  signal: AbortSignal,
  ms: number,
): Promise<string> {
  const deadline = AbortSignal.timeout(ms);
  try {
    const listed = await listModels(client, server, AbortSignal.any([signal, deadline]));
    const found = onlyChatModel(listed);
    if ("name" in found) return found.name;
    throw modelError(server, { reason: "model", state: found.state });
  } catch (error) {
    if (!deadline.aborted || signal.aborted) throw error;
    const state = `it does not say within ${seconds(ms)} which models it has; try again later or name one`;
    throw modelError(server, { reason: "timeout", state }, error);
  }
}
