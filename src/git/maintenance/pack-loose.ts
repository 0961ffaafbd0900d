import { stat } from "node:fs/promises";
import { join } from "node:path";
import git from "isomorphic-git";
import { blocked } from "../blocked.ts";
import { type Disk, ifMissing, listFolder, unlinkIfThere } from "../disk.ts";
import type { Objects } from "../objects/objects.ts";
import type { SystemGit } from "../system-git.ts";

/** What packs are written with. */
export interface Packing {
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

/**
 * Packs the loose objects and those of small packs together, and returns how many. None is ever dropped, whether a ref needs it
 * or not: a file goes only when a pack that is flushed holds its objects. May be killed at any moment; the caller holds the
 * commit lock. Where it throws, all is as it was.
 */
export async function packLoose(packing: Packing): Promise<number> {
  const { gitDir, disk, objects } = packing;
  objects.refresh();
  const small = new Set(await smallPacks(gitDir));
  const stored = await objects.library.fs.list();
  const moved = stored.filter(({ file, isPacked }) => !isPacked || small.has(file));
  const oids = [...new Set(moved.map(({ oid }) => oid))];
  if (oids.length === 0) return 0;
  const index = await writePack(packing, oids);
  for (const { file, isPacked } of moved) if (!isPacked) await unlinkIfThere(disk, file);
  for (const old of small) if (old !== index) await unlinkPack(disk, old);
  objects.refresh();
  return oids.length;
}

/**
 * Stores these objects in a new pack, by the system's git where there is one (without it they lie in memory meanwhile), and
 * returns its index. It is flushed, and lists every one of them. Throws a blocked error where one is damaged.
 */
export async function writePack(packing: Packing, oids: readonly string[]): Promise<string> {
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

/** Removes a pack by its index, which goes first: without it, there is no pack. */
export async function unlinkPack(disk: Disk, index: string): Promise<void> {
  for (const ending of ["idx", "rev", "bitmap", "keep", "mtimes", "promisor", "pack"])
    await unlinkIfThere(disk, index.replace(/idx$/, ending));
}
