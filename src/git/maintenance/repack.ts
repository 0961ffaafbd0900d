import { statSync } from "node:fs";
import { join } from "node:path";
import { blocked, listFolder, unlinkIfThere } from "../disk.ts";
import { maxObjectBytes, type ObjectType, typeOf } from "../object-format.ts";
import { Objects } from "../objects/objects.ts";
import { packFolder } from "../shadow.ts";
import type { SystemGit } from "../system-git.ts";

/** More loose objects, or packs, make reading slow. */
const defaultLimits = { loose: 3_000, packs: 50 };
/** Writing larger ones again each time would wear a memory card out. */
const maxPackBytes = 2 ** 24;

/** Whether it is time to pack; cheap: git spreads loose objects evenly over 256 folders, and looks into one too. */
export async function isPackingDue(gitDir: string, limits = defaultLimits): Promise<boolean> {
  const loose = (await listFolder(join(gitDir, "objects", "17"))).length * 256;
  const packs = (await listFolder(packFolder(gitDir))).filter(({ name }) => name.endsWith(".pack"));
  return loose > limits.loose || packs.length > limits.packs;
}

/**
 * Packs the loose objects and those of small packs together, whether a ref needs them or not; nothing without git.
 * Where some are `dropped`, it deletes these for good instead, and writes again only what shares a pack with one of
 * them; nothing may name them. Killed at any moment, it leaves all others in place and can be run again. The caller
 * holds the commit lock. Returns how many it packed; throws where that fails, with everything as it was.
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
  for (const file of moved.keys())
    await (file.endsWith(".idx") ? unlinkPack(file) : unlinkIfThere(file));
  // What git derives from the objects, and makes again.
  const all = await listFolder(join(objects.gitDir, "objects"), true);
  const derived = all.filter(({ name }) => /graph(?:-chain)?$|^multi-pack-index/.test(name));
  for (const { parentPath, name } of derived) await unlinkIfThere(join(parentPath, name));
  objects.refresh();
  return oids.size;
}

const sizeOf = (file: string): number =>
  statSync(file.replace(/idx$/, "pack"), { throwIfNoEntry: false })?.size ?? 0;

/** The pack goes first: an index that a killed process leaves tells nothing of what was in it. */
async function unlinkPack(index: string): Promise<void> {
  for (const ending of ["pack", "rev", "bitmap", "keep", "mtimes", "promisor", "idx"])
    await unlinkIfThere(index.replace(/idx$/, ending));
}

/** Stores these objects in a pack, which is flushed and read back, and returns its index. Throws a blocked error. */
async function pack(
  gitDir: string,
  git: SystemGit,
  oids: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<string> {
  const input = Buffer.from(`${[...oids].join("\n")}\n`);
  const args = ["pack-objects", "--progress", "--delta-base-offset", "objects/pack/pack"];
  const made = await git.run(gitDir, args, { input, signal });
  const index = join(packFolder(gitDir), `pack-${made.stdout.toString("latin1").trim()}.idx`);
  const isSound = async () =>
    (await git.run(gitDir, ["verify-pack", index], { signal })).code === 0;
  if (made.code === 0 && (await isSound())) return index;
  const said = made.stderr.trim().split("\n").at(-1) ?? "";
  throw blocked(`git cannot pack its history (${said})`, "run `git fsck` in the vault");
}

/** Stores each of these objects, and none that waits for a flush elsewhere, in a file of its own. */
async function unpack(objects: Objects, oids: ReadonlySet<string>): Promise<void> {
  let bytes = 0;
  for (const oid of oids) {
    const content = await objects.read(oid);
    await objects.write(typeOf(oid, content), content);
    bytes += content.length;
    if (bytes < maxPackBytes) continue;
    await objects.flush();
    bytes = 0;
  }
  await objects.flush();
}

/**
 * Every object that is wanted and not too large, once, whether anything names it or not. An empty file, which a power
 * cut leaves, is none. Throws a blocked error for a damaged one.
 */
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
