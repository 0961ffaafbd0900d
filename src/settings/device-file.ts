import { isAbsolute, join, resolve } from "node:path";
import { parseDocument } from "yaml";
import { LociError } from "../errors.ts";

/**
 * The folder of what belongs to this device and this person: `LOCI_CONFIG_DIR`, else `loci` in `XDG_CONFIG_HOME` or
 * `~/.config`. Throws LociError BAD_CONFIG where there is no home.
 */
export function configFolder(env: NodeJS.ProcessEnv): string {
  const {
    LOCI_CONFIG_DIR = "",
    XDG_CONFIG_HOME = "",
    HOME = "",
  } = namesHome(env) ? env : process.env;
  if (LOCI_CONFIG_DIR !== "") return resolve(LOCI_CONFIG_DIR);
  if (isAbsolute(XDG_CONFIG_HOME)) return join(XDG_CONFIG_HOME, "loci");
  if (isAbsolute(HOME)) return join(HOME, ".config", "loci");
  throw new LociError(
    "BAD_CONFIG",
    "Cannot find this device's settings: there is no home folder; set HOME, or LOCI_CONFIG_DIR to a folder outside every vault",
  );
}

/** Programs may open a vault with an environment of their own: without a home, this process's own counts. */
const namesHome = ({ LOCI_CONFIG_DIR, XDG_CONFIG_HOME, HOME }: NodeJS.ProcessEnv): boolean =>
  [LOCI_CONFIG_DIR, XDG_CONFIG_HOME, HOME].some(Boolean);

/** The text of a `device.yaml` with these values, by key, for one vault; all else stays as it is. */
export function withVaultSettings(
  text: string,
  root: string,
  values: ReadonlyMap<string, unknown>,
): string {
  const document = parseDocument(text);
  for (const [key, value] of values) {
    const path = ["vaults", root, ...key.split(".")];
    for (let depth = 1; depth < path.length; depth++) {
      const above = path.slice(0, depth);
      if (document.hasIn(above) && document.getIn(above) === null) document.deleteIn(above);
    }
    document.setIn(path, value);
  }
  return document.toString();
}

/** What a new `device.yaml` holds. */
export const firstDeviceFile = `# Settings of this device alone: no vault brings or changes them. docs/settings.md has them all; "loci config" shows
# what holds now. Take away the "# " before a line to set it. Two spaces further in for each level, never tabs.

# person: ana

# voice:
#   enabled: true
#   microphone: default
#   speaker: default
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
