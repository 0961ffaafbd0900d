import type { JsonSchema } from "./respond.ts";
import { isObject } from "./server-failure.ts";

/** A schema as a server gets it, and whether it may be enforced to the letter. */
export interface ServerSchema {
  readonly schema: Record<string, unknown>;
  readonly strict: boolean;
}

/**
 * Strict means by OpenAI's rules: each object names all its properties, requires them all and allows no other. Objects
 * are closed where only that is missing; a schema with optional properties stays as it is and is not strict.
 */
export function toServerSchema(given: JsonSchema): ServerSchema {
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
