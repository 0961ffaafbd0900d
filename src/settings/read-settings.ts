import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { adviceOn, LociError } from "../errors.ts";
import { badConfig, cannotUse, checkValues, parseYaml, type YamlFile } from "./read-yaml.ts";
import { formerKeys, holdsSynced, isSynced, type Settings, settingsSchema } from "./schema.ts";
import {
  bareType,
  fieldsOf,
  inside,
  isSection,
  merge,
  plainSettings,
  sectionPaths,
  settingAt,
  type Values,
  valueAt,
} from "./tree.ts";

/** What the settings of a vault are read from. */
export interface SettingsSources {
  /** Absolute path of the vault. */
  readonly root: string;
  /** Text of its `loci.yaml`; undefined where there is none. */
  readonly shared: string | undefined;
  readonly device: DeviceFile;
  readonly env: NodeJS.ProcessEnv;
  /** Values of an earlier version that hold until they are written down. */
  readonly taken?: Values | undefined;
}

/** This device's `device.yaml`. */
interface DeviceFile {
  readonly path: string;
  /** Undefined where there is none. */
  readonly text: string | undefined;
}

/** Settings, and what was not obeyed. */
export interface ReadSettings {
  readonly settings: Settings;
  /** Keys in `loci.yaml` that only a device may set. */
  readonly ignored: readonly string[];
  /** What is wrong with `loci.yaml`, where the rest of it is used. */
  readonly fault?: LociError;
}

/** Values of one place; a later one overrides. */
export interface SettingsLayer {
  readonly origin: string;
  readonly values: Values;
}

/**
 * Reads `loci.yaml` < `device.yaml` < its section for this vault < `LOCI_…`. Throws LociError BAD_CONFIG for unknown or
 * wrong keys, with the file, the line and the nearest right key.
 */
export function readSettings(sources: SettingsSources): ReadSettings {
  const { layers, ignored } = readLayers(sources);
  return { settings: combine(layers), ignored };
}

/**
 * As `readSettings`, but for callers that can fetch a fixed `loci.yaml`: of one that is unusable, what is sound counts, and
 * the fault is returned. Throws LociError BAD_CONFIG for what is wrong on this device.
 */
export function readUsableSettings(sources: SettingsSources): ReadSettings {
  try {
    return readSettings(sources);
  } catch (fault) {
    if (!(fault instanceof LociError) || fault.code !== "BAD_CONFIG") throw fault;
    const own = readOwnLayers(sources);
    const { values, ignored } = soundPart(sources.shared ?? "");
    try {
      return { settings: combine([{ origin: sharedName, values }, ...own]), ignored, fault };
    } catch {
      return { settings: combine(own), ignored, fault }; // Each sound, but not together: the device's own must do.
    }
  }
}

const sharedName = "loci.yaml";

/** The layers, read and checked one by one. */
export function readLayers(sources: SettingsSources): {
  readonly layers: readonly SettingsLayer[];
  readonly ignored: readonly string[];
} {
  const file = parseYaml(sources.shared ?? "", sharedName);
  const { values, ignored } = onlySynced(file.values);
  checkValues(values, file);
  return { layers: [{ origin: sharedName, values }, ...readOwnLayers(sources)], ignored };
}

function combine(layers: readonly SettingsLayer[]): Settings {
  const merged = layers.reduce<Values>((values, layer) => merge(values, layer.values), {});
  const parsed = settingsSchema.safeParse(merged);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw badConfig("the settings", issue?.path.join(".") ?? "", issue?.message ?? "not valid");
  }
  const { banks, defaultBank } = parsed.data;
  if (banks.includes(defaultBank)) return parsed.data;
  const advice = adviceOn(defaultBank, banks, `there are ${banks.join(", ")}`);
  throw badConfig(
    "the settings",
    "defaultBank",
    `"${defaultBank}" is none of the banks; ${advice}`,
  );
}

/** What a synced file may set, and the names of what it may not; unknown keys stay, to be named as such. */
export function onlySynced(
  values: Values,
  above: readonly string[] = [],
): { readonly values: Values; readonly ignored: readonly string[] } {
  const own: Record<string, unknown> = {};
  const ignored: string[] = [];
  for (const [key, value] of Object.entries(values)) {
    const path = [...above, key];
    const name = path.join(".");
    const isKnown = settingAt(path) !== undefined;
    if (isKnown && isSection(value) && (isSynced(path) || holdsSynced(path))) {
      const below = onlySynced(value, path);
      own[key] = below.values;
      ignored.push(...below.ignored);
    } else if (isKnown ? !isSynced(path) : formerKeys.some((former) => former.test(name))) {
      ignored.push(...keysIn(name, value));
    } else own[key] = value;
  }
  return { values: own, ignored };
}

/** The keys of a section, as they are named; of anything else its own. */
function keysIn(name: string, value: unknown): readonly string[] {
  const keys = isSection(value) ? Object.keys(value) : [];
  return keys.length === 0 ? [name] : keys.map((key) => `${name}.${key}`);
}

/** What is left of `loci.yaml` without its unknown and wrong keys; nothing where it is not YAML. */
function soundPart(text: string): ReturnType<typeof onlySynced> {
  let read: ReturnType<typeof onlySynced>;
  try {
    read = onlySynced(parseYaml(text, sharedName).values);
  } catch {
    return { values: {}, ignored: [] };
  }
  const parsed = settingsSchema.partial().safeParse(read.values);
  const sound = structuredClone(read.values) as Record<string, unknown>;
  for (const [outer = "", inner] of parsed.error?.issues.flatMap(placesOf) ?? []) {
    const section = sound[outer];
    if (isSection(section) && inner !== undefined) {
      sound[outer] = Object.fromEntries(Object.entries(section).filter(([key]) => key !== inner));
    } else delete sound[outer];
  }
  const isSound = settingsSchema.partial().safeParse(sound).success;
  return { values: isSound ? sound : {}, ignored: read.ignored };
}

/** The keys that a fault is about, as paths. */
function placesOf(issue: z.core.$ZodIssue): string[][] {
  const path = issue.path.map(String);
  return issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...path, key]) : [path];
}

function readOwnLayers({ device, root, env, taken = {} }: SettingsSources): SettingsLayer[] {
  const file = parseYaml(device.text ?? "", device.path);
  const { vaults, ...defaults } = file.values;
  if (vaults !== undefined && vaults !== null && !isSection(vaults)) {
    throw cannotUse(file, ["vaults"], "it holds paths of vaults, and below each its settings");
  }
  const own = Object.entries(vaults ?? {}).filter(([path]) => isSameFolder(path, root, env));
  return [
    deviceLayer(defaults, file, []),
    ...own.map(([path, values]) => deviceLayer(values ?? {}, file, ["vaults", path])),
    { origin: device.path, values: taken },
    { origin: "environment", values: readEnvironment(env) },
  ];
}

function deviceLayer(values: unknown, file: YamlFile, above: readonly string[]): SettingsLayer {
  if (!isSection(values)) throw cannotUse(file, above, "it is a section: write its keys below it");
  const synced = plainSettings().find(
    ({ path }) => isSynced(path) && valueAt(values, path) !== undefined,
  );
  if (synced !== undefined) {
    const path = [...above, ...synced.path];
    throw cannotUse(file, path, "it belongs to the vault, on all devices; put it in its loci.yaml");
  }
  checkValues(values, file, above);
  return { origin: file.name, values };
}

/** Whether a path of `vaults` is the vault's; `~/` is the person's home. */
function isSameFolder(path: string, root: string, { HOME = "" }: NodeJS.ProcessEnv): boolean {
  const full = resolve(path.startsWith("~/") ? join(HOME, path.slice(2)) : path);
  return realOf(full) === realOf(root);
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path); // It is not there, or not yet.
  }
}

/** `LOCI_SERVER_PORT=0` sets `server.port`; only names of known settings count. */
function readEnvironment(env: NodeJS.ProcessEnv): Values {
  let values: Values = {};
  for (const { path, type } of plainSettings()) {
    const name = envName(path);
    const text = env[name];
    if (text === undefined) continue;
    if (bareType(type) instanceof z.ZodRecord) {
      throw badVariable(name, "it is a section with keys of your own: only a file can hold it");
    }
    const value = inside(path, toValue(text, type));
    const parsed = settingsSchema.partial().safeParse(value);
    if (!parsed.success) {
      throw badVariable(name, `"${text}" does not fit: ${parsed.error.issues[0]?.message}`);
    }
    values = merge(values, value);
  }
  for (const path of sectionPaths()) {
    const name = envName(path);
    if (env[name] === undefined) continue;
    const [key = ""] = Object.keys(fieldsOf(settingAt(path) ?? settingsSchema));
    throw badVariable(name, `it is a section: set its keys, such as ${envName([...path, key])}`);
  }
  return values;
}

const badVariable = (name: string, state: string): LociError =>
  badConfig(`the environment variable ${name}`, "", state);

/** The environment variable of a setting: `recall.limit` → `LOCI_RECALL_LIMIT`. */
export function envName(path: readonly string[]): string {
  const words = path.map((part) => part.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase());
  return `LOCI_${words.join("_")}`;
}

/** A text as what a setting takes; lists are written with commas. What does not fit stays text, which is refused. */
function toValue(text: string, type: z.core.$ZodType): unknown {
  const bare = bareType(type);
  if (bare instanceof z.ZodBoolean && /^(?:true|false)$/.test(text)) return text === "true";
  if (bare instanceof z.ZodNumber && text.trim() !== "") {
    return Number.isNaN(Number(text)) ? text : Number(text);
  }
  if (bare instanceof z.ZodArray)
    return text.trim() === "" ? [] : text.trim().split(/(?<!\s)\s*,\s*/);
  return text;
}
