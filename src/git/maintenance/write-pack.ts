import { join } from "node:path";
import git from "isomorphic-git";
import { blocked } from "../blocked.ts";
import { type Disk, unlinkIfThere } from "../disk.ts";
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

/**
 * Stores these objects in a new pack, by the system's git where there is one (without it they lie in memory meanwhile), and
 * returns its index. It is flushed, and lists every one of them. Throws a blocked error where one is damaged.
 */
export async function writePack(packing: Packing, oids: readonly string[]): Promise<string> {
  const { gitDir, disk, objects } = packing;
  const folder = join(gitDir, "objects", "pack");
  const name =
    packing.git === undefined
      ? await packHere(objects, oids)
      : await packByGit(packing, packing.git, oids);
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
  const index = `${place}-${name}.idx`;
  const isWritten = code === 0 && /^[0-9a-f]{40}$/.test(name);
  // Read back from the disk, each object: what it replaces is about to go.
  if (isWritten && (await program.run(gitDir, ["verify-pack", index], { signal })).code === 0)
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
