import { statSync } from "node:fs";
import { join } from "node:path";
import git from "isomorphic-git";
import { blocked, listFolder, unlinkIfThere } from "../disk.ts";
import { maxObjectBytes, type ObjectType, typeOf } from "../object-format.ts";
import type { Objects } from "../objects/objects.ts";
import type { StoredAt } from "../objects/packs.ts";
import { keepPacks, packFolder, shadowFs, withShadow } from "../shadow.ts";
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
  const packs = (await listFolder(packFolder(gitDir)))
    .map(({ name, parentPath }) => join(parentPath, name))
    .filter((file) => file.endsWith(".pack"))
    .filter((file) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= maxPackBytes);
  return new Set(packs.map((file) => file.replace(/pack$/, "idx")));
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
  const { gitDir } = objects;
  const stored = await objects.list();
  const small = await smallPacks(gitDir);
  const isMoved = ({ oid, file }: StoredAt): boolean =>
    dropped.size > 0 ? dropped.has(oid) : !file.endsWith(".idx") || small.has(file);
  const files = new Set(stored.filter(isMoved).map(({ file }) => file));
  const moved = stored.flatMap(({ oid, file }) => (files.has(file) ? oid : []));
  const oids = new Set(moved).difference(dropped);
  const index = oids.size === 0 ? undefined : await storePack(packing, [...oids]);
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

/**
 * Every object that is wanted and not too large, once, whether anything names it or not. An empty file, which a power
 * cut leaves, is none. Throws a blocked error for a damaged one.
 */
export async function* eachObject(
  objects: Objects,
  isWanted: (oid: string) => boolean = () => true,
): AsyncGenerator<{ oid: string; type: ObjectType; content: Buffer }> {
  const files = new Map((await objects.list()).map(({ oid, file }) => [oid, file]));
  for (const [oid, file] of files) {
    const isRead = isWanted(oid) && statSync(file).size > 0;
    if (!isRead || (await objects.size(oid)) > maxObjectBytes) continue;
    const content = await objects.read(oid);
    yield { oid, content, type: typeOf(oid, content) };
  }
}

/**
 * Stores these objects in a new pack, by the system's git where there is one, else in memory, and returns its index. It
 * is flushed, and each of them is read back. Throws a blocked error where one is damaged.
 */
async function storePack(packing: Packing, oids: readonly string[]): Promise<string> {
  const { objects, git: program } = packing;
  const pack = program ? await packByGit(packing, program, oids) : await packHere(objects, oids);
  const index = join(packFolder(objects.gitDir), `${pack}.idx`);
  const packed = (await objects.list()).filter(({ file }) => file === index);
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
  const { gitDir } = objects;
  const made = await program.run(gitDir, args, { input, signal });
  const pack = `pack-${made.stdout.toString("latin1").trim()}`;
  const verify = ["verify-pack", join(gitDir, "objects", "pack", `${pack}.idx`)];
  if (made.code === 0 && (await program.run(gitDir, verify, { signal })).code === 0) return pack;
  const said = made.stderr.trim().split("\n").at(-1) ?? "";
  throw blocked(`git cannot pack its history (${said})`, "run `git fsck` in the vault");
}

function packHere(objects: Objects, oids: readonly string[]): Promise<string> {
  const { gitDir } = objects;
  return withShadow(gitDir, undefined, async (shadow) => {
    const call = { fs: shadowFs, gitdir: gitDir, oids: [...oids] };
    const { filename, packfile = new Uint8Array() } = await git.packObjects(call);
    const filepath = join("objects", "pack", filename);
    await shadowFs.promises.writeFile(join(shadow, filepath), packfile);
    await git.indexPack({ fs: shadowFs, dir: shadow, gitdir: shadow, filepath });
    await keepPacks(shadow, gitDir);
    return filename.replace(/\.pack$/, "");
  });
}
