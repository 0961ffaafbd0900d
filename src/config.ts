import { join } from "node:path";
import { type Document, isMap, LineCounter, parseDocument, type YAMLError } from "yaml";
import { z } from "zod";
import { adviceOnValue } from "./allowed-values.ts";
import { adviceOn, LociError, nearest } from "./errors.ts";
import { keptLayer, type PrivacyState, readPrivacy } from "./privacy-record.ts";
import { deviceOnlyKeys, type Settings, settingsSchema } from "./settings.ts";
import { bareType, fieldsOf, plainSettings, sectionPaths, settingAt } from "./settings-tree.ts";
import { readSmallFile } from "./vault/read-small-file.ts";

type Values = Record<string, unknown>;
type SettingsLayer = { readonly origin: string; readonly values: Values };

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
 * As `readSettings`, but for callers that can fetch a fixed `loci.yaml`: of one that is unusable, what is sound counts, and
 * the fault is reported. Throws LociError BAD_CONFIG for what is wrong on this device.
 */
export function readUsableSettings(root: string, env: NodeJS.ProcessEnv): UsableSettings {
  try {
    return { settings: readSettings(root, env), fault: undefined };
  } catch (fault) {
    if (!(fault instanceof LociError) || fault.code !== "BAD_CONFIG") throw fault;
    const values = readSoundPart(join(root, "loci.yaml"));
    const own = [...keptLayer(root, values), ...readOwnLayers(root, env)];
    try {
      return { settings: combine([{ origin: "loci.yaml", values }, ...own]), fault };
    } catch {
      return { settings: combine(own), fault }; // Each sound, but not together: the device's own must do.
    }
  }
}

function combine(layers: readonly SettingsLayer[]): Settings {
  const merged = layers.reduce<Values>((values, layer) => merge(values, layer.values), {});
  const parsed = settingsSchema.safeParse(merged, inPlainWords);
  if (parsed.success) {
    const { banks, defaultBank } = parsed.data;
    if (banks.includes(defaultBank)) return parsed.data;
    throw badConfig(
      "the settings",
      "defaultBank",
      `"${defaultBank}" is none of the banks; ${adviceOn(defaultBank, banks, `there are ${banks.join(", ")}`)}`,
    );
  }
  const issue = parsed.error.issues[0];
  throw badConfig("the settings", issue?.path.join(".") ?? "", issue?.message ?? "not valid");
}

/** What a schema says itself stands; for the rest the library's words are not for people. */
const inPlainWords = {
  error: (issue: z.core.$ZodRawIssue) => adviceOnValue(issue, settingAt(issue.path ?? [])),
};

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
  const { values } = shared;
  return [{ origin: "loci.yaml", values }, ...keptLayer(root, values), ...readOwnLayers(root, env)];
}

/** How private `loci.yaml` is, beside what was accepted on this device. Of one that is unusable, what is sound counts. */
export function privacyOf(root: string): PrivacyState {
  return readPrivacy(root, readSoundPart(join(root, "loci.yaml")));
}

function readOwnLayers(root: string, env: NodeJS.ProcessEnv): readonly SettingsLayer[] {
  const device = readYaml(join(root, ".loci", "device.yaml"), ".loci/device.yaml");
  return [
    { origin: ".loci/device.yaml", values: device.values },
    { origin: "environment", values: readEnvironment(env) },
  ];
}

/** What is left of a synced file without its unknown, wrong and device-only keys; nothing where it is not YAML. */
function readSoundPart(file: string): Values {
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

function withoutFaults(values: Values): Values {
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
  readonly values: Values;
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
    throw badConfig(`${name}, line ${line}`, "", faultOfYaml(problem), { line });
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

function faultOfYaml({ code, message }: YAMLError): string {
  if (code === "TAB_AS_INDENT") return "it is indented by a tab: use spaces";
  if (code === "DUPLICATE_KEY") return "this key stands there twice";
  return message.split("\n")[0] ?? "";
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
): Values {
  const parsed = settingsSchema.partial().safeParse(values, inPlainWords);
  if (parsed.success) return values as Values;
  const { issues } = parsed.error;
  // A key that is misspelt is missing too: the slip comes before what came of it.
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
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

/** Few enough to be read. */
const maxKeys = 8;

function adviceOnKey(path: readonly PropertyKey[], key: string): string {
  const names = Object.keys(fieldsOf(settingAt(path) ?? settingsSchema));
  const section = path.length === 0 ? "" : `${path.join(".")}.`;
  if (isKeyOfServer.test(key)) {
    const file =
      path.length === 0 ? "model.apiKeyFile" : names.find((name) => isKeyFile.test(name));
    if (file !== undefined) {
      return `keys do not belong in this file: put it into a file outside the vault and name that in ${path.length === 0 ? "" : section}${file}`;
    }
  }
  const otherwise =
    names.length > maxKeys
      ? '"loci config" lists them all'
      : `there are ${names.map((name) => section + name).join(", ")}`;
  const near = nearest(key, names);
  return near === undefined ? otherwise : `did you mean "${section}${near}"?`;
}

const isKeyOfServer = /^(?:api_?)?(?:key|token|secret|password)$/i;
const isKeyFile = /^(?:apiKey|token)File$/;

/** `LOCI_SERVER_PORT=0` sets `server.port`; only names of known settings count. */
function readEnvironment(env: NodeJS.ProcessEnv): Values {
  let values: Values = {};
  for (const { path, type } of plainSettings()) {
    const name = envName(...path);
    const text = env[name];
    if (text === undefined) continue;
    if (bareType(type) instanceof z.ZodRecord) {
      throw badVariable(name, "it is a section with keys of your own: only a file can hold it");
    }
    const value = inside(path, toValue(text, type));
    const parsed = settingsSchema.partial().safeParse(value, inPlainWords);
    if (!parsed.success) {
      throw badVariable(name, `"${text}" does not fit: ${parsed.error.issues[0]?.message}`);
    }
    values = merge(values, value);
  }
  for (const path of sectionPaths()) {
    const name = envName(...path);
    const [key = ""] = Object.keys(fieldsOf(settingAt(path) ?? settingsSchema));
    if (env[name] === undefined) continue;
    throw badVariable(name, `it is a section: set its keys, such as ${envName(...path, key)}`);
  }
  return values;
}

/** The environment variable of a setting: `recall.limit` → `LOCI_RECALL_LIMIT`. */
export function envName(...path: readonly string[]): string {
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

const inside = (path: readonly string[], value: unknown): Values => {
  const [key = "", ...rest] = path;
  return { [key]: rest.length === 0 ? value : inside(rest, value) };
};

const badVariable = (name: string, state: string): LociError =>
  badConfig(`the environment variable ${name}`, "", state);

/** The keys that a fault is about, as paths. */
function placesOf(issue: z.core.$ZodIssue): string[][] {
  const path = issue.path.map(String);
  return issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...path, key]) : [path];
}

/** Sections are put together at any depth; of all else the later one holds. */
function merge(earlier: Values, later: Values): Values {
  const merged = { ...earlier };
  for (const [key, value] of Object.entries(later)) {
    const old = merged[key];
    merged[key] = isSection(value) && isSection(old) ? merge(old, value) : value;
  }
  return merged;
}

const isSection = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const at = (line: number | undefined): string => (line === undefined ? "" : `, line ${line}`);

function badConfig(where: string, key: string, what: string, data: Values = {}) {
  const name = key === "" ? "" : ` "${key}":`;
  return new LociError("BAD_CONFIG", `Cannot read the settings in ${where}:${name} ${what}`, {
    data: { where, key, ...data },
  });
}
