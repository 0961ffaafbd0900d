import { z } from "zod";

const name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
const jsonSchema = z.record(z.string(), z.unknown());

const callSchema = z.strictObject({
  id: z.string().min(1),
  type: z.literal("function"),
  function: z.strictObject({ name, arguments: z.string().refine(isJsonObject, "not JSON") }),
});

const messageSchema = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("system"), content: z.string() }),
  z.strictObject({ role: z.literal("user"), content: z.string() }),
  z.strictObject({
    role: z.literal("assistant"),
    content: z.string(),
    tool_calls: z.array(callSchema).min(1).optional(),
  }),
  z.strictObject({ role: z.literal("tool"), tool_call_id: z.string().min(1), content: z.string() }),
]);

const formatSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("json_object") }),
  z.strictObject({
    type: z.literal("json_schema"),
    json_schema: z.strictObject({ name, schema: jsonSchema, strict: z.boolean() }),
  }),
]);

const toolSchema = z.strictObject({
  type: z.literal("function"),
  function: z.strictObject({
    name,
    description: z.string(),
    parameters: jsonSchema,
  }),
});

/** The body of a request: what Loci may send, and no key beside it. */
export const chatSchema = z.strictObject({
  model: z.string().min(1),
  messages: z.array(messageSchema).min(1),
  stream: z.literal(true),
  tools: z.array(toolSchema).min(1).max(128).optional(),
  response_format: formatSchema.optional(),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
});

export type ChatRequest = z.infer<typeof chatSchema>;

/** The rules between the parts, which a schema cannot say; the sentences name what breaks them. */
export function judgeChat(chat: ChatRequest): readonly string[] {
  return [...judgeWhole(chat), ...judgeCalls(chat), ...judgeSchemas(chat)];
}

function judgeWhole(chat: ChatRequest): string[] {
  const found: string[] = [];
  if (chat.max_tokens !== undefined && chat.max_completion_tokens !== undefined) {
    found.push("max_tokens beside max_completion_tokens");
  }
  const words = chat.messages.map(({ content }) => content).join("\n");
  if (chat.response_format?.type === "json_object" && !/json/i.test(words)) {
    found.push("response_format json_object, but no message says json");
  }
  if (!words.isWellFormed()) found.push("a lone surrogate");
  const names = (chat.tools ?? []).map((tool) => tool.function.name);
  if (new Set(names).size < names.length) found.push("two tools of one name");
  return found;
}

/** Each call is answered once, right after its message; nothing else is answered. */
function judgeCalls({ messages }: ChatRequest): string[] {
  const found: string[] = [];
  let open = new Set<string>();
  for (const [i, message] of messages.entries()) {
    if (message.role === "tool") {
      if (!open.delete(message.tool_call_id)) found.push(`messages[${i}] answers no open call`);
      continue;
    }
    if (open.size > 0) found.push(`messages[${i}] comes before ${[...open].join()} was answered`);
    const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
    open = new Set(calls.map(({ id }) => id));
    if (open.size < calls.length) found.push(`messages[${i}] has two calls of one id`);
  }
  if (open.size > 0) found.push(`no answer to ${[...open].join()}`);
  return found;
}

function judgeSchemas({ response_format: format }: ChatRequest): string[] {
  if (format?.type !== "json_schema" || !format.json_schema.strict) return [];
  const { name, schema } = format.json_schema;
  const found = judgeStrict(schema, `Invalid schema for response_format '${name}'`);
  if (schema.type !== "object") found.push(`response_format '${name}' is not an object`);
  return found;
}

const known = new Set(
  "type properties required additionalProperties items enum const anyOf $ref $defs definitions description title pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems minLength maxLength default".split(
    " ",
  ),
);

/** OpenAI's rules for `strict`. */
function judgeStrict(schema: unknown, at: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const node: Record<string, unknown> = { ...schema };
  const found = Object.keys(node)
    .filter((word) => !known.has(word))
    .map((word) => `${at}: '${word}' is not permitted`);
  const properties: Record<string, unknown> = { ...Object(node.properties) };
  if (node.type === "object" || node.properties !== undefined) {
    if (node.additionalProperties !== false) found.push(`${at}: 'additionalProperties' not false`);
    const required: readonly unknown[] = Array.isArray(node.required) ? node.required : [];
    const missing = Object.keys(properties).filter((key) => !required.includes(key));
    if (missing.length > 0) found.push(`${at}: 'required' is missing ${missing.join()}`);
  }
  const parts = { ...properties, ...Object(node.$defs), ...Object(node.definitions) };
  const any: readonly unknown[] = Array.isArray(node.anyOf) ? node.anyOf : [];
  for (const [key, part] of Object.entries(parts)) found.push(...judgeStrict(part, `${at}.${key}`));
  for (const part of [node.items, ...any]) found.push(...judgeStrict(part, `${at}[]`));
  return found;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}
