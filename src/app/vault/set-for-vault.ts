import { mkdirSync } from "node:fs";
import { parseDocument } from "yaml";
import { LociError, messageOf } from "../../errors.ts";
import { writeWhole } from "../../vault/write/write-whole.ts";
import { type DevicePlace, readDeviceFile, realOf } from "./device-place.ts";

/**
 * Writes values, by key, for one vault into `device.yaml`; all else there stays. Throws LociError WRITE_FAILED, or
 * BAD_CONFIG where the file cannot be read.
 */
export function setForVault(
  place: DevicePlace,
  root: string,
  values: ReadonlyMap<string, unknown>,
): void {
  const document = parseDocument(readDeviceFile(place) ?? "");
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
