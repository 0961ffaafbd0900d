import { createHash } from "node:crypto";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { createDraft, type Disk, openDrafts, readIfThere, unlinkIfThere } from "../git/disk.ts";
import { openPacks, type Packs } from "../history/open-packs.ts";
import { createDelta, cutLines, cutTree } from "./delta.ts";
import { type LooseObject, listLoose } from "./loose-objects.ts";
import { isObjectType, type ObjectType } from "./pack-format.ts";
import { createPackWriter, type PackFile, type PackWriter } from "./pack-writer.ts";

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
    const read = object.bytes > largestObject ? undefined : await readLoose(object);
    if (read !== undefined) packer.add(object, read);
    const isFull = packer.writer.bytes >= packBytes || n === loose.length - 1;
    if (!isFull || packer.writer.count === 0) continue;
    packed += await publish(options, packer.writer.finish(), packer.files);
    packs += 1;
    packer = createPacker();
  }
  return { packed, left: loose.length - packed, packs };
}

interface Read {
  readonly type: ObjectType;
  readonly content: Buffer;
}

/** The content of a loose object; undefined where it is damaged, or has just gone. */
async function readLoose({ oid, file }: LooseObject): Promise<Read | undefined> {
  const bytes = await readIfThere(file);
  if (bytes === undefined) return undefined;
  let raw: Buffer;
  try {
    raw = inflateSync(bytes, { maxOutputLength: largestObject });
  } catch {
    return undefined; // Damaged, or too large unpacked: `git fsck` is for that.
  }
  const end = raw.indexOf(0);
  const [type = "", length] = raw.toString("latin1", 0, Math.max(0, end)).split(" ");
  const content = raw.subarray(end + 1);
  const name = createHash("sha1").update(raw).digest("hex");
  if (name !== oid || !isObjectType(type) || Number(length) !== content.length) return undefined;
  return { type, content };
}

interface Packer {
  readonly writer: PackWriter;
  /** The files of the objects in it, by name. */
  readonly files: ReadonlyMap<string, string>;
  add(object: LooseObject, read: Read): void;
}

/** An object that the next similar one may be told as a change of. */
interface Known extends Read {
  readonly oid: string;
  /** How many deltas must be applied to have it. */
  readonly depth: number;
}

/** Reading a version costs at most so many steps. */
const deepest = 24;
const mostKnownBytes = 2 ** 25;

/** Adds objects in the order they came about, so that a version's predecessor is the last that was alike. */
function createPacker(): Packer {
  const writer = createPackWriter();
  const files = new Map<string, string>();
  const knownByLook = new Map<string, Known>();
  let knownBytes = 0;
  return {
    writer,
    files,
    add({ oid, file }, { type, content }) {
      files.set(oid, file);
      const look = lookOf(type, content);
      const like = look === undefined ? undefined : knownByLook.get(look);
      const delta = like && like.depth < deepest ? deltaFrom(like, content) : undefined;
      if (like === undefined || delta === undefined) writer.add(oid, type, content);
      else writer.addDelta(oid, like.oid, delta);
      if (look === undefined) return;
      knownBytes += content.length - (like?.content.length ?? 0);
      if (knownBytes > mostKnownBytes) {
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

/** Puts the pack where git looks for it, and gives how many objects have their place there now. */
async function publish(
  { gitDir, disk, signal }: PackLooseOptions,
  { name, pack, index, oids }: PackFile,
  filesByOid: ReadonlyMap<string, string>,
): Promise<number> {
  const folder = join(gitDir, "objects", "pack");
  await disk.mkdir(folder);
  const packDraft = await createDraft(disk, gitDir, pack, 0o444);
  const indexDraft = await createDraft(disk, gitDir, index, 0o444);
  // The index last: it is what makes git see the pack.
  await disk.rename(packDraft, join(folder, `pack-${name}.pack`));
  await disk.rename(indexDraft, join(folder, `pack-${name}.idx`));
  await disk.flushFolder(folder);
  const packs = openPacks(gitDir);
  let packed = 0;
  try {
    for (const oid of oids) {
      signal?.throwIfAborted();
      const file = filesByOid.get(oid);
      if (file === undefined || !isReadable(packs, oid)) continue;
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
