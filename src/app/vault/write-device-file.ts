import { writeFileSync } from "node:fs";
import { parseDocument } from "yaml";
import { errnoOf, messageOf } from "../../errors.ts";
import { writeWhole } from "../../vault/write-whole.ts";
import { type DevicePlace, readDeviceFile, realOf } from "./device-place.ts";
import { makeFolder } from "./make-folder.ts";

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

/** Writes values, by key, for one vault into `device.yaml`; all else there stays. Throws what writing throws. */
export function setForVault(
  place: DevicePlace,
  root: string,
  values: ReadonlyMap<string, unknown>,
): void {
  makeFolder(place.folder, 0o700);
  const document = parseDocument(readDeviceFile(place) ?? "");
  for (const [key, value] of values) {
    const path = ["vaults", root, ...key.split(".")];
    for (let depth = 1; depth < path.length; depth++) {
      const above = path.slice(0, depth);
      if (document.hasIn(above) && document.getIn(above) === null) document.deleteIn(above);
    }
    document.setIn(path, value);
  }
  // Through a link, for people who keep their settings elsewhere.
  writeWhole(realOf(place.settingsFile), document.toString());
}

const firstDeviceFile = `# Settings of this device alone: no vault brings or changes them. docs/settings.md has them all; "loci config" shows
# what holds now. Take away the "# " before a line to set it. Two spaces further in for each level, never tabs.

# person: ana

# voice:
#   enabled: true
#   transcriber:
#     url: http://192.168.1.9:8000/v1

# model:
#   baseUrl: http://192.168.1.9:11434/v1
#   name: qwen3:4b

# Settings for one vault alone stand below its path:
# vaults:
#   ~/loci:
#     privacy:
#       retentionDays: 7
`;
