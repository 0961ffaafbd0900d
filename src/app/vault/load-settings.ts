import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../../errors.ts";
import type { SettingsSources } from "../../settings/read-settings.ts";
import type { Settings } from "../../settings/schema.ts";
import { readSmallFile } from "../../vault/read-small-file.ts";
import { writeWhole } from "../../vault/write/write-whole.ts";
import { type DevicePlace, devicePlace, readDeviceFile } from "./device-place.ts";
import { makeFolder } from "./make-folder.ts";

/** Raised whenever the schema of the settings changes, so that no old cache is believed. */
const version = 32;

/** Whose settings are loaded, and who hears of what is wrong with them. */
export interface LoadOptions {
  /** Absolute path of the vault. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Takes one sentence for the person. */
  readonly report?: ((sentence: string) => void) | undefined;
  /** Receives the fault of an unusable `loci.yaml`, of which what is sound is used; without it the fault is thrown. */
  readonly onFault?: ((fault: LociError) => void) | undefined;
}

/** What this device remembers of a vault's settings; where there is nothing, the vault is opened for the first time. */
interface Remembered {
  readonly vault: string;
  /** All that the settings were read from. */
  readonly key: string;
  readonly settings: Settings;
  /** Sentences on what is ignored. */
  readonly ignored: readonly string[];
  /** Values of synced limits that the person knows of. */
  readonly limits: Readonly<Record<string, unknown>>;
}

/**
 * The settings of a vault. To check them loads the packages for schema and YAML, which costs more than a whole recall, so
 * the result is kept beside all it was made of, in this device's own place. Throws LociError BAD_CONFIG.
 */
export async function loadSettings(options: LoadOptions): Promise<Settings> {
  const { root, env, report = () => {}, onFault } = options;
  const place = devicePlace(root, env);
  const remembered = readRemembered(place);
  if (remembered === undefined) {
    const { takeOver } = await import("./take-over.ts");
    await takeOver({ root, env, report, place });
  }
  const shared = readShared(root, onFault);
  const device = { path: place.settingsFile, text: readDeviceFile(place) };
  const key = keyOf(shared, device.text, env);
  if (remembered?.key === key) {
    for (const sentence of remembered.ignored) report(sentence);
    return remembered.settings;
  }
  const { readSettings, readUsableSettings } = await import("../../settings/read-settings.ts");
  const sources = { root, shared, device, env };
  const read = onFault === undefined ? readSettings(sources) : readUsableSettings(sources);
  const { settings, ignored, fault } = read;
  for (const sentence of ignored) report(sentence);
  if (fault !== undefined) onFault?.(fault);
  else {
    const limits = remembered?.limits ?? limitsOf(settings);
    remember(place, { vault: root, key, settings, ignored, limits });
  }
  return settings;
}

/** What the settings of a vault are read from, for those who show where each comes from. */
export async function settingsSources(options: LoadOptions): Promise<SettingsSources> {
  const { root, env } = options;
  await loadSettings(options);
  const place = devicePlace(root, env);
  const device = { path: place.settingsFile, text: readDeviceFile(place) };
  return { root, env, device, shared: readShared(root, undefined) };
}

/** One sentence for each synced limit that has another value than this device last knew of; it is named once. */
export async function nameChangedLimits(
  options: Pick<LoadOptions, "root" | "env">,
): Promise<readonly string[]> {
  const settings = await loadSettings({ ...options, onFault: () => {} });
  const place = devicePlace(options.root, options.env);
  const remembered = readRemembered(place);
  if (remembered === undefined) return [];
  const limits = limitsOf(settings);
  const changed = Object.entries(limits).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(remembered.limits[key]),
  );
  if (changed.length > 0) remember(place, { ...remembered, limits });
  return changed.map(
    ([key, value]) =>
      `A limit in loci.yaml has changed: ${key} is ${JSON.stringify(value)}, and was ${JSON.stringify(remembered.limits[key])}`,
  );
}

const limited = ["split", "consolidate", "prune", "dedup", "recent"] as const;

/** The synced settings that decide what leaves recall: value by key. */
function limitsOf(settings: Settings): Remembered["limits"] {
  const limits = limited.flatMap((section) =>
    Object.entries(settings[section]).map(([key, value]) => [`${section}.${key}`, value]),
  );
  return Object.fromEntries(limits.filter(([key]) => !`${key}`.endsWith(".enabled")));
}

/** Where `loci.yaml` cannot be read, its fault takes the place of its text. */
function readShared(root: string, onFault: LoadOptions["onFault"]): string | undefined {
  try {
    return readSmallFile(join(root, "loci.yaml"));
  } catch (error) {
    if (onFault === undefined || !(error instanceof LociError)) throw error;
    onFault(error);
    return undefined;
  }
}

const fileOf = ({ vaultFolder }: DevicePlace): string => join(vaultFolder, "settings.json");

function readRemembered(place: DevicePlace): Remembered | undefined {
  try {
    const remembered: unknown = JSON.parse(readFileSync(fileOf(place), "utf8"));
    return isRemembered(remembered) ? remembered : undefined;
  } catch {
    return undefined; // The first time, or not ours: it is read anew.
  }
}

const isRemembered = (value: unknown): value is Remembered =>
  typeof value === "object" && value !== null && "settings" in value && "limits" in value;

function remember(place: DevicePlace, remembered: Remembered): void {
  try {
    makeFolder(place.vaultFolder, 0o700);
    writeWhole(fileOf(place), `${JSON.stringify(remembered)}\n`);
  } catch {
    // A home that cannot be written to: the next start reads them again.
  }
}

/** All that the settings are made of; keys and tokens of servers are not settings, and stay out of every file. */
function keyOf(
  shared: string | undefined,
  device: string | undefined,
  env: NodeJS.ProcessEnv,
): string {
  const names = Object.keys(env)
    .filter((name) => name.startsWith("LOCI_") && !/_API_KEY$|_TOKEN$/.test(name))
    .sort();
  return JSON.stringify([version, shared, device, names.map((name) => [name, env[name]])]);
}
