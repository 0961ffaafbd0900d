import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../errors.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { parseYaml } from "../../settings/read-yaml.ts";
import { stricterThan } from "../../settings/stricter.ts";
import { inside, merge, type Values, valueAt } from "../../settings/tree.ts";
import { readSmallFile } from "../../vault/read-small-file.ts";
import { type DevicePlace, readDeviceFile, setForVault } from "./device-place.ts";

interface Upgrade {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly report: (sentence: string) => void;
  readonly place: DevicePlace;
}

/** What earlier versions kept in `.loci`, and nobody may bring there. The site is built anew. */
const former = [
  "token",
  "tokens.json",
  "tokens",
  "settings.json",
  "privacy.json",
  "stamp",
  "site-up",
];

/**
 * Writes what earlier settings of a vault kept more private into this device's `device.yaml`, at the first open by a
 * version that has one. Nothing else of them is obeyed. Returns the values where they could not be written.
 */
export async function takeOver(upgrade: Upgrade): Promise<Values | undefined> {
  const { root, env, report, place } = upgrade;
  const lociDir = join(root, ".loci");
  const own = readOld(join(lociDir, "device.yaml"));
  const { commit: _, ...shared } = await readCommitted(root, env);
  const device = { path: place.settingsFile, text: readDeviceFile(place) };
  const { settings } = readSettings({ root, shared: undefined, device, env: {} });
  const stricter = stricterThan(settings, [shared, own, readAccepted(lociDir)]);
  const fault = write(upgrade, stricter);
  const names = [...stricter].map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const said = names.length === 0 ? [] : [`Took over for this vault: ${names.join(", ")}`];
  const rest = leftIn(own, stricter);
  if (rest.length > 0) {
    said.push(
      `${join(lociDir, "device.yaml")} is not read any more: copy what you still want of it (${rest.join(", ")}) into ${place.settingsFile}`,
    );
  } else rmSync(join(lociDir, "device.yaml"), { force: true });
  if (existsSync(join(lociDir, "tokens.json"))) {
    said.push('tokens that "loci token" made are void: make them again');
  }
  if (fault !== undefined) said.push(`it is not written down: ${fault}`);
  if (said.length > 0)
    report(`${said.join("; ")} (settings of a device are in ${place.settingsFile} now)`);
  for (const name of former) rmSync(join(lociDir, name), { recursive: true, force: true });
  if (fault === undefined) return undefined;
  return [...stricter].reduce((all, [key, value]) => merge(all, inside(key.split("."), value)), {});
}

/** Returns why it could not be written. */
function write({ place, root }: Upgrade, values: ReadonlyMap<string, unknown>): string | undefined {
  if (values.size === 0) return undefined;
  try {
    setForVault(place, root, values);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Top-level keys of an old `device.yaml` that hold more than was taken over. */
const leftIn = (own: Values, taken: ReadonlyMap<string, unknown>): readonly string[] =>
  Object.keys(own).filter((key) => {
    const inner = Object.keys(Object(valueAt(own, [key])));
    return inner.length === 0 || inner.some((name) => !taken.has(`${key}.${name}`));
  });

/** The values of a settings file of an earlier version; nothing where it is not readable. */
function readOld(file: string): Values {
  try {
    return parseYaml(readSmallFile(file) ?? "", file).values;
  } catch {
    return {}; // What cannot be read was not obeyed before either.
  }
}

/** The values that held on this device where `loci.yaml` had become less private. */
function readAccepted(lociDir: string): Values {
  const accepted = valueAt(readOld(join(lociDir, "privacy.json")), ["accepted"]);
  return Object.entries(Object(accepted)).reduce<Values>(
    (all, [key, value]) => merge(all, inside(key.split("."), value)),
    {},
  );
}

/** `loci.yaml` as it was last committed here, before anything is fetched; the file where there is no commit of it. */
async function readCommitted(root: string, env: NodeJS.ProcessEnv): Promise<Values> {
  const text = existsSync(join(root, ".git")) ? await readAtHead(root, env) : undefined;
  if (text === undefined) return readOld(join(root, "loci.yaml"));
  try {
    return parseYaml(text, "loci.yaml").values;
  } catch {
    return {};
  }
}

async function readAtHead(root: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { openRepository } = await import("../../git/repository/repository.ts");
  const { gitHome } = await import("../../git/config/git-config.ts");
  const { nodeDisk } = await import("../../git/disk.ts");
  const { openObjects } = await import("../../git/objects/objects.ts");
  const { versionAt } = await import("../../git/objects/tree-files.ts");
  const { readHead } = await import("../../git/refs/head.ts");
  try {
    const { gitDir } = await openRepository(root, gitHome(env));
    const { oid } = await readHead(gitDir);
    if (oid === undefined) return undefined;
    const objects = openObjects(gitDir, nodeDisk);
    try {
      const { tree } = await objects.readCommit(oid);
      const version = await versionAt(objects, tree, "loci.yaml");
      return version && (await objects.read(version.oid)).toString("utf8");
    } finally {
      objects.close();
    }
  } catch {
    return undefined; // A repository that cannot be read has no say.
  }
}
