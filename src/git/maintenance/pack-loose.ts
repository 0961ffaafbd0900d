import { createDraft, type Disk, openDrafts, unlinkIfThere } from "../disk.ts";
import type { StoredObject } from "../object-format.ts";
import { readLoose } from "../objects/loose-object.ts";
import { openPacks, type Packs } from "../packs/open-packs.ts";
import { publishPack } from "../packs/publish-pack.ts";
import { createPackBuilder } from "../packs/write-pack.ts";
import { type LooseObject, listLoose } from "./loose-objects.ts";

export interface PackLooseOptions {
  readonly gitDir: string;
  readonly disk: Disk;
  readonly signal?: AbortSignal | undefined;
}

/** The memory of the board is small, and an object of this size gains nothing in a pack. */
const largestObject = 2 ** 24;
/** A pack is finished when it has so many bytes; the next objects go into another one. */
const packBytes = 2 ** 25;

/**
 * Packs all loose objects, reachable or not, without git, each as a whole: only git makes deltas. The file of an object
 * goes only after the object was read back from the finished pack. Killed at any moment, it leaves every object in
 * place, and the next run goes on. Returns how many are left: they are damaged or too large, and stay as they are.
 */
export async function packLoose(options: PackLooseOptions): Promise<number> {
  const { gitDir, disk, signal } = options;
  await openDrafts(disk, gitDir);
  const loose = await listLoose(gitDir);
  let pack = createPackBuilder();
  let filesByOid = new Map<string, string>();
  let left = loose.length;
  for (const [n, object] of loose.entries()) {
    signal?.throwIfAborted();
    const read = readSound(gitDir, object);
    if (read !== undefined) {
      await pack.add(object.oid, read.type, read.content);
      filesByOid.set(object.oid, object.file);
    }
    const isFull = pack.bytes >= packBytes || n === loose.length - 1;
    if (!isFull || filesByOid.size === 0) continue;
    const { name, bytes, index } = await pack.finish();
    const draft = await createDraft(disk, gitDir, bytes, 0o444);
    await publishPack(disk, gitDir, { name, draft, index });
    left -= await removePacked(options, filesByOid);
    pack = createPackBuilder();
    filesByOid = new Map();
  }
  return left;
}

/** Undefined where it is damaged, too large (for both, `git fsck` is there) or has just gone. */
function readSound(gitDir: string, { oid, bytes }: LooseObject): StoredObject | undefined {
  try {
    return bytes > largestObject ? undefined : readLoose(gitDir, oid, largestObject);
  } catch {
    return undefined;
  }
}

/** Removes the files of objects that can be read from a pack, and returns how many. */
async function removePacked(
  { gitDir, disk, signal }: PackLooseOptions,
  filesByOid: ReadonlyMap<string, string>,
): Promise<number> {
  const packs = openPacks(gitDir, () => undefined);
  let packed = 0;
  try {
    for (const [oid, file] of filesByOid) {
      signal?.throwIfAborted();
      if (!isReadable(packs, oid)) continue;
      await unlinkIfThere(disk, file);
      packed += 1;
    }
  } finally {
    packs.close();
  }
  return packed;
}

/** Whether a pack on disk gives the very object: its content is compared with its name. */
function isReadable(packs: Packs, oid: string): boolean {
  try {
    return packs.read(oid) !== undefined;
  } catch {
    return false; // Then its own file is the better one.
  }
}
