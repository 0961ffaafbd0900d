import { stat } from "node:fs/promises";
import { join } from "node:path";
import git from "isomorphic-git";
import { blocked } from "../blocked.ts";
import { type Disk, ifMissing, listFolder, openDrafts, unlinkIfThere } from "../disk.ts";
import { type ObjectType, typeOf } from "../object-format.ts";
import { maxObjectBytes, type Objects } from "../objects/objects.ts";
import type { StoredAt } from "../objects/store-fs.ts";
import type { SystemGit } from "../system-git.ts";

/** What packs are written with. */
interface Packing {
  readonly gitDir: string;
  readonly disk: Disk;
  readonly objects: Objects;
  readonly git: SystemGit | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** More loose objects, or packs, make reading slow. */
const defaultLimits = { loose: 3_000, packs: 50 };
/** Writing larger ones again each time would wear a memory card out. */
const maxPackBytes = 2 ** 24;

/** Whether it is time to pack; cheap: git spreads loose objects evenly over 256 folders, and looks into one of them too. */
export async function isPackingDue(gitDir: string, limits = defaultLimits): Promise<boolean> {
  const loose = (await listFolder(join(gitDir, "objects", "17"))).length * 256;
  return loose > limits.loose || (await smallPacks(gitDir)).size > limits.packs;
}

/** The indexes of the packs that are small enough to be written again. */
async function smallPacks(gitDir: string): Promise<ReadonlySet<string>> {
  const small = new Set<string>();
  for (const { name, parentPath } of await listFolder(join(gitDir, "objects", "pack"))) {
    const pack = await stat(join(parentPath, name)).catch(ifMissing);
    if (name.endsWith(".pack") && pack !== undefined && pack.size <= maxPackBytes)
      small.add(join(parentPath, name.replace(/pack$/, "idx")));
  }
  return small;
}

/**
 * Packs the loose objects and those of small packs together. None is ever dropped, whether a ref needs it or not. The caller
 * holds the commit lock. Returns how many were packed; throws where that fails, and all is as it was.
 */
export async function packLoose(packing: Packing): Promise<number> {
  const { gitDir, objects } = packing;
  const small = await smallPacks(gitDir);
  objects.refresh();
  const stored = await objects.library.fs.list();
  const moved = stored.filter(({ file, isPacked }) => !isPacked || small.has(file));
  return repack(packing, moved, new Set());
}

/** Deletes objects for good, from packs too. Nothing may name what is dropped. */
export async function dropObjects(packing: Packing, dropped: ReadonlySet<string>): Promise<void> {
  const { gitDir, disk, objects } = packing;
  await openDrafts(disk, gitDir);
  objects.refresh();
  const stored = await objects.library.fs.list();
  const files = new Set(stored.flatMap(({ oid, file }) => (dropped.has(oid) ? [file] : [])));
  const moved = stored.filter(({ file }) => files.has(file));
  await repack(packing, moved, dropped);
  // What git derives from the objects, and makes again.
  const all = await listFolder(join(gitDir, "objects"), true);
  const derived = all.filter((one) => one.isFile() && /graph|^multi-pack-index/.test(one.name));
  for (const { parentPath, name } of derived) await unlinkIfThere(disk, join(parentPath, name));
}

/**
 * Every object that is wanted, once, whether anything names it or not. An empty file, which a power cut leaves, is none.
 * Throws a blocked error for a damaged one.
 */
export async function* eachObject(
  objects: Objects,
  isWanted: (oid: string) => boolean = () => true,
): AsyncGenerator<{ oid: string; type: ObjectType; content: Buffer }> {
  objects.refresh();
  const files = new Map((await objects.library.fs.list()).map(({ oid, file }) => [oid, file]));
  for (const [oid, file] of files) {
    const isRead = isWanted(oid) && (await stat(file)).size > 0;
    if (!isRead || (await objects.size(oid)) > maxObjectBytes) continue;
    const content = await objects.read(oid);
    yield { oid, content, type: typeOf(oid, content) };
  }
  objects.refresh();
}

/**
 * Stores the objects of some files, but those that are dropped, in a new pack, and then removes the files. Killed at any moment,
 * it leaves all others in place, and can be run again. Returns how many it packed.
 */
async function repack(
  packing: Packing,
  moved: readonly StoredAt[],
  dropped: ReadonlySet<string>,
): Promise<number> {
  const { disk, objects } = packing;
  const oids = [...new Set(moved.map(({ oid }) => oid))].filter((oid) => !dropped.has(oid));
  const index = oids.length === 0 ? undefined : await writePack(packing, oids);
  for (const { file, isPacked } of new Map(moved.map((one) => [one.file, one])).values()) {
    // The index goes first: without it, there is no pack.
    const endings = ["idx", "rev", "bitmap", "keep", "mtimes", "promisor", "pack"];
    for (const ending of isPacked ? endings : [""])
      if (file !== index) await unlinkIfThere(disk, file.replace(/idx$/, ending));
  }
  objects.refresh();
  return oids.length;
}

/**
 * Stores these objects in a new pack, by the system's git where there is one (without it they lie in memory meanwhile), and
 * returns its index. It is flushed, and lists every one of them. Throws a blocked error where one is damaged.
 */
async function writePack(packing: Packing, oids: readonly string[]): Promise<string> {
  const { gitDir, disk, objects } = packing;
  const folder = join(gitDir, "objects", "pack");
  const name = await (packing.git
    ? packByGit(packing, packing.git, oids)
    : packHere(objects, oids));
  await disk.flushFolder(folder);
  objects.refresh();
  const index = join(folder, `${name}.idx`);
  const stored = await objects.library.fs.list();
  const packed = new Set(stored.filter(({ file }) => file === index).map(({ oid }) => oid));
  const missing = oids.find((oid) => !packed.has(oid));
  if (missing === undefined) return index;
  throw blocked(`object ${missing} could not be packed`, "run `git fsck` in the vault");
}

async function packByGit(
  { gitDir, signal }: Packing,
  program: SystemGit,
  oids: readonly string[],
): Promise<string> {
  const input = Buffer.from(`${oids.join("\n")}\n`);
  const place = join(gitDir, "objects", "pack", "pack");
  const args = ["pack-objects", "--progress", "--delta-base-offset", place];
  const { code, stdout, stderr } = await program.run(gitDir, args, { input, signal });
  const name = stdout.toString("latin1").trim();
  const verify = ["verify-pack", `${place}-${name}.idx`];
  // Read back from the disk, each object: what it replaces is about to go.
  if (code === 0 && (await program.run(gitDir, verify, { signal })).code === 0)
    return `pack-${name}`;
  const said = stderr.trim().split("\n").at(-1) ?? "";
  throw blocked(`git cannot pack its history (${said})`, "run `git fsck` in the vault");
}

async function packHere({ library }: Objects, oids: readonly string[]): Promise<string> {
  const { filename } = await git.packObjects({ ...library, oids: [...oids], write: true });
  const filepath = join("objects", "pack", filename);
  await git.indexPack({ ...library, dir: library.gitdir, filepath });
  return filename.replace(/\.pack$/, "");
}
