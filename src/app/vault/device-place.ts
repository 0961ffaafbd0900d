import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import { configFolder, firstDeviceFile, withVaultSettings } from "../../settings/device-file.ts";
import { writeWhole } from "../../vault/write-whole.ts";
import { makeFolder } from "./make-folder.ts";

/** Where this device keeps what no vault may bring, outside every vault. */
export interface DevicePlace {
  /** `~/.config/loci`: `device.yaml`, and the owner's token. */
  readonly folder: string;
  /** Path of `device.yaml`. */
  readonly settingsFile: string;
  /** In that folder, what belongs to this vault alone: tokens of persons, and what was read of its settings. */
  readonly vaultFolder: string;
}

/** Finds this device's place for a vault; it may not be there yet. Throws LociError BAD_CONFIG. */
export function devicePlace(root: string, env: NodeJS.ProcessEnv): DevicePlace {
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
  const vaultFolder = join(folder, "vaults", name);
  return { folder, settingsFile: join(folder, "device.yaml"), vaultFolder };
}

/** The text of `device.yaml`; undefined where there is none. Throws LociError BAD_CONFIG. */
export function readDeviceFile({ settingsFile }: DevicePlace): string | undefined {
  try {
    return readFileSync(settingsFile, "utf8");
  } catch (cause) {
    if (errnoOf(cause) === "ENOENT" || errnoOf(cause) === "ENOTDIR") return undefined;
    throw new LociError("BAD_CONFIG", `Cannot read "${settingsFile}": ${messageOf(cause)}`, {
      cause,
      data: { file: settingsFile },
    });
  }
}

/** Writes a `device.yaml` that shows what may stand there, unless there is one; reports where it cannot. */
export function startDeviceFile(
  { folder, settingsFile }: DevicePlace,
  report: (sentence: string) => void = () => {},
): void {
  try {
    makeFolder(folder, 0o700);
    writeFileSync(settingsFile, firstDeviceFile, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return;
    report(`Cannot write "${settingsFile}": ${messageOf(error)}; it holds this device's settings`);
  }
}

/** Writes values for one vault into `device.yaml`; all else there stays. Throws what writing throws. */
export function setForVault(
  { folder, settingsFile }: DevicePlace,
  root: string,
  values: ReadonlyMap<string, unknown>,
): void {
  makeFolder(folder, 0o700);
  const text = existsSync(settingsFile) ? readFileSync(settingsFile, "utf8") : "";
  // Through a link, for people who keep their settings elsewhere.
  writeWhole(realOf(settingsFile), withVaultSettings(text, root, values));
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path); // It is not there yet.
  }
}
