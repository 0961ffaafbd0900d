import { z } from "zod";
import { bareType, fieldsOf } from "./settings-tree.ts";

/** What a setting takes, in few words: `name, wake, push, open`; `200 to 5000`. */
export function allowedValues(type: z.core.$ZodType): string {
  const bare = bareType(type);
  if (bare instanceof z.ZodBoolean) return "true, false";
  if (bare instanceof z.ZodEnum) return bare.options.join(", ");
  if (bare instanceof z.ZodNumber) return rangeOf(bare) ?? "a number";
  if (bare instanceof z.ZodArray) return "a list";
  if (bare instanceof z.ZodRecord) return "keys and values";
  if (bare instanceof z.ZodURL) return "an address";
  return "text";
}

/**
 * What to write instead of a wrong value, for people who know nothing of types: "it takes a whole number, such as 700".
 * Undefined for what is no fault of a value.
 */
export function adviceOnValue(
  issue: z.core.$ZodRawIssue,
  type: z.core.$ZodType | undefined,
): string | undefined {
  switch (issue.code) {
    case "invalid_type":
    case "invalid_value":
      return type && adviceOnType(type, issue.input);
    case "too_small":
    case "too_big":
      return type && adviceOnSize(type, issue);
    case "invalid_format":
      return type && adviceOnFormat(type);
    case "invalid_key":
      return issue.issues[0]?.message;
    default:
      return undefined;
  }
}

const isEmpty = "it is empty: write a value, or leave the line out";

function adviceOnType(type: z.core.$ZodType, input: unknown): string {
  const bare = bareType(type);
  if (bare instanceof z.ZodObject)
    return `it is a section: write its keys below it${likeKey(bare)}`;
  if (bare instanceof z.ZodRecord) return "it is a section: write its keys below it";
  if (input === undefined) return "it is missing";
  if (input === null) return isEmpty;
  if (bare instanceof z.ZodBoolean) return "it is true or false";
  if (bare instanceof z.ZodEnum) return `it is ${listed(bare.options.map(String))}`;
  if (bare instanceof z.ZodNumber) return `it takes ${kindOf(bare)}${likeNumber(type, bare)}`;
  if (bare instanceof z.ZodArray) return `it is a list${likeList(type)}`;
  return `it takes text${typeof input === "object" ? "" : `, such as "${String(input)}" in quotes`}`;
}

function adviceOnSize(
  type: z.core.$ZodType,
  { code, origin, maximum, minimum }: z.core.$ZodRawIssue,
): string | undefined {
  const bare = bareType(type);
  if (bare instanceof z.ZodNumber) return `it takes ${kindOf(bare)} from ${rangeOf(bare)}`;
  if (code === "too_big") {
    return origin === "array"
      ? `it is too long: ${maximum} at the most`
      : `it is too long: ${maximum} characters at the most`;
  }
  if (origin === "array") return "it is an empty list: name at least one";
  return minimum === 1 ? isEmpty : `it is too short: ${minimum} characters at least`;
}

function adviceOnFormat(type: z.core.$ZodType): string | undefined {
  return bareType(type) instanceof z.ZodURL
    ? "write an address with http:// or https://"
    : undefined;
}

const kindOf = (type: z.ZodNumber): string =>
  type.format === "safeint" ? "a whole number" : "a number";

function rangeOf({ minValue, maxValue }: z.ZodNumber): string | undefined {
  return minValue === null || maxValue === null ? undefined : `${minValue} to ${maxValue}`;
}

/** Its default; where it has none, the least it may be. */
function likeNumber(type: z.core.$ZodType, { minValue }: z.ZodNumber): string {
  const example = type instanceof z.ZodDefault ? type.def.defaultValue : minValue;
  return `, such as ${String(example)}`;
}

function likeList(type: z.core.$ZodType): string {
  const usual: unknown = type instanceof z.ZodDefault ? type.def.defaultValue : undefined;
  if (!Array.isArray(usual) || usual.length === 0) return ": write its parts in [ and ]";
  return `, such as [${usual.slice(0, 2).join(", ")}]`;
}

/** The key that a user of the section most likely wants: one that has no default. */
function likeKey(section: z.ZodObject): string {
  const fields = Object.entries(fieldsOf(section));
  const [key] = fields.find(([, field]) => field instanceof z.ZodOptional) ?? fields[0] ?? [];
  return key === undefined ? "" : `, such as ${key}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
