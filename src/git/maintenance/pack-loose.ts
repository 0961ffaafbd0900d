import { stat } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../errors.ts";
import { ifMissing, listFolder, unlinkIfThere } from "../disk.ts";
import { type Packing, unlinkPack, writePack } from "./write-pack.ts";

/** More loose objects, or packs, make reading slow. */
const defaultLimits = { loose: 3_000, packs: 50 };
/** Writing larger ones again each time would wear a memory card out. */
const maxPackBytes = 2 ** 24;

/** Whether it is time to pack; cheap: git spreads loose objects evenly over 256 folders, and looks into one of them too. */
export async function isPackingDue(gitDir: string, limits = defaultLimits): Promise<boolean> {
  const names = await listFolder(join(gitDir, "objects", "17"));
  const loose = names.filter(({ name }) => /^[0-9a-f]{38}$/.test(name)).length * 256;
  return loose > limits.loose || (await smallPacks(gitDir)).length > limits.packs;
}

/** The indexes of the packs that are small enough to be written again. */
async function smallPacks(gitDir: string): Promise<string[]> {
  const small: string[] = [];
  for (const { name, parentPath } of await listFolder(join(gitDir, "objects", "pack"))) {
    if (!name.endsWith(".idx")) continue;
    const index = join(parentPath, name);
    const pack = await stat(index.replace(/idx$/, "pack")).catch(ifMissing);
    if (pack !== undefined && pack.size <= maxPackBytes) small.push(index);
  }
  return small;
}

/** What came of packing. */
interface PackReport {
  /** How many objects lie in the new pack. */
  readonly packed: number;
  /** Why none was packed; the repository is as it was. */
  readonly failure?: string;
}

/**
 * Packs the loose objects and those of small packs together. None is ever dropped, whether a ref needs it or not: a file goes
 * only when a pack that is flushed holds its objects. May be killed at any moment; the caller holds the commit lock. Rejects
 * with the signal's reason only.
 */
export async function packLoose(packing: Packing): Promise<PackReport> {
  const { gitDir, disk, objects, signal } = packing;
  try {
    objects.refresh();
    const small = new Set(await smallPacks(gitDir));
    const stored = await objects.library.fs.list();
    const moved = stored.filter(({ file, isPacked }) => !isPacked || small.has(file));
    const oids = [...new Set(moved.map(({ oid }) => oid))];
    if (oids.length === 0) return { packed: 0 };
    const index = await writePack(packing, oids);
    for (const { file, isPacked } of moved) if (!isPacked) await unlinkIfThere(disk, file);
    for (const old of small) if (old !== index) await unlinkPack(disk, old);
    objects.refresh();
    return { packed: oids.length };
  } catch (error) {
    signal?.throwIfAborted();
    return { packed: 0, failure: messageOf(error) };
  }
}
