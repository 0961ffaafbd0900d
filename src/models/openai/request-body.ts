import type { OpenAI } from "openai";
import type { ModelMessage, ModelRequest } from "../respond.ts";
import { isObject } from "../servers/failure.ts";

type Body = OpenAI.ChatCompletionCreateParamsStreaming;

/** How much of the protocol a request uses. */
export interface Style {
  readonly format: "json_schema" | "json_object" | "words";
  /** Name of the longest answer: newer models of OpenAI refuse the old name, local servers do not know the new one. */
  readonly limit?: "max_completion_tokens" | "max_tokens";
  readonly hasTools: boolean;
}

/** What is tried in turn with a server that refuses a request for its form; after these, `plainest`. */
export function stylesFor(isOpenAi: boolean): readonly Style[] {
  const limit = isOpenAi ? "max_completion_tokens" : "max_tokens";
  return [
    { format: "json_schema", limit, hasTools: true },
    { format: "json_schema", hasTools: true },
    { format: "json_object", hasTools: true },
    { format: "words", hasTools: true },
  ];
}

const plainest: Style = { format: "words", hasTools: false };

/** Whether a server refuses the form of a request, not what it says: a plainer one may do. */
export function isAboutForm(error: unknown): boolean {
  if (!isObject(error) || !/^(400|422|500|501)$/.test(`${error.status}`)) return false;
  return form.test(`${error.param} ${error.message}`);
}

const form =
  /response_format|json_(schema|object)|grammar|structured|schema|additionalProperties|max_(completion_)?tokens|\btools?\b|\bfunctions?\b/i;

/** The request in the protocol's words. */
export function toBody(request: ModelRequest, model: string, style: Style = plainest): Body {
  const { tools = [], format, maxTokens } = request;
  const body: Body = { model, messages: withSchema(request, style).map(toMessage), stream: true };
  if (style.hasTools && tools.length > 0) {
    body.tools = tools.map(({ name, description, parameters }) => ({
      type: "function",
      function: { name, description, parameters },
    }));
  }
  if (format !== undefined && style.format === "json_object") {
    body.response_format = { type: "json_object" };
  } else if (format !== undefined && style.format === "json_schema") {
    const { name, schema } = format;
    body.response_format = { type: "json_schema", json_schema: { name, schema, strict: true } };
  }
  if (maxTokens !== undefined && style.limit !== undefined) body[style.limit] = maxTokens;
  return body;
}

/** Puts the schema into the prompt for a server that takes none. */
function withSchema({ messages, format }: ModelRequest, style: Style): readonly ModelMessage[] {
  if (format === undefined || style.format === "json_schema") return messages;
  const words = `Answer with JSON of this schema and nothing else:\n${JSON.stringify(format.schema)}`;
  const [first, ...rest] = messages;
  // Some templates know one system message only, and that as the first.
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
