import { z } from "zod";
import { allowedValues } from "../allowed-values.ts";
import { envName, readLayers, readSettings } from "../config.ts";
import { settingsSchema } from "../settings.ts";
import { bareType, plainSettings } from "../settings-tree.ts";

/** One setting as `loci config` shows it. */
export interface DescribedSetting {
  readonly key: string;
  readonly value: unknown;
  /** `default`, a file, or `environment`. */
  readonly origin: string;
  readonly meaning: string;
  /** What it takes: `name, wake, push, open`; `200 to 5000`; `text`. */
  readonly values: string;
  /** Its environment variable; null for keys and values of one's own, which only a file can hold. */
  readonly variable: string | null;
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
  const settings = plainSettings().map(({ path, type, meaning }) => ({
    key: path.join("."),
    value: at(values, path),
    origin: originOf(path),
    meaning,
    values: allowedValues(type),
    variable: bareType(type) instanceof z.ZodRecord ? null : envName(...path),
  }));
  return { settings, schema: z.toJSONSchema(settingsSchema, { io: "input" }) };
}

function at(values: unknown, path: readonly string[]): unknown {
  let value = values;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
