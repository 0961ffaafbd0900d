import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../../errors.ts";
import type { SettingsSources } from "../../settings/read-settings.ts";
import type { Settings } from "../../settings/schema.ts";
import { readSmallFile } from "../../vault/read-small-file.ts";
import { writeWhole } from "../../vault/write/write-file.ts";
import { type DevicePlace, devicePlace, readDeviceFile } from "./device-place.ts";
import type { OpenOptions } from "./open-vault.ts";

/** Raised whenever the schema of the settings changes, so that no old cache is believed. */
const version = 33;

/** Whose settings are loaded, and who hears of what is wrong with them. */
export interface LoadOptions extends Pick<OpenOptions, "root" | "env"> {
  readonly report?: OpenOptions["report"];
  /** Receives the fault of an unusable `loci.yaml`, of which what is sound is used; without it the fault is thrown. */
  readonly onFault?: ((fault: LociError) => void) | undefined;
}

/** What this device remembers of a vault's settings; where there is nothing, the vault is opened for the first time. */
interface Remembered {
  /** All that the settings were read from. */
  readonly key: string;
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
  const { report = () => {}, onFault } = options;
  const place = devicePlace(options.root, options.env);
  const remembered = readRemembered(place);
  if (remembered === undefined) {
    const { takeOver } = await import("./take-over.ts");
    await takeOver({ ...options, report }, place);
  }
  const sources = readSources(options, place);
  const key = keyOf(sources);
  if (remembered?.key === key) {
    for (const sentence of remembered.ignored) report(sentence);
    return remembered.settings;
  }
  const { readSettings, readUsableSettings } = await import("../../settings/read-settings.ts");
  const read = onFault === undefined ? readSettings : readUsableSettings;
  const { settings, ignored, fault } = read(sources);
  for (const sentence of ignored) report(sentence);
  if (fault !== undefined) onFault?.(fault);
  else remember(place, { limits: limitsOf(settings), ...remembered, key, settings, ignored });
  return settings;
}

/** What the settings of a vault are read from, for those who show where each comes from. */
export async function settingsSources(options: LoadOptions): Promise<SettingsSources> {
  await loadSettings(options);
  return readSources(options, devicePlace(options.root, options.env));
}

/** One sentence for each synced limit that has another value than this device last knew of; it is named once. */
export async function nameChangedLimits(
  options: Pick<LoadOptions, "root" | "env">,
): Promise<readonly string[]> {
  const limits = limitsOf(await loadSettings({ ...options, report() {}, onFault() {} }));
  const place = devicePlace(options.root, options.env);
  const remembered = readRemembered(place);
  if (remembered === undefined) return [];
  remember(place, { ...remembered, limits });
  const words = (value: unknown): string => JSON.stringify(value);
  const changed = Object.entries(limits).map(([key, value]) => {
    const known = words(remembered.limits[key]);
    const what = `${key} is ${words(value)}, and was ${known}`;
    return words(value) === known ? [] : `A limit in loci.yaml has changed: ${what}`;
  });
  return changed.flat();
}

/** The synced settings that decide what leaves recall: value by key. */
function limitsOf(settings: Settings): Remembered["limits"] {
  const sections = ["split", "consolidate", "prune", "dedup", "recent"] as const;
  const limits = sections.flatMap((section) =>
    Object.entries(settings[section]).map(([key, value]) => [`${section}.${key}`, value]),
  );
  return Object.fromEntries(limits.filter(([key]) => !String(key).endsWith(".enabled")));
}

function readSources({ root, env, onFault }: LoadOptions, place: DevicePlace): SettingsSources {
  const device = { path: place.settingsFile, text: readDeviceFile(place) };
  try {
    return { root, env, device, shared: readSmallFile(join(root, "loci.yaml")) };
  } catch (error) {
    if (onFault === undefined || !(error instanceof LociError)) throw error;
    onFault(error); // A push that made it too large stops no board.
    return { root, env, device, shared: undefined };
  }
}

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

/** All that the settings are made of; keys and tokens of servers are not settings, and stay out of every file. */
function keyOf({ shared, device, env }: SettingsSources): string {
  const names = Object.keys(env)
    .filter((name) => name.startsWith("LOCI_") && !/_API_KEY$|_TOKEN$/.test(name))
    .sort();
  return JSON.stringify([version, shared, device.text, names.map((name) => [name, env[name]])]);
}
