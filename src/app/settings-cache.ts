import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../settings.ts";
import { readSmallFile } from "../vault/read-small-file.ts";

/** Raised whenever the schema in settings.ts changes, so that no old cache is believed. */
const version = 3;

/**
 * The settings of a vault. Checking them loads the schema and YAML packages, which costs more than a whole recall, so the
 * checked result is kept in `.loci/settings.json` beside all it was made of; any difference reads them anew.
 */
export async function loadSettings(root: string, env: NodeJS.ProcessEnv): Promise<Settings> {
  const file = join(root, ".loci", "settings.json");
  const key = keyOf(root, env);
  const cached = readCache(file);
  if (cached?.key === key) return cached.settings;
  const { readSettings } = await import("../config.ts");
  const settings = readSettings(root, env);
  try {
    if (existsSync(join(root, ".loci"))) writeFileSync(file, JSON.stringify({ key, settings }));
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
function keyOf(root: string, env: NodeJS.ProcessEnv): string {
  const files = ["loci.yaml", join(".loci", "device.yaml")].map((name) => {
    return readSmallFile(join(root, name)) ?? null;
  });
  const isSetting = (name: string): boolean =>
    name.startsWith("LOCI_") && !/_API_KEY$|_TOKEN$/.test(name);
  const names = Object.keys(env).filter(isSetting);
  return JSON.stringify([version, files, names.sort().map((name) => [name, env[name]])]);
}
