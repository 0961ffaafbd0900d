import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { type Reply, sendRefusal, sendReply } from "./chat-replies.ts";
import { type ChatRequest, chatSchema, judgeChat } from "./chat-rules.ts";
import { sendJson } from "./embedding-server.ts";

/** What of the protocol an older or smaller server does not know: it answers 400 to it. */
type Unknown = "json_schema" | "json_object" | "max_tokens" | "tools";

export interface ChatServerOptions {
  /** Names it knows. */
  readonly models?: readonly string[];
  readonly key?: string;
  readonly unknown?: readonly Unknown[];
  readonly port?: number;
}

interface State {
  /** Each request that kept the rules, also those that got a fault. */
  readonly requests: ChatRequest[];
  /** Of every request to any address. */
  readonly headers: IncomingMessage["headers"][];
  /** Everything that a strict server would have refused, and each request that no reply was left for. */
  readonly violations: string[];
  /** SpokenMessage by the next requests, first one first. */
  readonly replies: Reply[];
  /** SpokenMessage by every request for which `replies` holds none. */
  always: Reply | undefined;
  /** In place of the list at `/v1/models`, while set; only plain faults make sense. */
  list: Reply | undefined;
  /** Answers whose connection the client closed before their end. */
  closedEarly: number;
  /** Connections that were opened. */
  connections: number;
}

export interface ChatServer extends State {
  /** Up to and with `/v1`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Speaks `/v1/chat/completions` and `/v1/models` strictly on loopback: a request that breaks a rule gets status 400 and
 * is kept in `violations`. Replies are scripted; a reply may be a function of the request.
 */
export async function startChatServer(options: ChatServerOptions = {}): Promise<ChatServer> {
  const state: State = {
    requests: [],
    headers: [],
    violations: [],
    replies: [],
    always: undefined,
    list: undefined,
    closedEarly: 0,
    connections: 0,
  };
  const server = createServer(async (request, response) => {
    state.headers.push(request.headers);
    let isClosedByUs = false;
    const { socket } = request;
    // Scripted resets destroy the socket themselves: only the client's closing ends it by an `end` or an error.
    const reset = socket.resetAndDestroy.bind(socket);
    socket.resetAndDestroy = () => {
      isClosedByUs = true;
      return reset();
    };
    response.on("close", () => {
      if (!response.writableFinished && !isClosedByUs && server.listening) state.closedEarly++;
    });
    response.on("error", () => undefined); // The client has gone; `closedEarly` says so.
    await answer(state, options, request, response);
  });
  server.on("connection", () => state.connections++);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

const defaultModels = ["test-model"];
const noChat: ChatRequest = { model: "", messages: [], stream: true };

async function answer(
  state: State,
  options: ChatServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  const { method, url, headers } = request;
  const refuse = (status: number, error: string | object): void =>
    sendRefusal({ status, error }, response);
  const isChat = method === "POST" && url === "/v1/chat/completions";
  if (!isChat && !(method === "GET" && url === "/v1/models")) {
    return refuse(404, `no route ${method} ${url}`);
  }
  const wanted = options.key === undefined ? undefined : `Bearer ${options.key}`;
  if (headers.authorization !== wanted) {
    return refuse(401, `Incorrect API key provided: ${headers.authorization}`);
  }
  if (isChat) {
    const isJson = headers["content-type"] === "application/json";
    return answerChat(state, options, isJson ? body : undefined, response);
  }
  if (state.list !== undefined) return sendReply(state.list, noChat, response);
  const models = options.models ?? defaultModels;
  const data = models.map((id) => ({ id, object: "model", created: 1, owned_by: "test" }));
  sendJson(response, 200, { object: "list", data });
}

async function answerChat(
  state: State,
  options: ChatServerOptions,
  body: unknown,
  response: ServerResponse,
): Promise<void> {
  const refuse = (status: number, error: string | object): void =>
    sendRefusal({ status, error }, response);
  const parsed = chatSchema.safeParse(body);
  const broken = parsed.success ? judgeChat(parsed.data) : [z.prettifyError(parsed.error)];
  if (!parsed.success || broken.length > 0) {
    state.violations.push(...broken);
    return refuse(400, broken.join("; "));
  }
  const chat = parsed.data;
  const unknown = options.unknown?.find((word) => uses(chat, word));
  if (unknown !== undefined) return refuse(400, refusals[unknown]);
  if (!(options.models ?? defaultModels).includes(chat.model)) {
    return refuse(404, `model "${chat.model}" not found`);
  }
  state.requests.push(chat);
  const reply = state.replies.shift() ?? state.always;
  if (reply !== undefined) return sendReply(reply, chat, response);
  state.violations.push("a request that no reply is scripted for");
  refuse(500, "no reply is scripted");
}

const uses = (chat: ChatRequest, word: Unknown): boolean =>
  word.startsWith("json") ? chat.response_format?.type === word : word in chat;

/** In the words of real servers. */
const refusals: Readonly<Record<Unknown, object | string>> = {
  json_schema: {
    message: "Invalid parameter: 'response_format' of type 'json_schema' is not supported",
    param: "response_format",
  },
  json_object: "'response_format.type' must be 'text'",
  max_tokens: {
    message:
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    param: "max_tokens",
    code: "unsupported_parameter",
  },
  tools: "registry.ollama.ai/library/gemma:2b does not support tools",
};

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch {
    return undefined;
  }
}
