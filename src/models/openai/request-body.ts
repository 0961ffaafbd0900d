import type { OpenAI } from "openai";
import type { JsonSchema, ModelMessage, ModelRequest, Tool } from "../respond.ts";
import { isObject } from "../servers/server-failure.ts";
import { isJson } from "./assembly.ts";

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
    ...(tools.length > 0 ? { tools: tools.map((tool) => toTool(tool, dialect)) } : {}),
    ...(format === undefined ? {} : toFormat(format, dialect)),
    ...(maxTokens === undefined || limit === undefined ? {} : { [limit]: maxTokens }),
  };
}

/** Puts the schema into the prompt for a server that takes none. */
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

/** What of the protocol a server understands. */
export interface Dialect {
  readonly format: "schema" | "object" | "none";
  /** Names for the longest answer, the one to try first; none: the limit is not sent. */
  readonly limits: readonly ("max_completion_tokens" | "max_tokens")[];
  readonly tools: "strict" | "plain" | "none";
}

/** What is tried first: OpenAI's newer models refuse the old name of the limit, local servers do not know the new one. */
export function firstDialect(baseUrl: string): Dialect {
  const isOpenAi = /(^|\.)openai\.(azure\.)?com$/.test(new URL(baseUrl).hostname);
  const limits = ["max_completion_tokens", "max_tokens"] as const;
  return {
    format: "schema",
    limits: isOpenAi ? limits : limits.toReversed(),
    tools: "strict",
  };
}

/** The dialect without what the server just refused; undefined where the refusal is about something else. */
export function plainerDialect(
  dialect: Dialect,
  refusal: unknown,
  request: ModelRequest,
): Dialect | undefined {
  const status = isObject(refusal) ? refusal.status : undefined;
  if (status !== 400 && status !== 422 && status !== 500 && status !== 501) return undefined;
  const words = wordsOf(refusal);
  if (request.format !== undefined && dialect.format !== "none" && isAboutFormat(words)) {
    return { ...dialect, format: dialect.format === "schema" ? "object" : "none" };
  }
  if (status === 500) return undefined; // llama.cpp says so of a grammar it cannot make; else it is what it says.
  const hasLimit = request.maxTokens !== undefined && dialect.limits.length > 0;
  if (hasLimit && /max_(completion_)?tokens/.test(words)) {
    return { ...dialect, limits: dialect.limits.slice(1) };
  }
  return request.tools?.length ? withPlainerTools(dialect, words) : undefined;
}

function withPlainerTools(dialect: Dialect, words: string): Dialect | undefined {
  if (
    dialect.tools !== "none" &&
    /not support(ed)? (for )?(tool|function)|(tool|function)s? (calling |use )?(is|are) not support/i.test(
      words,
    )
  ) {
    return { ...dialect, tools: "none" };
  }
  return dialect.tools === "strict" &&
    /\bstrict\b|schema for function|additionalProperties/i.test(words)
    ? { ...dialect, tools: "plain" }
    : undefined;
}

function isAboutFormat(words: string): boolean {
  return /response_format|json_schema|json_object|grammar|structured output/i.test(words);
}

function wordsOf(refusal: unknown): string {
  const param = isObject(refusal) && typeof refusal.param === "string" ? refusal.param : "";
  return `${param} ${refusal instanceof Error ? refusal.message : ""}`;
}

/** A schema as a server gets it, and whether it may be enforced to the letter. */
interface ServerSchema {
  readonly schema: Record<string, unknown>;
  readonly strict: boolean;
}

/**
 * Strict means by OpenAI's rules: each object names all its properties, requires them all and allows no other. Objects
 * are closed where only that is missing; a schema with optional properties stays as it is and is not strict.
 */
function toServerSchema(given: JsonSchema): ServerSchema {
  const { $schema: _, ...schema } = given;
  const closed = close(schema);
  const strict = isObject(closed) && closed.type === "object" && isStrict(closed);
  return { schema: strict ? closed : schema, strict };
}

/** Keywords that the rules do not know. */
const foreign = [
  "allOf",
  "dependentRequired",
  "dependentSchemas",
  "else",
  "if",
  "not",
  "oneOf",
  "patternProperties",
  "propertyNames",
  "then",
];

function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (!isObject(schema)) return true;
  if (foreign.some((word) => word in schema)) return false;
  if (schema.type === "object" || isObject(schema.properties)) {
    const names = isObject(schema.properties) ? Object.keys(schema.properties) : [];
    const required = Array.isArray(schema.required) ? schema.required : [];
    if (schema.additionalProperties !== false) return false;
    if (!names.every((name) => required.includes(name))) return false;
  }
  return parts(schema).every(isStrict);
}

function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (!isObject(schema)) return schema;
  const closed: Record<string, unknown> = { ...schema };
  for (const word of ["items", "anyOf"]) if (word in schema) closed[word] = close(schema[word]);
  for (const word of ["properties", "$defs", "definitions"]) {
    if (isObject(schema[word])) closed[word] = closeEach(schema[word]);
  }
  const isOpen = schema.type === "object" && isObject(schema.properties);
  if (isOpen) closed.additionalProperties ??= false;
  return closed;
}

function closeEach(schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, close(schema)]));
}

function parts(schema: Readonly<Record<string, unknown>>): unknown[] {
  const named = ["properties", "$defs", "definitions"].flatMap((word) =>
    isObject(schema[word]) ? Object.values(schema[word]) : [],
  );
  return [...named, schema.items, schema.anyOf];
}
