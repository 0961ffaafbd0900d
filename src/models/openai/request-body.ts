import type { OpenAI } from "openai";
import type { JsonSchema, ModelMessage, ModelRequest, Tool } from "../respond.ts";
import { isObject } from "../servers/failure.ts";

type Body = OpenAI.ChatCompletionCreateParamsStreaming;

/** How much of the protocol a request uses. */
export interface Way {
  readonly format: "schema" | "object" | "words";
  readonly tools: "strict" | "plain" | "none";
  /** Name of the longest answer: newer models of OpenAI refuse the old name, local servers do not know the new one. */
  readonly limit: "max_completion_tokens" | "max_tokens" | undefined;
}

/** What is tried in turn with a server that refuses a request for its form; after these, `plainest`. */
export function waysFor(isOpenAi: boolean): readonly Way[] {
  const [usual, other] = isOpenAi
    ? (["max_completion_tokens", "max_tokens"] as const)
    : (["max_tokens", "max_completion_tokens"] as const);
  return [
    { format: "schema", tools: "strict", limit: usual },
    { format: "schema", tools: "plain", limit: usual },
    { format: "schema", tools: "plain", limit: other },
    { format: "object", tools: "plain", limit: usual },
    { format: "words", tools: "plain", limit: usual },
    { format: "words", tools: "plain", limit: undefined },
  ];
}

const plainest: Way = { format: "words", tools: "none", limit: undefined };

/** Whether a server refuses the form of a request, not what it says: a plainer one may do. */
export function isAboutForm(error: unknown): boolean {
  if (!isObject(error) || !/^(400|422|500|501)$/.test(`${error.status}`)) return false;
  return form.test(`${error.param} ${error.message}`);
}

const form =
  /response_format|json_(schema|object)|grammar|structured|strict|schema|additionalProperties|max_(completion_)?tokens|\btools?\b|\bfunctions?\b/i;

/** The request in the protocol's words. */
export function toBody(request: ModelRequest, model: string, way: Way = plainest): Body {
  const { tools = [], format, maxTokens } = request;
  const { limit } = way;
  return {
    model,
    messages: withSchema(request, way).map(toMessage),
    stream: true,
    ...(tools.length === 0 || way.tools === "none"
      ? {}
      : { tools: tools.map((tool) => toTool(tool, way.tools === "strict")) }),
    ...(format === undefined || way.format === "words" ? {} : toFormat(format, way)),
    ...(maxTokens === undefined || limit === undefined ? {} : { [limit]: maxTokens }),
  };
}

/** Puts the schema into the prompt for a server that takes none. */
function withSchema({ messages, format }: ModelRequest, way: Way): readonly ModelMessage[] {
  if (format === undefined || way.format === "schema") return messages;
  const words = `Answer with JSON of this schema and nothing else:\n${JSON.stringify(format.schema)}`;
  const [first, ...rest] = messages;
  // Some templates know one system message only, and that as the first.
  return first?.role === "system"
    ? [{ role: "system", content: `${first.content}\n\n${words}` }, ...rest]
    : [{ role: "system", content: words }, ...messages];
}

type Format = NonNullable<ModelRequest["format"]>;

function toFormat({ name, schema: given }: Format, way: Way): Pick<Body, "response_format"> {
  if (way.format === "object") return { response_format: { type: "json_object" } };
  const { $schema: _, ...schema } = given;
  const json_schema = { name, schema, strict: isClosed(schema) };
  return { response_format: { type: "json_schema", json_schema } };
}

function toTool({ name, description, parameters: given }: Tool, strict: boolean) {
  const { $schema: _, ...parameters } = given;
  const isStrict = strict && isClosed(parameters);
  const made = { name, description, parameters, ...(isStrict ? { strict: true } : {}) };
  return { type: "function" as const, function: made };
}

/** OpenAI's rule for `strict`: each object requires all its properties and allows no other. */
function isClosed(schema: unknown): boolean {
  if (!isObject(schema)) return true;
  if (Array.isArray(schema)) return schema.every(isClosed);
  const { type, properties, required, additionalProperties } = schema as JsonSchema;
  const names = Object.keys(isObject(properties) ? properties : {});
  const isOpen = additionalProperties !== false || names.length !== Object(required).length;
  if (type === "object" && isOpen) return false;
  return Object.values(schema).every(isClosed);
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
