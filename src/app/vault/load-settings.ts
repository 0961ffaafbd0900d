import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../../errors.ts";
import type { SettingsSources } from "../../settings/read-settings.ts";
import type { Settings } from "../../settings/schema.ts";
import { readSmallFile } from "../../vault/read-small-file.ts";
import { writeWhole } from "../../vault/write/write-whole.ts";
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
}

/**
 * The settings of a vault. To check them loads the packages for schema and YAML, which costs more than a whole recall,
 * so the result is kept beside all it was made of, in this device's own place. Throws LociError BAD_CONFIG.
 */
export async function loadSettings(options: LoadOptions): Promise<Settings> {
  const { root, env, report = () => {}, onFault } = options;
  const place = devicePlace(root, env);
  const remembered = readRemembered(place);
  if (remembered === undefined) dropBrought(root, place);
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
  else remember(place, { key, settings, ignored });
  return settings;
}

/**
 * What an earlier version kept in `.loci`, or a vault brought along: with which remote it has synced, and what of the index
 * is secret. The index is built anew, and a remote gets nothing in the background until somebody here runs `loci sync`.
 */
const brought =
  /^(?:token|tokens|tokens\.json|settings\.json|privacy\.json|stamp|site-up|sync\.json|erasing\.json|undo|index(?:-\d+)?\.db(?:-wal|-shm)?)$/;

/** Clears `.loci` at the first open on this device. Throws LociError BAD_CONFIG for settings in it, which may ask for privacy. */
function dropBrought(root: string, { settingsFile }: DevicePlace): void {
  const folder = join(root, ".loci");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  if (names.includes("device.yaml")) {
    const file = join(folder, "device.yaml");
    throw new LociError(
      "BAD_CONFIG",
      `Cannot obey "${file}": settings of this device are in "${settingsFile}" now; copy what you want of it there, and delete it`,
      { data: { file } },
    );
  }
  for (const name of names)
    if (brought.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** What the settings of a vault are read from, for those who show where each comes from. */
export async function settingsSources(options: LoadOptions): Promise<SettingsSources> {
  await loadSettings(options);
  return readSources(options, devicePlace(options.root, options.env));
}

function readSources({ root, env, onFault }: LoadOptions, place: DevicePlace): SettingsSources {
  const device = { path: place.settingsFile, text: readDeviceFile(place) };
  try {
    return { root, env, device, shared: readSmallFile(join(root, "loci.yaml")) };
  } catch (error) {
    if (onFault === undefined || !(error instanceof LociError)) throw error;
    onFault(error);
    return { root, env, device, shared: undefined };
  }
}

const fileOf = ({ vaultFolder }: DevicePlace): string => join(vaultFolder, "settings.json");

function readRemembered(place: DevicePlace): Remembered | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(fileOf(place), "utf8"));
    const isWhole = typeof read === "object" && read !== null && "settings" in read;
    return isWhole ? (read as Remembered) : undefined;
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
