import type { OpenAI } from "openai";
import { modelError } from "../model-error.ts";
import type { ModelServer } from "../server-failure.ts";
import { type Chat, seconds } from "./openai-chat.ts";
import { openOpenAiClient } from "./openai-client.ts";
import { firstDialect } from "./openai-dialect.ts";
import { listModels, onlyChatModel } from "./openai-models.ts";

/** A server, its client and what was learned about it. */
export interface Connection {
  readonly server: ModelServer;
  /** Of the model, as far as it is known. */
  name(): string | undefined;
  client(): Promise<OpenAI>;
  /** All that a request needs; asks the server for its model where none was named. Throws as `listModels` does. */
  chat(signal: AbortSignal): Promise<Chat>;
}

export interface ConnectionLimits {
  /** Milliseconds: for a connection to stand, for the first word, of silence after it. */
  readonly connect: number;
  readonly first: number;
  readonly stall: number;
}

/** Makes a connection; nothing is loaded or sent before it is used. */
export function createConnection(server: ModelServer, limits: ConnectionLimits): Connection {
  const { connect, first, stall } = limits;
  let opened: Promise<OpenAI> | undefined;
  let name = server.model;
  let dialect = firstDialect(server.baseUrl);
  const client = (): Promise<OpenAI> => {
    const accept = "application/json, text/event-stream";
    opened ??= openOpenAiClient({ server, connect, maxBytes: 16 * 2 ** 20, accept });
    return opened;
  };
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
