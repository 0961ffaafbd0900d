import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../../errors.ts";
import type { SettingsSources } from "../../settings/read-settings.ts";
import type { Settings } from "../../settings/schema.ts";
import { readSmallFile } from "../../vault/read-small-file.ts";
import { writeWhole } from "../../vault/write/write-file.ts";
import { type DevicePlace, devicePlace, deviceSource } from "./device-place.ts";
import type { OpenOptions } from "./open-vault.ts";

/** Raised whenever the schema of the settings changes, so that no old cache is believed. */
const version = 33;

/** Whose settings are loaded, and who hears of what is wrong with them. */
export interface LoadOptions extends Pick<OpenOptions, "root" | "env" | "toleratesBadSettings"> {
  readonly report?: OpenOptions["report"];
}

/** What this device remembers of a vault's settings; where there is nothing, the vault is opened for the first time. */
interface Remembered {
  /** All that the settings were read from. */
  readonly key: string;
  /** The text of its `loci.yaml`. */
  readonly shared?: string | undefined;
  readonly settings: Settings;
  /** Sentences on what is ignored. */
  readonly ignored: readonly string[];
  /** Values of synced limits that the person knows of. */
  readonly limits: Readonly<Record<string, unknown>>;
}

/**
 * The settings of a vault. To check them loads the packages for schema and YAML, which costs more than a whole recall,
 * so the result is kept beside all it was made of, in this device's own place. Throws LociError BAD_CONFIG.
 */
export async function loadSettings(options: LoadOptions): Promise<Settings> {
  const { root, env, report = () => {}, toleratesBadSettings } = options;
  const place = devicePlace(root, env);
  const remembered = readRemembered(place);
  if (remembered === undefined) {
    const { takeOver } = await import("./take-over.ts");
    await takeOver({ root, env, report }, place);
  }
  try {
    const sources = readSources(options);
    const { shared } = sources;
    const key = keyOf(sources);
    const isSame = remembered?.key === key;
    const { settings, ignored } = isSame ? remembered : (await loadReader()).readSettings(sources);
    for (const sentence of ignored) report(sentence);
    const limits = remembered?.limits ?? limitsOf(settings);
    if (!isSame) remember(place, { key, shared, settings, ignored, limits });
    return settings;
  } catch (fault) {
    if (toleratesBadSettings !== true || !(fault instanceof LociError)) throw fault;
    const before = { root, env, device: deviceSource(place), shared: remembered?.shared };
    const { settings } = (await loadReader()).readSettings(before);
    report(`${fault.message}; until it is fixed, here or by a sync, what it said before holds`);
    return settings;
  }
}

const loadReader = () => import("../../settings/read-settings.ts");

/** One sentence for each synced limit that has another value than this device last knew of; it is named once. */
export async function nameChangedLimits({
  root,
  env,
}: Pick<LoadOptions, "root" | "env">): Promise<readonly string[]> {
  const limits = limitsOf(await loadSettings({ root, env, toleratesBadSettings: true }));
  const place = devicePlace(root, env);
  const remembered = readRemembered(place);
  if (remembered === undefined) return [];
  remember(place, { ...remembered, limits });
  return Object.entries(limits).flatMap(([key, value]) => {
    const [is, was] = [value, remembered.limits[key]].map((one) => JSON.stringify(one));
    return is === was ? [] : `A limit in loci.yaml has changed: ${key} is ${is}, and was ${was}`;
  });
}

/** The synced settings that decide what leaves recall: value by key. */
function limitsOf(settings: Settings): Remembered["limits"] {
  const sections = ["split", "consolidate", "prune", "dedup", "recent"] as const;
  const limits = sections.flatMap((section) =>
    Object.entries(settings[section]).map(([key, value]) => [`${section}.${key}`, value]),
  );
  return Object.fromEntries(limits.filter(([key]) => !String(key).endsWith(".enabled")));
}

/** What the settings of a vault are read from. */
export const readSources = ({ root, env }: LoadOptions): SettingsSources => ({
  root,
  env,
  device: deviceSource(devicePlace(root, env)),
  shared: readSmallFile(join(root, "loci.yaml")),
});

const fileOf = ({ vaultFolder }: DevicePlace): string => join(vaultFolder, "settings.json");

function readRemembered(place: DevicePlace): Remembered | undefined {
  try {
    const read: Remembered = JSON.parse(readFileSync(fileOf(place), "utf8"));
    return read.limits && read;
  } catch {
    return undefined; // The first time, or damaged: the vault's files are read.
  }
}

function remember(place: DevicePlace, remembered: Remembered): void {
  try {
    mkdirSync(place.vaultFolder, { recursive: true, mode: 0o700 });
    writeWhole(fileOf(place), `${JSON.stringify(remembered)}\n`);
  } catch {
    // A home that cannot be written to: the next start reads them again.
  }
}

/** What the settings are made of; keys and tokens of servers stay out of every file. */
function keyOf({ device, shared, env }: SettingsSources): string {
  const isKept = (name: string) => name.startsWith("LOCI_") && !/_API_KEY$|_TOKEN$/.test(name);
  const kept = Object.entries(env).filter(([name]) => isKept(name));
  return JSON.stringify([version, shared, device.text, kept.sort()]);
}
