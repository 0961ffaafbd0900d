import type { OpenAI } from "openai";
import type { ModelMessage, ModelRequest, Tool } from "../respond.ts";
import { toServerSchema } from "../strict-schema.ts";
import { isJson } from "./openai-assembly.ts";
import type { Dialect } from "./openai-dialect.ts";

type Body = OpenAI.ChatCompletionCreateParamsStreaming;

/** The request in the protocol's words, as far as the server understands them. */
export function toBody(request: ModelRequest, model: string, dialect: Dialect): Body {
  const { format, maxTokens } = request;
  const [limit] = dialect.limits;
  const tools = dialect.tools === "none" ? [] : (request.tools ?? []);
  return {
    model,
    messages: withSchema(request, dialect).map(toMessage),
    stream: true,
    ...(dialect.usage ? { stream_options: { include_usage: true } } : {}),
    ...(tools.length > 0 ? { tools: tools.map((tool) => toTool(tool, dialect)) } : {}),
    ...(format === undefined ? {} : toFormat(format, dialect)),
    ...(maxTokens === undefined || limit === undefined ? {} : { [limit]: maxTokens }),
  };
}

/** A server that cannot be given the schema apart is told it in words. */
function withSchema({ messages, format }: ModelRequest, dialect: Dialect): readonly ModelMessage[] {
  if (format === undefined || dialect.format === "schema") return messages;
  const words = `Answer with JSON of this schema and nothing else:\n${JSON.stringify(format.schema)}`;
  const [first, ...rest] = messages;
  // Some templates know one system message only, and that as the first.
  return first?.role === "system"
    ? [{ role: "system", content: `${first.content}\n\n${words}` }, ...rest]
    : [{ role: "system", content: words }, ...messages];
}

function toFormat(
  format: NonNullable<ModelRequest["format"]>,
  dialect: Dialect,
): Pick<Body, "response_format"> {
  if (dialect.format === "none") return {};
  if (dialect.format === "object") return { response_format: { type: "json_object" } };
  const { schema, strict } = toServerSchema(format.schema);
  const { name } = format;
  return { response_format: { type: "json_schema", json_schema: { name, schema, strict } } };
}

function toTool({ name, description, parameters }: Tool, dialect: Dialect) {
  const { schema, strict } = toServerSchema(parameters);
  const isStrict = strict && dialect.tools === "strict";
  return {
    type: "function" as const,
    function: { name, description, parameters: schema, ...(isStrict ? { strict } : {}) },
  };
}

/** JSON has no lone surrogates, and servers choke on calls whose arguments are none, though a model wrote them. */
function toMessage(message: ModelMessage): OpenAI.ChatCompletionMessageParam {
  const content = message.content.toWellFormed();
  if (message.role === "tool") return { role: "tool", tool_call_id: message.callId, content };
  if (message.role !== "assistant" || !message.toolCalls?.length) {
    return { role: message.role, content };
  }
  const calls = message.toolCalls.map((call) => ({
    id: call.id,
    type: "function" as const,
    function: { name: call.name, arguments: isJson(call.arguments) ? call.arguments : "{}" },
  }));
  return { role: "assistant", content, tool_calls: calls };
}
