import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { gitHome } from "../../git/config/git-config.ts";
import { anonymizing } from "../../settings/privacy.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { parseYaml } from "../../settings/read-yaml.ts";
import type { Settings } from "../../settings/schema.ts";
import { isSection, plainSettings, type Values, valueAt } from "../../settings/tree.ts";
import { openHistory } from "../../sync/history/open-history.ts";
import { readFileAt } from "../../sync/merge/merge-trees.ts";
import { readSmallFile } from "../../vault/read-small-file.ts";
import { openDeviceFolder } from "./device-folder.ts";
import { type DevicePlace, deviceSource, setForVault } from "./device-place.ts";
import type { LoadOptions } from "./load-settings.ts";

/**
 * What an earlier version kept in `.loci`, or a vault brought along: with which remote it synced, what of the index is
 * secret. The index is built anew, and a remote gets nothing in the background until somebody here runs `loci sync`.
 */
const brought =
  /^(?:token|tokens|tokens\.json|settings\.json|privacy\.json|stamp|site-up|sync\.json|erasing\.json|undo|index(?:-\d+)?\.db(?:-wal|-shm)?)$/;

/**
 * Writes what earlier settings of a vault kept more private into this device's `device.yaml`, at the first open by a
 * version that has one. Nothing else of them is obeyed. Throws LociError WRITE_FAILED where that cannot be written
 * down, and BAD_CONFIG for a `.loci` that is not this device's own.
 */
export async function takeOver(
  { root, env, report }: Required<Pick<LoadOptions, "root" | "env" | "report">>,
  place: DevicePlace,
): Promise<void> {
  const lociDir = join(root, ".loci");
  const names = existsSync(lociDir) ? readdirSync(await openDeviceFolder(root)) : [];
  const file = join(root, "loci.yaml");
  const { commit: _, ...shared } = valuesOf(file, await readCommitted(root, env));
  const own = valuesOf(join(lociDir, "device.yaml"));
  const sources = { root, shared: undefined, device: deviceSource(place), env: {} };
  const taken = stricterThan(readSettings(sources).settings, [shared, own]);
  if (taken.size > 0) await setForVault(place, root, taken);
  const values = Array.from(taken, ([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const took = taken.size > 0 && `Took over for this vault: ${values.join(", ")}`;
  const left =
    names.includes("device.yaml") &&
    `${join(lociDir, "device.yaml")} is not read any more: copy what else you want of it, and delete it`;
  const said = [took, left].filter(Boolean).join("; ");
  if (said) report(`${said} (settings of a device are in ${place.settingsFile} now)`);
  for (const name of names.filter((one) => brought.test(one)))
    rmSync(join(lociDir, name), { recursive: true, force: true });
}

/** Settings that keep something to the person; of two values the more private holds. */
const privateKeys =
  /^(?:privacy\..*|session\.(?:hours|resolvedDays)|digest\.(?:enabled|quotes)|(?:shortcut|commit)\.enabled|site\.protectedBanks)$/;

/** What earlier values kept more private than these settings do: value by key. */
function stricterThan(settings: Settings, earlier: readonly Values[]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const { path, type } of plainSettings()) {
    const key = path.join(".");
    if (!privateKeys.test(key)) continue;
    const now = valueAt(settings, path);
    const values = earlier.map((one) => valueAt(one, path));
    const value = values.filter((one) => z.safeParse(type, one).success).reduce(stricter, now);
    if (JSON.stringify(value) !== JSON.stringify(now)) found.set(key, value);
  }
  return found;
}

/** Off is stricter than on, and a shorter time than a longer one; of lists, both hold. */
function stricter(a: unknown, b: unknown): unknown {
  if (typeof a === "boolean") return a && b;
  if (typeof a === "number") return Math.min(a, Number(b));
  if (Array.isArray(a)) return [...new Set([a, b].flat())];
  return anonymizing.findLast((word) => word === a || word === b);
}

/** The values of an earlier version's settings file; none where it cannot be read: it was not obeyed before either. */
function valuesOf(file: string, text?: string): Values {
  try {
    const { values } = parseYaml(text ?? readSmallFile(file) ?? "", file);
    const { privacy } = values;
    if (!isSection(privacy) || typeof privacy.anonymize === "string") return values;
    // There was a switch for what is kept, and one for what is sent.
    const sent = privacy.redactForCloud === true ? "cloud" : "off";
    const anonymize = privacy.anonymize === true ? "all" : sent;
    return { ...values, privacy: { ...privacy, anonymize } };
  } catch {
    return {};
  }
}

/** `loci.yaml` as last committed here, before anything is fetched; a repository that cannot be read has no say. */
async function readCommitted(root: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    const { objects, head = "" } = await openHistory(root, gitHome(env));
    const { tree } = await objects.readCommit(head);
    return (await readFileAt(objects, tree, "loci.yaml"))?.toString("utf8");
  } catch {
    return undefined;
  }
}
