import { z } from "zod";
import { envName, readSettings, type SettingsSources } from "./read-settings.ts";
import { isSynced, settingsSchema } from "./schema.ts";
import { plainSettings, valueAt } from "./tree.ts";

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
  /** Whether it travels with the vault, in `loci.yaml`; else it is the device's. */
  readonly isSynced: boolean;
}

/** Every setting with its value and origin, and their JSON Schema. Throws as `readSettings`. */
export function describeSettings(sources: SettingsSources): {
  readonly settings: readonly DescribedSetting[];
  readonly schema: unknown;
} {
  const { settings: all, layers } = readSettings(sources);
  const settings = plainSettings().map(({ path, type, meaning }) => ({
    key: path.join("."),
    value: valueAt(all, path),
    origin:
      layers.findLast((layer) => valueAt(layer.values, path) !== undefined)?.origin ?? "default",
    meaning,
    values: allowedValues(type),
    variable: type instanceof z.ZodRecord ? null : envName(path),
    isSynced: isSynced(path),
  }));
  return { settings, schema: z.toJSONSchema(settingsSchema, { io: "input" }) };
}

function allowedValues(type: z.core.$ZodType): string {
  if (type instanceof z.ZodBoolean) return "true, false";
  if (type instanceof z.ZodEnum) return type.options.join(", ");
  if (type instanceof z.ZodNumber) return `${type.minValue} to ${type.maxValue}`;
  if (type instanceof z.ZodArray) return "a list";
  if (type instanceof z.ZodRecord) return "keys and values";
  return type instanceof z.ZodURL ? "an address" : "text";
}
