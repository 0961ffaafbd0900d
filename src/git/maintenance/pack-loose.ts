import { createDraft, type Disk, openDrafts, unlinkIfThere } from "../disk.ts";
import type { ObjectType, StoredObject } from "../object-format.ts";
import { readLoose } from "../objects/loose-object.ts";
import { createDelta, cutLines, cutTree } from "../packs/create-delta.ts";
import { openPacks, type Packs } from "../packs/open-packs.ts";
import { publishPack } from "../packs/publish-pack.ts";
import { createPackBuilder, type PackBuilder } from "../packs/write-pack.ts";
import { type LooseObject, listLoose } from "./loose-objects.ts";

export interface PackLooseOptions {
  readonly gitDir: string;
  readonly disk: Disk;
  readonly signal?: AbortSignal | undefined;
  /** A pack is finished when it has so many bytes; the next objects go into another one. */
  readonly packBytes?: number;
}

/** What came of it. Objects left are damaged or too large; they stay as they are. */
export interface PackedLoose {
  readonly packed: number;
  readonly left: number;
  readonly packs: number;
}

/** The memory of the board is small, and an object of this size gains nothing in a pack. */
const largestObject = 2 ** 24;

/**
 * Packs all loose objects, reachable or not, without git: similar ones as what changed since the one before. The file
 * of an object goes only after the object was read back from the finished pack. Killed at any moment, it leaves every
 * object in place, and the next run goes on.
 */
export async function packLoose(options: PackLooseOptions): Promise<PackedLoose> {
  const { gitDir, disk, signal, packBytes = 2 ** 25 } = options;
  await openDrafts(disk, gitDir);
  const loose = await listLoose(gitDir);
  let packer = createPacker();
  let [packed, packs] = [0, 0];
  for (const [n, object] of loose.entries()) {
    signal?.throwIfAborted();
    const read = readSound(gitDir, object);
    if (read !== undefined) await packer.add(object, read);
    const isFull = packer.pack.bytes >= packBytes || n === loose.length - 1;
    if (!isFull || packer.files.size === 0) continue;
    packed += await publish(options, packer);
    packs += 1;
    packer = createPacker();
  }
  return { packed, left: loose.length - packed, packs };
}

/** Undefined where it is damaged, too large (for both, `git fsck` is there) or has just gone. */
function readSound(gitDir: string, { oid, bytes }: LooseObject): StoredObject | undefined {
  try {
    return bytes > largestObject ? undefined : readLoose(gitDir, oid, largestObject);
  } catch {
    return undefined;
  }
}

interface Packer {
  readonly pack: PackBuilder;
  /** The files of the objects in it, by name. */
  readonly files: ReadonlyMap<string, string>;
  add(object: LooseObject, read: StoredObject): Promise<void>;
}

/** An object that the next similar one may be a delta of. */
interface Known extends StoredObject {
  readonly oid: string;
  /** How many deltas must be applied to have it. */
  readonly depth: number;
}

/** Reading a version costs at most so many steps. */
const deepest = 24;
const maxKnownBytes = 2 ** 25;

/** Adds objects in the order they came about, so that a version's predecessor is the last that was alike. */
function createPacker(): Packer {
  const pack = createPackBuilder();
  const files = new Map<string, string>();
  const knownByLook = new Map<string, Known>();
  let knownBytes = 0;
  return {
    pack,
    files,
    async add({ oid, file }, { type, content }) {
      files.set(oid, file);
      const look = lookOf(type, content);
      const like = look === undefined ? undefined : knownByLook.get(look);
      const delta = like && like.depth < deepest ? deltaFrom(like, content) : undefined;
      if (like === undefined || delta === undefined) await pack.add(oid, type, content);
      else await pack.addDelta(oid, like.oid, delta);
      if (look === undefined) return;
      knownBytes += content.length - (like?.content.length ?? 0);
      if (knownBytes > maxKnownBytes) {
        knownByLook.clear();
        knownBytes = content.length;
      }
      const depth = like === undefined || delta === undefined ? 0 : like.depth + 1;
      knownByLook.set(look, { oid, type, content, depth });
    },
  };
}

/** Versions of one file or folder begin alike: topic files with their title, folders with their first name. */
function lookOf(type: ObjectType, content: Buffer): string | undefined {
  if (type === "tree") return `tree ${content.toString("latin1", 0, content.indexOf(0))}`;
  if (type !== "blob" || content.length < 64) return undefined;
  return `blob ${content.toString("latin1", 0, 32)}`;
}

function deltaFrom(like: Known, content: Buffer): Buffer | undefined {
  const delta = createDelta(like.content, content, like.type === "tree" ? cutTree : cutLines);
  return delta.length < content.length / 2 ? delta : undefined;
}

/** Puts the pack where git looks for it, and returns how many objects have their place there now. */
async function publish(
  { gitDir, disk, signal }: PackLooseOptions,
  { pack, files }: Packer,
): Promise<number> {
  const { name, bytes, index } = await pack.finish();
  const draft = await createDraft(disk, gitDir, bytes, 0o444);
  await publishPack(disk, gitDir, { name, draft, index });
  const packs = openPacks(gitDir, () => undefined);
  let packed = 0;
  try {
    for (const [oid, file] of files) {
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
