import { statSync } from "node:fs";
import { join } from "node:path";
import git from "isomorphic-git";
import { blocked, listFolder, unlinkIfThere } from "../disk.ts";
import { maxObjectBytes, type ObjectType, typeOf } from "../object-format.ts";
import { Objects } from "../objects/objects.ts";
import { packFolder, type SystemGit, shadowFs } from "../system-git.ts";

/** Writing larger ones again each time would wear a memory card out. */
const maxPackBytes = 2 ** 24;

/** Whether there are so many loose objects or packs that reading is slow. */
export async function isPackingDue(gitDir: string, most = 3_000, packs = 50): Promise<boolean> {
  // Git spreads loose objects evenly over 256 folders, and looks into one too.
  const loose = (await listFolder(join(gitDir, "objects", "17"))).length * 256;
  const packed = await listFolder(packFolder(gitDir));
  return loose > most || packed.filter(({ name }) => name.endsWith(".pack")).length > packs;
}

/**
 * Packs the loose objects and those of small packs together, whether a ref needs them or not; nothing without git.
 * Where some are `dropped`, which nothing may name, it deletes these for good, and moves only what shares a pack with
 * them. Killed at any moment, it leaves all others there. The caller holds the commit lock. Returns how many it moved.
 */
export async function repack(
  packing: {
    readonly objects: Objects;
    readonly git: SystemGit | undefined;
    signal?: AbortSignal | undefined;
  },
  dropped: ReadonlySet<string> = new Set(),
): Promise<number> {
  const { objects, git, signal } = packing;
  if (git === undefined && dropped.size === 0) return 0;
  const isMoved = ([file, oids]: readonly [string, readonly string[]]): boolean =>
    dropped.size > 0 ? oids.some((oid) => dropped.has(oid)) : sizeOf(file) <= maxPackBytes;
  const moved = new Map([...(await objects.list())].filter(isMoved));
  const oids = new Set([...moved.values()].flat()).difference(dropped);
  if (git === undefined) await unpack(new Objects(objects.gitDir), oids);
  else if (oids.size > 0) moved.delete(await pack(objects.gitDir, git, oids, signal));
  for (const file of moved.keys()) {
    await unlinkIfThere(file); // First: an index that a killed process leaves tells nothing of what was in its pack.
    for (const ending of file.endsWith(".pack") ? besidePacks : [])
      await unlinkIfThere(file.replace(/pack$/, ending));
  }
  // What git derives from the objects, and makes again.
  const all = await listFolder(join(objects.gitDir, "objects"), true);
  const derived = all.filter(({ name }) => /graph(?:-chain)?$|^multi-pack-index/.test(name));
  for (const { parentPath, name } of derived) await unlinkIfThere(join(parentPath, name));
  objects.refresh();
  return oids.size;
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const besidePacks = ["rev", "bitmap", "keep", "mtimes", "promisor", "idx"];

/** Stores these objects in a pack, which is flushed and read back, and returns its path. Throws a blocked error. */
async function pack(
  gitDir: string,
  git: SystemGit,
  oids: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<string> {
  const args = ["pack-objects", "--progress", "--delta-base-offset", "objects/pack/pack"];
  const made = await git(gitDir, args, { input: Buffer.from(`${[...oids].join("\n")}\n`), signal });
  const path = join(packFolder(gitDir), `pack-${made.stdout.toString("latin1").trim()}.pack`);
  const read = made.code === 0 ? await git(gitDir, ["verify-pack", path], { signal }) : made;
  if (read.code === 0) return path;
  const said = read.stderr.trim().split("\n").at(-1) ?? "";
  throw blocked(`git cannot pack its history (${said})`, "run `git fsck` in the vault");
}

/** Stores each of these objects, and none that waits for a flush elsewhere, in a file of its own. */
async function unpack(objects: Objects, oids: ReadonlySet<string>): Promise<void> {
  let bytes = 0;
  for (const oid of oids) {
    const isLarge = (await objects.size(oid)) > maxObjectBytes;
    const large = { fs: shadowFs, gitdir: objects.gitDir, oid }; // Only a file is.
    const content = isLarge ? (await git.readBlob(large)).blob : await objects.read(oid);
    await objects.write(typeOf(oid, content), content);
    bytes += content.length;
    if (bytes < maxPackBytes) continue;
    await objects.flush();
    bytes = 0;
  }
  await objects.flush();
}

/** Each object that is wanted and not too large, whether anything names it or not; none that a power cut emptied. */
export async function* eachObject(
  objects: Objects,
  isWanted: (oid: string) => boolean = () => true,
): AsyncGenerator<{ oid: string; type: ObjectType; content: Buffer }> {
  const stored = [...(await objects.list())].flatMap(([file, oids]) =>
    oids.map((oid) => [oid, file] as const),
  );
  for (const [oid, file] of new Map(stored)) {
    const isRead = isWanted(oid) && statSync(file).size > 0;
    if (!isRead || (await objects.size(oid)) > maxObjectBytes) continue;
    const content = await objects.read(oid);
    yield { oid, content, type: typeOf(oid, content) };
  }
}
