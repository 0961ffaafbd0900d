import { existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import type { SettingsSources } from "../../settings/read-settings.ts";
import { writeWhole } from "../../vault/write/write-file.ts";

/** Where this device keeps what no vault may bring, outside every vault. */
export type DevicePlace = Readonly<ReturnType<typeof devicePlace>>;

/** Finds this device's place for a vault; it may not be there yet. Throws LociError BAD_CONFIG. */
export function devicePlace(root: string, env: NodeJS.ProcessEnv) {
  const folder = configFolder(env);
  const real = realOf(root);
  if (!relative(real, realOf(folder)).startsWith("..")) {
    throw new LociError(
      "BAD_CONFIG",
      `Cannot keep this device's settings in "${folder}": it lies in the vault, which could bring its own; set LOCI_CONFIG_DIR to a folder outside`,
      { data: { folder } },
    );
  }
  // Not by import: that reads all it exports, which a short command had better not wait for.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const id = createHash("sha256").update(real).digest("hex").slice(0, 16);
  const name = `${basename(real).replaceAll(sep, "")}-${id}`;
  return {
    folder,
    settingsFile: join(folder, "device.yaml"),
    /** What belongs to this vault alone: tokens of persons, and what was read of its settings. */
    vaultFolder: join(folder, "vaults", name),
  };
}

/**
 * The folder of what belongs to this device and this person: `LOCI_CONFIG_DIR`, else `loci` in `XDG_CONFIG_HOME` or
 * `~/.config`. Throws LociError BAD_CONFIG where there is no home.
 */
export function configFolder(env: NodeJS.ProcessEnv): string {
  // Programs may open a vault with an environment of their own: without a home, this process's own counts.
  const hasHome = env.LOCI_CONFIG_DIR || env.XDG_CONFIG_HOME || env.HOME;
  const { LOCI_CONFIG_DIR = "", XDG_CONFIG_HOME = "", HOME = "" } = hasHome ? env : process.env;
  if (LOCI_CONFIG_DIR !== "") return resolve(LOCI_CONFIG_DIR);
  if (isAbsolute(XDG_CONFIG_HOME)) return join(XDG_CONFIG_HOME, "loci");
  if (isAbsolute(HOME)) return join(HOME, ".config", "loci");
  throw new LociError(
    "BAD_CONFIG",
    "Cannot find this device's settings: there is no home folder; set HOME, or LOCI_CONFIG_DIR to a folder outside every vault",
  );
}

/** `device.yaml` and its text; undefined where there is none. Throws LociError BAD_CONFIG. */
export function deviceSource({ settingsFile: path }: DevicePlace): SettingsSources["device"] {
  try {
    return { path, text: readFileSync(path, "utf8") };
  } catch (cause) {
    if (["ENOENT", "ENOTDIR"].includes(errnoOf(cause) ?? "")) return { path, text: undefined };
    const message = `Cannot read "${path}": ${messageOf(cause)}`;
    throw new LociError("BAD_CONFIG", message, { cause, data: { file: path } });
  }
}

/**
 * Writes values, by key, for one vault into `device.yaml`; all else there stays. Throws LociError WRITE_FAILED, or
 * BAD_CONFIG where the file cannot be read.
 */
export async function setForVault(
  place: DevicePlace,
  root: string,
  values: ReadonlyMap<string, unknown>,
): Promise<void> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(deviceSource(place).text ?? "");
  for (const [key, value] of values) {
    const path = ["vaults", root, ...key.split(".")];
    for (let depth = 1; depth < path.length; depth++) {
      const above = path.slice(0, depth);
      if (document.hasIn(above) && document.getIn(above) === null) document.deleteIn(above);
    }
    document.setIn(path, value);
  }
  try {
    mkdirSync(place.folder, { recursive: true, mode: 0o700 });
    // Through a link, for people who keep their settings elsewhere.
    writeWhole(realOf(place.settingsFile), document.toString());
  } catch (cause) {
    throw new LociError(
      "WRITE_FAILED",
      `Cannot write ${[...values.keys()].join(", ")} into "${place.settingsFile}": ${messageOf(cause)}; make it writable, or set LOCI_CONFIG_DIR`,
      { cause },
    );
  }
}

/** The path without links, as far as it is there. */
const realOf = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path));
