import { stat } from "node:fs/promises";
import { join } from "node:path";
import git from "isomorphic-git";
import { blocked, disk, ifMissing, listFolder, unlinkIfThere } from "../disk.ts";
import { type ObjectType, typeOf } from "../object-format.ts";
import { maxObjectBytes, type Objects } from "../objects/objects.ts";
import type { StoredAt } from "../objects/store-fs.ts";
import type { SystemGit } from "../system-git.ts";

/** What packs are written with. */
interface Packing {
  readonly objects: Objects;
  readonly git: SystemGit | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** More loose objects, or packs, make reading slow. */
const defaultLimits = { loose: 3_000, packs: 50 };
/** Writing larger ones again each time would wear a memory card out. */
const maxPackBytes = 2 ** 24;

/** Whether it is time to pack; cheap: git spreads loose objects evenly over 256 folders, and looks into one too. */
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
 * Packs the loose objects and those of small packs together, whether a ref needs them or not. Where some are `dropped`,
 * it deletes these for good instead, and packs only what shares a pack with one of them; nothing may name them. Killed
 * at any moment, it leaves all others in place and can be run again. The caller holds the commit lock. Returns how many
 * it packed; throws where that fails, with everything as it was.
 */
export async function repack(
  packing: Packing,
  dropped: ReadonlySet<string> = new Set(),
): Promise<number> {
  const { objects } = packing;
  const gitDir = objects.library.gitdir;
  const stored = await listStored(objects);
  const small = await smallPacks(gitDir);
  const isMoved = ({ oid, file }: StoredAt): boolean =>
    dropped.size > 0 ? dropped.has(oid) : !file.endsWith(".idx") || small.has(file);
  const files = new Set(stored.filter(isMoved).map(({ file }) => file));
  const moved = stored.flatMap(({ oid, file }) => (files.has(file) ? oid : []));
  const oids = new Set(moved).difference(dropped);
  const index = oids.size === 0 ? undefined : await writePack(packing, [...oids]);
  for (const file of [...files].filter((one) => one !== index))
    await (file.endsWith(".idx") ? unlinkPack(file) : unlinkIfThere(file));
  // What git derives from the objects, and makes again.
  const all = await listFolder(join(gitDir, "objects"), true);
  const derived = all.filter(({ name }) => /graph(?:-chain)?$|^multi-pack-index/.test(name));
  for (const { parentPath, name } of derived) await unlinkIfThere(join(parentPath, name));
  objects.refresh();
  return oids.size;
}

/** The pack goes first: an index that a killed process leaves tells nothing of what was in it. */
async function unlinkPack(index: string): Promise<void> {
  for (const ending of ["pack", "rev", "bitmap", "keep", "mtimes", "promisor", "idx"])
    await unlinkIfThere(index.replace(/idx$/, ending));
}

/** Where all objects are stored by now. */
function listStored(objects: Objects): Promise<readonly StoredAt[]> {
  objects.refresh();
  return objects.library.fs.list();
}

/**
 * Every object that is wanted and not too large, once, whether anything names it or not. An empty file, which a power
 * cut leaves, is none. Throws a blocked error for a damaged one.
 */
export async function* eachObject(
  objects: Objects,
  isWanted: (oid: string) => boolean = () => true,
): AsyncGenerator<{ oid: string; type: ObjectType; content: Buffer }> {
  const files = new Map((await listStored(objects)).map(({ oid, file }) => [oid, file]));
  for (const [oid, file] of files) {
    const isRead = isWanted(oid) && (await stat(file)).size > 0;
    if (!isRead || (await objects.size(oid)) > maxObjectBytes) continue;
    const content = await objects.read(oid);
    yield { oid, content, type: typeOf(oid, content) };
  }
}

/**
 * Stores these objects in a new pack, by the system's git where there is one, else in memory, and returns its index. It
 * is flushed, read back, and lists every one of them. Throws a blocked error where one is damaged.
 */
async function writePack(packing: Packing, oids: readonly string[]): Promise<string> {
  const { objects, git: program } = packing;
  const folder = join(objects.library.gitdir, "objects", "pack");
  const pack = program ? await packByGit(packing, program, oids) : await packHere(objects, oids);
  await disk.flushFolder(folder);
  const index = join(folder, `${pack}.idx`);
  const packed = (await listStored(objects)).filter(({ file }) => file === index);
  const [missing] = new Set(oids).difference(new Set(packed.map(({ oid }) => oid)));
  if (missing === undefined) return index;
  throw blocked(`object ${missing} could not be packed`, "run `git fsck` in the vault");
}

async function packByGit(
  { objects, signal }: Packing,
  program: SystemGit,
  oids: readonly string[],
): Promise<string> {
  const input = Buffer.from(`${oids.join("\n")}\n`);
  const args = ["pack-objects", "--progress", "--delta-base-offset", "objects/pack/pack"];
  const gitDir = objects.library.gitdir;
  const made = await program.run(gitDir, args, { input, signal, makesPacks: true });
  const pack = `pack-${made.stdout.toString("latin1").trim()}`;
  const verify = ["verify-pack", join(gitDir, "objects", "pack", `${pack}.idx`)];
  if (made.code === 0 && (await program.run(gitDir, verify, { signal })).code === 0) return pack;
  const said = made.stderr.trim().split("\n").at(-1) ?? "";
  throw blocked(`git cannot pack its history (${said})`, "run `git fsck` in the vault");
}

async function packHere({ library }: Objects, oids: readonly string[]): Promise<string> {
  const { filename } = await git.packObjects({ ...library, oids: [...oids], write: true });
  const filepath = join("objects", "pack", filename);
  await git.indexPack({ ...library, dir: library.gitdir, filepath });
  await library.fs.storePacks();
  return filename.replace(/\.pack$/, "");
}
