import { existsSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { badConfig, cannotUse, checkValues, parseYaml } from "./read-yaml.ts";
import { formerKeys, isSynced, type Settings, settingsSchema } from "./schema.ts";
import { inside, isSection, merge, plainSettings, settingAt, type Values } from "./tree.ts";

/** What the settings of a vault are read from. */
export interface SettingsSources {
  /** Absolute path of the vault. */
  readonly root: string;
  /** Text of its `loci.yaml`; undefined where there is none. */
  readonly shared: string | undefined;
  /** This device's `device.yaml`; its text is undefined where there is none. */
  readonly device: { readonly path: string; readonly text: string | undefined };
  readonly env: NodeJS.ProcessEnv;
}

/** Values of one place; a later one overrides. */
interface SettingsLayer {
  readonly origin: string;
  readonly values: Values;
}

/** Settings, and what was not obeyed. */
export interface ReadSettings {
  readonly settings: Settings;
  readonly layers: readonly SettingsLayer[];
  /** A sentence on each kind of keys that are ignored. */
  readonly ignored: readonly string[];
}

const sharedName = "loci.yaml";

/**
 * Reads `loci.yaml` < `device.yaml` < its section for this vault < `LOCI_…`. Throws LociError BAD_CONFIG for unknown or
 * wrong keys, with the file, the line and the nearest right key.
 */
export function readSettings(sources: SettingsSources): ReadSettings {
  const { device, env } = sources;
  const file = parseYaml(sources.shared ?? "", sharedName);
  const out: LeftOut = { foreign: [], former: [] };
  const values = sift(file.values, isSynced, out);
  checkValues(values, file);
  const layers = [
    { origin: sharedName, values },
    ...readDevice(sources, out.former),
    { origin: "environment", values: readEnvironment(env) },
  ];
  const ignored = [...sentencesOn(out, device.path)];
  return { settings: combine(layers), layers, ignored };
}

function combine(layers: readonly SettingsLayer[]): Settings {
  const merged = layers.reduce<Values>((values, layer) => merge(values, layer.values), {});
  const settings = settingsSchema.parse(merged);
  const { banks, defaultBank } = settings;
  if (banks.includes(defaultBank)) return settings;
  const all = banks.join(", ");
  throw badConfig(`${sharedName}: defaultBank "${defaultBank}" is none of the banks: ${all}`);
}

/** What of a file does not count: settings that do not belong there, and keys of earlier versions. */
interface LeftOut {
  readonly foreign: (readonly string[])[];
  readonly former: string[];
}

/** The values whose settings belong in a file, and its unknown keys, to be named as such; all else goes to `out`. */
export function sift(
  values: Values,
  belongs: (path: readonly string[]) => boolean,
  out: LeftOut,
  above: readonly string[] = [],
): Values {
  const here = plainSettings().filter(({ path }) => belongs(path));
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const path = [...above, key];
    const mayStand = here.some((one) => one.path.every((k, i) => k === (path[i] ?? k)));
    if (formerKeys.some((one) => one.test(path.join(".")))) out.former.push(path.join("."));
    else if (settingAt(path) === undefined) kept[key] = value;
    else if (!mayStand) out.foreign.push(path);
    else kept[key] = isSection(value) ? sift(value, belongs, out, path) : value;
  }
  return kept;
}

function* sentencesOn({ foreign, former }: LeftOut, deviceFile: string): Generator<string> {
  const names = foreign.map((path) => path.join("."));
  if (names.length > 0) {
    yield `Ignored in ${sharedName}: ${names.join(", ")}. Only this device can set them: set what you want in ${deviceFile}, and delete them there`;
  }
  if (former.length > 0) yield `No settings any more, so delete them: ${former.join(", ")}`;
}

const issueIn = (values: Values): z.core.$ZodIssue | undefined =>
  settingsSchema.partial().safeParse(values).error?.issues[0];

/** The device's values, and those that it has for this vault. */
function readDevice({ device, root, env }: SettingsSources, former: string[]): SettingsLayer[] {
  const file = parseYaml(device.text ?? "", device.path);
  const { vaults, ...defaults } = file.values;
  if (!isSection(vaults ?? {})) {
    throw cannotUse(file, ["vaults"], "it holds paths of vaults, and below each its settings");
  }
  const layerOf = (all: unknown, ...above: string[]): SettingsLayer => {
    if (!isSection(all)) throw cannotUse(file, above, "it is a section: write its keys below it");
    const foreign: LeftOut["foreign"] = [];
    const values = sift(all, (path) => !isSynced(path), { foreign, former });
    if (foreign[0] !== undefined) {
      const path = [...above, ...foreign[0]];
      throw cannotUse(file, path, "it belongs to the vault: put it in its loci.yaml");
    }
    checkValues(values, file, above);
    return { origin: file.name, values };
  };
  const own = Object.entries(vaults ?? {}).filter(([path]) => isSameFolder(path, root, env));
  return [layerOf(defaults), ...own.map(([path, all]) => layerOf(all ?? {}, "vaults", path))];
}

/** Whether a path of `vaults` is the vault's; `~/` is the person's home. */
function isSameFolder(path: string, root: string, { HOME = "" }: NodeJS.ProcessEnv): boolean {
  const full = resolve(path.startsWith("~/") ? join(HOME, path.slice(2)) : path);
  return realOf(full) === realOf(root);
}

const realOf = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path));

/** `LOCI_SERVER_PORT=0` sets `server.port`; only names of known settings count. */
function readEnvironment(env: NodeJS.ProcessEnv): Values {
  let values: Values = {};
  for (const { path, type } of plainSettings()) {
    const name = envName(path);
    const text = env[name];
    if (text === undefined) continue;
    const value = inside(path, toValue(text, type));
    const issue = issueIn(value);
    if (issue !== undefined)
      throw badConfig(`the environment: ${name}="${text}": ${issue.message}`);
    values = merge(values, value);
  }
  return values;
}

/** The environment variable of a setting: `recall.max` → `LOCI_RECALL_MAX`. */
export const envName = (path: readonly string[]): string =>
  `LOCI_${path.join("_").replace(/[A-Z]/g, "_$&").toUpperCase()}`;

/** A text as what a setting takes; lists are written with commas. What does not fit stays text, which is refused. */
function toValue(text: string, type: z.core.$ZodType): unknown {
  if (type instanceof z.ZodBoolean && /^(?:true|false)$/.test(text)) return text === "true";
  if (type instanceof z.ZodNumber && /\d/.test(text)) return Number(text);
  if (!(type instanceof z.ZodArray)) return text;
  return text.split(",").flatMap((item) => item.trim() || []);
}
