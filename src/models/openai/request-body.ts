import type { OpenAI } from "openai";
import type { ModelMessage, ModelRequest } from "../respond.ts";
import { isOpenAi } from "../servers/is-cloud.ts";
import type { ServerOptions } from "./open-server.ts";

type Body = OpenAI.ChatCompletionCreateParamsStreaming;

/** Parts of the protocol that not every server knows, and how one speaks of what it refuses. */
const parts = {
  format: /response_format|json_schema|grammar|structured|schema|additionalProperties/i,
  limit: /max_(completion_)?tokens/i,
  tools: /\btools?\b|\bfunctions?\b/i,
};
export type Part = keyof typeof parts;

/** The part of a request that a server refuses for its form, not for what it says: without it, it may answer. */
export function refusedPart(error: unknown, without: ReadonlySet<Part>): Part | undefined {
  const { status, param, message } = Object(error);
  if (!/^(400|422|500|501)$/.test(`${status}`)) return undefined;
  return (["format", "limit", "tools"] as const).find(
    (part) => !without.has(part) && parts[part].test(`${param} ${message}`),
  );
}

/** The request in the protocol's words, without the parts that a server does not know. */
export function toBody(
  { messages, tools = [], format, maxTokens }: ModelRequest,
  { model, baseUrl }: Pick<ServerOptions, "model" | "baseUrl">,
  without: ReadonlySet<Part>,
): Body {
  const isInWords = format !== undefined && without.has("format");
  const asked = isInWords ? withSchema(messages, format.schema) : messages;
  const body: Body = { model, messages: asked.map(toMessage), stream: true };
  if (tools.length > 0 && !without.has("tools")) {
    body.tools = tools.map(({ name, description, parameters }) => ({
      type: "function",
      function: { name, description, parameters },
    }));
  }
  if (format !== undefined && !isInWords) {
    body.response_format = { type: "json_schema", json_schema: { ...format, strict: true } };
  }
  // Newer models of OpenAI refuse the old name, local servers do not know the new one.
  const limit = isOpenAi(baseUrl) ? "max_completion_tokens" : "max_tokens";
  if (maxTokens !== undefined && !without.has("limit")) body[limit] = maxTokens;
  return body;
}

/** Puts the schema into the prompt, in the first message: some templates know a system message only there. */
function withSchema(messages: readonly ModelMessage[], schema: object): readonly ModelMessage[] {
  const words = `Answer with JSON of this schema and nothing else:\n${JSON.stringify(schema)}`;
  const [first, ...rest] = messages;
  return first?.role === "system"
    ? [{ role: "system", content: `${first.content}\n\n${words}` }, ...rest]
    : [{ role: "system", content: words }, ...messages];
}

/** JSON has no lone surrogates, and servers choke on calls whose arguments are none, though a model wrote them. */
function toMessage(message: ModelMessage): OpenAI.ChatCompletionMessageParam {
  const content = message.content.toWellFormed();
  if (message.role === "tool") return { role: "tool", tool_call_id: message.callId, content };
  if (message.role !== "assistant" || !message.toolCalls?.length) {
    return { role: message.role, content };
  }
  const tool_calls = message.toolCalls.map(({ id, name, arguments: given }) => ({
    id,
    type: "function" as const,
    function: { name, arguments: isJson(given) ? given : "{}" },
  }));
  return { role: "assistant", content, tool_calls };
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
