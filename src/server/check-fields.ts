import { z } from "zod";
import { adviceOn, LociError } from "../errors.ts";

/** Validates the fields of a body or query. Throws LociError BAD_INPUT that names the first wrong field. */
export function checkFields<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  value: unknown,
): z.output<z.ZodObject<Shape>> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const fields = Object.keys(schema.shape);
  if (issue?.code === "unrecognized_keys") throw unknownField(issue.keys[0] ?? "", fields);
  const field = issue?.path.map(String).join(".") ?? "";
  if (field === "") {
    throw new LociError("BAD_INPUT", "Cannot read the body: it is JSON, but not an object", {
      data: { fields },
    });
  }
  const isMissing = typeof value === "object" && value !== null && !Object.hasOwn(value, field);
  const state = isMissing ? "it is missing" : (issue?.message ?? "it is not valid");
  throw new LociError("BAD_INPUT", `Cannot use the field "${field}": ${state}`, {
    data: { field },
  });
}

/**
 * Converts a query string to the fields of a schema: to numbers and booleans where it wants them, and to null what is empty
 * where it takes that; `q` is short for `query`. Throws LociError BAD_INPUT for a field given twice.
 */
export function queryFields(query: URLSearchParams, schema?: z.ZodObject): Record<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, text] of query) {
    const field = name === "q" ? "query" : name;
    if (fields.has(field)) {
      throw new LociError("BAD_INPUT", `Cannot use the field "${name}": it is given twice`, {
        data: { field: name },
      });
    }
    const wanted = Object.hasOwn(schema?.shape ?? {}, field) ? schema?.shape[field] : undefined;
    fields.set(field, fromText(wanted, text));
  }
  return Object.fromEntries(fields);
}

function fromText(wanted: z.core.$ZodType | undefined, text: string): unknown {
  if (wanted instanceof z.ZodExactOptional || wanted instanceof z.ZodDefault) {
    return fromText(wanted.def.innerType, text);
  }
  if (wanted instanceof z.ZodNullable && text.trim() === "") return null;
  if (wanted instanceof z.ZodNumber) return /^\d{1,9}$/.test(text) ? Number(text) : text;
  if (!(wanted instanceof z.ZodBoolean)) return text;
  if (text === "" || text === "1" || text === "true") return true;
  return text === "0" || text === "false" ? false : text;
}

function unknownField(name: string, fields: readonly string[]): LociError {
  return new LociError(
    "BAD_INPUT",
    `Cannot use the field "${name.slice(0, 80)}": there is no such field; ${adviceOn(name.slice(0, 80), fields, fields.length === 0 ? "this address takes none" : `there are ${fields.join(", ")}`)}`,
    { data: { field: name.slice(0, 80), fields } },
  );
}
