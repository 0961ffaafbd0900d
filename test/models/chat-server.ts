import { z } from "zod";
import { type Reply, sendReply } from "./chat-replies.ts";
import { type ChatRequest, chatSchema, judgeChat } from "./chat-rules.ts";
import {
  type Fault,
  jsonOf,
  type Request,
  refuse,
  type StrictServer,
  sendFault,
  sendModels,
  startStrictServer,
} from "./strict-server.ts";

/** What of the protocol an older or smaller server does not know: it answers 400 to it. */
type Unknown = "json_schema" | "json_object" | "max_tokens" | "tools";

export interface ChatServerOptions {
  /** Names it knows. */
  readonly models?: readonly string[];
  readonly key?: string;
  readonly unknown?: readonly Unknown[];
  readonly port?: number;
}

export interface ChatServer extends StrictServer {
  /** Each request that kept the rules, also those that got a fault. */
  readonly requests: ChatRequest[];
  /** SpokenMessage by the next requests, first one first. */
  readonly replies: Reply[];
  /** SpokenMessage by every request for which `replies` holds none. */
  always: Reply | undefined;
  /** In place of the list at `/v1/models`, while set. */
  list: Fault | undefined;
}

/**
 * Speaks `/v1/chat/completions` and `/v1/models` strictly on loopback: a request that breaks a rule gets status 400 and
 * is kept in `violations`, as is one that no reply is scripted for. A reply may be a function of the request.
 */
export async function startChatServer(options: ChatServerOptions = {}): Promise<ChatServer> {
  const { models = ["test-model"] } = options;
  const server = await startStrictServer(options, (request) => {
    const { route, response } = request;
    if (route === "POST /v1/chat/completions") return answerChat(state, options, models, request);
    if (route !== "GET /v1/models") return refuse(response, 404, `no route ${route}`);
    if (state.list !== undefined) return sendFault(state.list, response);
    sendModels(response, models);
  });
  const state: ChatServer = Object.assign(server, {
    requests: [],
    replies: [],
    always: undefined,
    list: undefined,
  });
  return state;
}

async function answerChat(
  state: ChatServer,
  { unknown: unknowns }: ChatServerOptions,
  models: readonly string[],
  request: Request,
): Promise<void> {
  const { response } = request;
  const parsed = chatSchema.safeParse(jsonOf(request));
  const broken = parsed.success ? judgeChat(parsed.data) : [z.prettifyError(parsed.error)];
  if (!parsed.success || broken.length > 0) {
    state.violations.push(...broken);
    return refuse(response, 400, broken.join("; "));
  }
  const chat = parsed.data;
  const unknown = unknowns?.find((word) => uses(chat, word));
  if (unknown !== undefined) return refuse(response, 400, refusals[unknown]);
  if (!models.includes(chat.model)) return refuse(response, 404, `model "${chat.model}" not found`);
  state.requests.push(chat);
  const reply = state.replies.shift() ?? state.always;
  if (reply !== undefined) return sendReply(reply, chat, response);
  state.violations.push("a request that no reply is scripted for");
  refuse(response, 500, "no reply is scripted");
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
