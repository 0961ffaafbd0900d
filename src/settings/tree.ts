import { z } from "zod";
import { settingsSchema } from "./schema.ts";

/** A setting that is not a section of others, and where it stands. */
export interface PlainSetting {
  readonly path: readonly string[];
  readonly type: z.core.$ZodType;
  /** One sentence on what it does. */
  readonly meaning: string;
}

/** Every setting that is not a section of others, in the order of the schema. */
export function plainSettings(
  section: z.core.$ZodType = settingsSchema,
  above: readonly string[] = [],
): readonly PlainSetting[] {
  return Object.entries(fieldsOf(section)).flatMap(([key, type]) => {
    const path = [...above, key];
    if (bareType(type) instanceof z.ZodObject) return plainSettings(type, path);
    return [{ path, type: bareType(type), meaning: type.description ?? "" }];
  });
}

/** The type at a path of keys (or places in a list); undefined where nothing may stand. */
export function settingAt(path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  let type: z.core.$ZodType | undefined = settingsSchema;
  for (const key of path) {
    const outer: z.core.$ZodType | undefined = type && bareType(type);
    if (outer instanceof z.ZodArray) type = outer.element;
    else if (outer instanceof z.ZodRecord) type = outer.valueType;
    else type = fieldsOf(outer)[String(key)];
  }
  return type;
}

/** The settings in a section by their keys; none for anything else. */
export function fieldsOf(type: z.core.$ZodType | undefined): Readonly<Record<string, z.ZodType>> {
  const bare = type && bareType(type);
  return bare instanceof z.ZodObject ? (bare.shape as Record<string, z.ZodType>) : {};
}

/** A type without its default, and whether it may be left out. */
function bareType(type: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    type instanceof z.ZodOptional || type instanceof z.ZodDefault || type instanceof z.ZodPrefault;
  return isWrapped ? bareType(type.unwrap()) : type;
}

/** Nested values of settings, as a file holds them. */
export type Values = Readonly<Record<string, unknown>>;

export const isSection = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a path; undefined where there is none. */
export function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isSection(value) ? value[key] : undefined), values);
}

/** A value within the sections of its path. */
export function inside(path: readonly string[], value: unknown): Values {
  const [key = "", ...rest] = path;
  return { [key]: rest.length === 0 ? value : inside(rest, value) };
}

/** Joins sections; of all else the later value holds. */
export function merge(earlier: Values, later: Values): Values {
  const merged: Record<string, unknown> = { ...earlier };
  for (const [key, value] of Object.entries(later)) {
    const old = merged[key];
    merged[key] = isSection(value) && isSection(old) ? merge(old, value) : value;
  }
  return merged;
}
