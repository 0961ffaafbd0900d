import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../errors.ts";
import type { Settings } from "../settings.ts";
import { readSmallFile } from "../vault/read-small-file.ts";

/** Raised whenever the schema in settings.ts changes, so that no old cache is believed. */
const version = 6;

/**
 * The settings of a vault. Checking them loads the schema and YAML packages, which costs more than a whole recall, so the
 * checked result is kept in `.loci/settings.json` beside all it was made of; any difference reads them anew. Whoever can
 * do with what is sound in an unusable `loci.yaml` takes its fault; else it is thrown.
 */
export async function loadSettings(
  root: string,
  env: NodeJS.ProcessEnv,
  onFault?: (fault: LociError) => void,
): Promise<Settings> {
  const file = join(root, ".loci", "settings.json");
  const key = keyOf(root, env);
  const cached = readCache(file);
  if (key !== undefined && cached?.key === key) return cached.settings;
  const { readSettings, readUsableSettings } = await import("../config.ts");
  const { settings, fault } =
    onFault === undefined
      ? { settings: readSettings(root, env), fault: undefined }
      : readUsableSettings(root, env);
  if (fault !== undefined) {
    onFault?.(fault);
    return settings;
  }
  try {
    if (key !== undefined && existsSync(join(root, ".loci")))
      writeFileSync(file, JSON.stringify({ key, settings }));
  } catch {
    // Read-only folder: the next start reads the settings anew.
  }
  return settings;
}

interface Cached {
  readonly key: string;
  readonly settings: Settings;
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
  typeof value === "object" && value !== null && "key" in value && "settings" in value;

/** All that the settings are made of; keys and tokens of servers are no settings, and stay out of every file. */
function keyOf(root: string, env: NodeJS.ProcessEnv): string | undefined {
  const files = readFiles(root);
  if (files === undefined) return undefined;
  const isSetting = (name: string): boolean =>
    name.startsWith("LOCI_") && !/_API_KEY$|_TOKEN$/.test(name);
  const names = Object.keys(env).filter(isSetting);
  return JSON.stringify([version, files, names.sort().map((name) => [name, env[name]])]);
}

/** Undefined where one is a link or the like: whoever reads the settings says so. */
function readFiles(root: string): (string | null)[] | undefined {
  try {
    return ["loci.yaml", join(".loci", "device.yaml")].map(
      (name) => readSmallFile(join(root, name)) ?? null,
    );
  } catch (error) {
    if (error instanceof LociError) return undefined;
    throw error;
  }
}
