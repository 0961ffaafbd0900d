import { join } from "node:path";
import { type Document, isMap, LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { adviceOn, LociError } from "./errors.ts";
import { deviceOnlyKeys, type Settings, settingsSchema } from "./settings.ts";
import { readSmallFile } from "./vault/read-small-file.ts";

type SettingsLayer = { readonly origin: string; readonly values: Record<string, unknown> };

/**
 * Reads `loci.yaml` < `.loci/device.yaml` < `LOCI_…`. Unknown or wrong keys throw LociError BAD_CONFIG with the
 * file, the line and the nearest right key.
 */
export function readSettings(root: string, env: NodeJS.ProcessEnv): Settings {
  return combine(readLayers(root, env));
}

/** Settings to go on with, and what is wrong with those that travel with the vault. */
export interface UsableSettings {
  readonly settings: Settings;
  readonly fault: LociError | undefined;
}

/**
 * As `readSettings`, but for whoever can fetch a mended `loci.yaml`: of one that is unusable, what is sound counts, and
 * the fault is told. Throws LociError BAD_CONFIG for what is wrong on this device.
 */
export function readUsableSettings(root: string, env: NodeJS.ProcessEnv): UsableSettings {
  try {
    return { settings: readSettings(root, env), fault: undefined };
  } catch (fault) {
    if (!(fault instanceof LociError) || fault.code !== "BAD_CONFIG") throw fault;
    const own = readOwnLayers(root, env);
    const shared = readSoundPart(join(root, "loci.yaml"));
    try {
      return { settings: combine([{ origin: "loci.yaml", values: shared }, ...own]), fault };
    } catch {
      return { settings: combine(own), fault }; // Each sound, but not together: the device's own must do.
    }
  }
}

function combine(layers: readonly SettingsLayer[]): Settings {
  const parsed = settingsSchema.safeParse(mergeLayers(layers));
  if (parsed.success) {
    const { banks, defaultBank } = parsed.data;
    if (banks.includes(defaultBank)) return parsed.data;
    throw badConfig(
      "the settings",
      "defaultBank",
      `"${defaultBank}" is none of the banks: ${banks.join(", ")}`,
    );
  }
  const issue = parsed.error.issues[0];
  throw badConfig("the settings", issue?.path.join(".") ?? "", issue?.message ?? "not valid");
}

/** The layers, read and checked one by one. */
export function readLayers(root: string, env: NodeJS.ProcessEnv): readonly SettingsLayer[] {
  const shared = readYaml(join(root, "loci.yaml"), "loci.yaml");
  for (const key of deviceOnlyKeys) {
    if (!(key in shared.values)) continue;
    throw new LociError(
      "BAD_CONFIG",
      `Cannot use "${key}" in loci.yaml${at(shared.lineOf([key]))}: it travels with the vault and may not steer a device; put it in .loci/device.yaml`,
      { data: { file: "loci.yaml", key, line: shared.lineOf([key]) } },
    );
  }
  return [{ origin: "loci.yaml", values: shared.values }, ...readOwnLayers(root, env)];
}

function readOwnLayers(root: string, env: NodeJS.ProcessEnv): readonly SettingsLayer[] {
  const device = readYaml(join(root, ".loci", "device.yaml"), ".loci/device.yaml");
  return [
    { origin: ".loci/device.yaml", values: device.values },
    { origin: "environment", values: readEnvironment(env) },
  ];
}

/** What is left of a synced file without its unknown, wrong and device-only keys; nothing where it is no YAML. */
function readSoundPart(file: string): Record<string, unknown> {
  try {
    const document = parseDocument(readSmallFile(file) ?? "", { uniqueKeys: true });
    const values: unknown = document.errors.length === 0 ? plainValues(document, "loci.yaml") : {};
    if (!isSection(values)) return {};
    const shared = Object.entries(values).filter(([key]) => !deviceOnlyKeys.includes(key));
    return withoutFaults(Object.fromEntries(shared));
  } catch (error) {
    if (error instanceof LociError && error.code === "BAD_CONFIG") return {};
    throw error;
  }
}

function withoutFaults(values: Record<string, unknown>): Record<string, unknown> {
  const parsed = settingsSchema.partial().safeParse(values);
  if (parsed.success) return values;
  const sound = structuredClone(values);
  for (const [outer = "", inner] of parsed.error.issues.flatMap(placesOf)) {
    const section = sound[outer];
    if (isSection(section) && inner !== undefined) delete section[inner];
    else delete sound[outer];
  }
  return settingsSchema.partial().safeParse(sound).success ? sound : {};
}

interface YamlFile {
  readonly values: Record<string, unknown>;
  readonly lineOf: (path: readonly PropertyKey[]) => number | undefined;
}

function readYaml(file: string, name: string): YamlFile {
  const text = readSmallFile(file);
  if (text === undefined) return { values: {}, lineOf: () => undefined };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const problem = document.errors[0];
  if (problem !== undefined) {
    const line = lines.linePos(problem.pos[0]).line;
    throw badConfig(`${name}, line ${line}`, "", problem.message.split("\n")[0] ?? "", { line });
  }
  if (document.contents !== null && !isMap(document.contents)) {
    throw badConfig(name, "", "it must hold keys and values, such as `languages: [en, ca]`");
  }
  const lineOf = (path: readonly PropertyKey[]): number | undefined => {
    const parent = document.getIn(path.slice(0, -1), true) ?? document.contents;
    const pair = isMap(parent)
      ? parent.items.find((item) => String(item.key) === String(path.at(-1)))
      : undefined;
    const range = pair?.key !== null && typeof pair?.key === "object" && "range" in pair.key;
    const start = range ? (pair.key as { range?: [number] }).range?.[0] : undefined;
    return start === undefined ? undefined : lines.linePos(start).line;
  };
  return { values: checked(plainValues(document, name), name, lineOf), lineOf };
}

/** Aliases could make a small file huge, and settings need none. */
function plainValues(document: Document, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) ?? {};
  } catch (error) {
    throw badConfig(name, "", "it uses YAML aliases (&, *): write the values out", {
      cause: error,
    });
  }
}

/** Checks one layer alone, so that a mistake is named where it stands. */
function checked(
  values: unknown,
  name: string,
  lineOf: (path: readonly PropertyKey[]) => number | undefined,
): Record<string, unknown> {
  const parsed = settingsSchema.partial().safeParse(values);
  if (parsed.success) return values as Record<string, unknown>;
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    const key = issue.keys[0] ?? "";
    const path = [...issue.path, key];
    const line = lineOf(path);
    throw new LociError(
      "BAD_CONFIG",
      `Cannot use "${path.join(".")}" in ${name}${at(line)}: there is no such setting; ${adviceOnKey(issue.path, key)}`,
      { data: { file: name, key: path.join("."), line } },
    );
  }
  const path = issue?.path ?? [];
  const line = lineOf(path.filter((part) => typeof part === "string"));
  throw badConfig(`${name}${at(line)}`, path.join("."), issue?.message ?? "not valid", { line });
}

function adviceOnKey(path: readonly PropertyKey[], key: string): string {
  const inner = path.length === 0 ? settingsSchema.shape : sectionKeys(String(path[0]));
  const section = path.length === 0 ? "" : `${path.join(".")}.`;
  const names = Object.keys(inner).map((name) => section + name);
  return adviceOn(section + key, names, '"loci config" lists them all');
}

/** Keys of a section; none for a plain setting. */
export function sectionKeys(name: string): Readonly<Record<string, z.ZodType>> {
  const shape: Readonly<Record<string, z.ZodType>> = settingsSchema.shape;
  const field = shape[name];
  const inner = field instanceof z.ZodPrefault ? field.unwrap() : field;
  return inner instanceof z.ZodObject ? (inner.shape as Record<string, z.ZodType>) : {};
}

/** `LOCI_SERVER_PORT=0` sets `server.port`; only names of known settings count. */
function readEnvironment(env: NodeJS.ProcessEnv): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(settingsSchema.shape)) {
    const whole = env[envName(name)];
    if (whole !== undefined) values[name] = envValue(envName(name), whole, [name]);
    for (const key of Object.keys(sectionKeys(name))) {
      const text = env[envName(name, key)];
      if (text === undefined) continue;
      const section = values[name];
      const before = typeof section === "object" && section !== null ? section : {};
      values[name] = { ...before, [key]: envValue(envName(name, key), text, [name, key]) };
    }
  }
  return values;
}

/** The environment variable of a setting: `recall.limit` → `LOCI_RECALL_LIMIT`. */
export function envName(...path: readonly string[]): string {
  const words = path.map((part) => part.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase());
  return `LOCI_${words.join("_")}`;
}

function envValue(name: string, text: string, path: readonly string[]): unknown {
  const candidates: unknown[] = [text, Number(text), text === "true", text.split(/\s*,\s*/)];
  if (text !== "true" && text !== "false") candidates.splice(2, 1);
  for (const candidate of candidates) {
    const [outer = "", inner] = path;
    const probe =
      inner === undefined ? { [outer]: candidate } : { [outer]: { [inner]: candidate } };
    if (settingsSchema.partial().safeParse(probe).success) return candidate;
  }
  throw badConfig(`the environment variable ${name}`, "", `"${text}" does not fit this setting`);
}

/** The keys that a fault is about, as paths. */
function placesOf(issue: z.core.$ZodIssue): string[][] {
  const path = issue.path.map(String);
  return issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...path, key]) : [path];
}

function mergeLayers(layers: readonly SettingsLayer[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const { values } of layers) {
    for (const [key, value] of Object.entries(values)) {
      const old = merged[key];
      merged[key] = isSection(value) && isSection(old) ? { ...old, ...value } : value;
    }
  }
  return merged;
}

const isSection = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const at = (line: number | undefined): string => (line === undefined ? "" : `, line ${line}`);

function badConfig(where: string, key: string, what: string, data: Record<string, unknown> = {}) {
  const name = key === "" ? "" : ` "${key}":`;
  return new LociError("BAD_CONFIG", `Cannot read the settings in ${where}:${name} ${what}`, {
    data: { where, key, ...data },
  });
}
