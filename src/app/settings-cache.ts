import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../errors.ts";
import type { Settings } from "../settings.ts";
import { readSmallFile } from "../vault/read-small-file.ts";
import type { Weakened } from "../weakened-settings.ts";

/** Raised whenever the schema in settings.ts changes, so that no old cache is believed. */
const version = 23;

/**
 * The settings of a vault. Checking them loads the schema and YAML packages, which costs more than a whole recall, so the
 * checked result is kept in `.loci/settings.json` beside all it was made of; any difference reads them again. Callers that
 * can use what is valid in an unusable `loci.yaml` get its fault; else it is thrown.
 */
export async function loadSettings(
  root: string,
  env: NodeJS.ProcessEnv,
  { onFault, onWeakened }: SettingsEars = {},
): Promise<Settings> {
  const file = join(root, ".loci", "settings.json");
  const cached = readCache(file);
  if (cached !== undefined && cached.key === keyOf(root, env)) {
    if (cached.weakened.length > 0) onWeakened?.(cached.weakened, cached.isAsked);
    return cached.settings;
  }
  const { privacyOf, readSettings, readUsableSettings } = await import("../config.ts");
  const { keepPrivacy } = await import("../privacy-record.ts");
  const { settings, fault } =
    onFault === undefined
      ? { settings: readSettings(root, env), fault: undefined }
      : readUsableSettings(root, env);
  const privacy = privacyOf(root);
  keepPrivacy(root, privacy);
  const { weakened, isAsked } = privacy;
  if (weakened.length > 0) onWeakened?.(weakened, isAsked);
  if (fault !== undefined) {
    onFault?.(fault);
    return settings;
  }
  const key = keyOf(root, env);
  try {
    if (key !== undefined && existsSync(join(root, ".loci")))
      writeFileSync(file, JSON.stringify({ key, settings, weakened, isAsked }));
  } catch {
    // Read-only folder: the next start reads the settings again.
  }
  return settings;
}

interface Cached {
  readonly key: string;
  readonly settings: Settings;
  readonly weakened: readonly Weakened[];
  readonly isAsked: boolean;
}

/** Receives the warnings about settings. */
export interface SettingsEars {
  readonly onFault?: ((fault: LociError) => void) | undefined;
  /** What `loci.yaml` would make less private, and does not yet; whether the person was asked about all of it. */
  readonly onWeakened?: ((weakened: readonly Weakened[], isAsked: boolean) => void) | undefined;
}

function readCache(file: string): Cached | undefined {
  try {
    const cached: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isCached(cached) ? cached : undefined;
  } catch {
    return undefined; // Missing or cut short: it is only a cache.
  }
}

const isCached = (value: unknown): value is Cached =>
  typeof value === "object" &&
  value !== null &&
  "key" in value &&
  "settings" in value &&
  "weakened" in value;

/** All that the settings are made of; keys and tokens of servers are not settings, and stay out of every file. */
function keyOf(root: string, env: NodeJS.ProcessEnv): string | undefined {
  const files = readFiles(root);
  if (files === undefined) return undefined;
  const isSetting = (name: string): boolean =>
    name.startsWith("LOCI_") && !/_API_KEY$|_TOKEN$/.test(name);
  const names = Object.keys(env).filter(isSetting);
  return JSON.stringify([version, files, names.sort().map((name) => [name, env[name]])]);
}

/** Undefined where one is a link or the like: reading the settings reports that. */
function readFiles(root: string): (string | null)[] | undefined {
  try {
    return ["loci.yaml", join(".loci", "device.yaml"), join(".loci", "privacy.json")].map(
      (name) => readSmallFile(join(root, name)) ?? null,
    );
  } catch (error) {
    if (error instanceof LociError) return undefined;
    throw error;
  }
}
