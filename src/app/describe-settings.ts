import { z } from "zod";
import { readLayers, readSettings, sectionKeys } from "../config.ts";
import { settingsSchema } from "../settings.ts";

/** One setting as `loci config` shows it. */
export interface DescribedSetting {
  readonly key: string;
  readonly value: unknown;
  /** `default`, a file, or `environment`. */
  readonly origin: string;
  readonly meaning: string;
}

/** Every setting of a vault with its value and origin, and the JSON Schema of the settings file. */
export function describeSettings(
  root: string,
  env: NodeJS.ProcessEnv,
): { readonly settings: readonly DescribedSetting[]; readonly schema: unknown } {
  const values = readSettings(root, env);
  const layers = readLayers(root, env);
  const originOf = (path: readonly string[]): string =>
    layers.findLast(({ values }) => at(values, path) !== undefined)?.origin ?? "default";
  const settings = paths().map(({ path, meaning }) => ({
    key: path.join("."),
    value: at(values, path),
    origin: originOf(path),
    meaning,
  }));
  return { settings, schema: z.toJSONSchema(settingsSchema, { io: "input" }) };
}

function paths(): { path: string[]; meaning: string }[] {
  return Object.entries<z.ZodType>(settingsSchema.shape).flatMap(([name, type]) => {
    const inner = Object.entries(sectionKeys(name));
    if (inner.length === 0) return [{ path: [name], meaning: type.description ?? "" }];
    return inner.map(([key, field]) => ({ path: [name, key], meaning: field.description ?? "" }));
  });
}

function at(values: unknown, path: readonly string[]): unknown {
  let value = values;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
