import { dirname, join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { readBool } from "../../git/config/git-config.ts";
import { disk } from "../../git/disk.ts";
import type { Change, GitIndex } from "../../git/index-file/index-file.ts";
import { maxObjectBytes, oidOf } from "../../git/object-format.ts";
import { executableMode, filesOf, isPlain } from "../../git/objects/tree.ts";
import { bytesToPath, displayPath, foldersAbove, pathToBytes } from "../../git/path-bytes.ts";
import { pathKey, pathOrNone, toFilePath } from "../../vault/paths.ts";
import { changeFile } from "../../vault/write/change-file.ts";
import { isSameBytes } from "../../vault/write/heal-save.ts";
import { asidePath, healMarkers, mergeFile, mergeSave } from "../merge/file/merge-file.ts";
import { isInVault, lookAt, type MoveContext, maxSyncedBytes } from "./move-context.ts";

/** The files that are to change, beside git's index. */
interface Writer extends MoveContext {
  readonly changes: readonly Change[];
  readonly index: GitIndex;
  /** On a disk that ignores case, the names of all files to come. */
  readonly names: ReadonlySet<string>;
}

/**
 * Brings the files of a vault to their next versions; an edit that was saved there meanwhile is merged in, never
 * overwritten. Returns the paths that stay as they are in the folder: links, submodules, files above the limit and
 * where something else of the person's stands in the place, or a file that they told git not to look at.
 */
export async function writeFiles(
  context: MoveContext,
  writing: Pick<Writer, "changes" | "index"> & { readonly tree: string },
): Promise<ReadonlySet<string>> {
  const { objects, repository } = context;
  const ignoresCase = readBool(repository.config, "core.ignorecase", false);
  const files = ignoresCase ? [...(await filesOf(objects, writing.tree)).keys()] : [];
  const names = new Set(files.map((path) => pathKey(bytesToPath(path) ?? "")));
  const writer: Writer = { ...context, ...writing, names };
  const absent = new Set<string>();
  for (const change of await inOrder(writer)) {
    context.signal?.throwIfAborted();
    if (!(await writeOne(writer, change))) absent.add(change.path);
  }
  return absent;
}

/**
 * What grows is written before what shrinks, and removed files go last: a kill in between may double an entry that
 * moved from file to file, and loses none. What stands in the way of a file or folder to come goes first of all.
 */
async function inOrder({ objects, changes }: Writer): Promise<Change[]> {
  const files = new Set(changes.flatMap(({ path, after }) => (after ? [path] : [])));
  const folders = new Set([...files].flatMap(foldersAbove));
  const sizeOf = async (version: Change["before"]): Promise<number> =>
    isPlain(version) ? objects.size(version.oid) : 0;
  const growths = new Map<Change, number>();
  for (const change of changes) {
    const { path, before, after } = change;
    const isInTheWay = folders.has(path) || foldersAbove(path).some((one) => files.has(one));
    const ifGone = isInTheWay ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
    growths.set(change, after ? (await sizeOf(after)) - (await sizeOf(before)) : ifGone);
  }
  return [...growths].sort(([, a], [, b]) => b - a).map(([change]) => change);
}

/** Brings one path to its next version; false where it stays out of the folder. */
async function writeOne(writer: Writer, change: Change): Promise<boolean> {
  const { root, objects, repository, names } = writer;
  const { path, before, after } = change;
  // One that is too large was never brought into the folder.
  const hadBase = isPlain(before) && (await objects.size(before.oid)) <= maxObjectBytes;
  const base = hadBase ? await objects.read(before.oid) : null;
  if (after !== undefined && !isPlain(after)) return false;
  // What stands there is the person's, and stays.
  if (!(await isFree(writer, path, base))) return after === undefined;
  if (after === undefined) {
    if (names.has(pathKey(path))) return true; // It has another spelling there, and is the same file here.
    await bringFile(writer, path, base, null);
    await pruneFolders(writer, dirname(path));
    return true;
  }
  if ((await objects.size(after.oid)) > maxSyncedBytes) return false;
  await bringFile(writer, path, base, await objects.read(after.oid));
  // Git keeps one bit of the rights: whether the owner may run it.
  const found = lookAt(join(root, path));
  const isWanted = after.mode === executableMode;
  const isKept = readBool(repository.config, "core.filemode", true);
  if (found?.isFile() && isKept && ((found.mode & 0o100) !== 0) !== isWanted) {
    const mode = isWanted ? found.mode | ((found.mode & 0o444) >> 2) : found.mode & ~0o111;
    await disk.chmod(join(root, path), mode & 0o7777);
  }
  return true;
}

/** Whether Loci may put a file there: through no link, over nothing but a file, and none that git looks away from. */
async function isFree(writer: Writer, path: string, base: Buffer | null): Promise<boolean> {
  const { root, index } = writer;
  // Other devices may have names that lead out of a vault on this one.
  if (!pathOrNone(toFilePath, path) || !isInVault(root, path)) return false;
  if (lookAt(join(root, path))?.isDirectory()) await pruneFolders(writer, path);
  const found = lookAt(join(root, path));
  if (found !== undefined && !found.isFile()) return false;
  const entry = index.get(pathToBytes(path));
  // One that was too large for us before is none of those.
  const isTheirs = entry?.isUnwatched && base !== null && base.length <= maxSyncedBytes;
  return !isTheirs || found === undefined;
}

/** Brings a file from `base` to `theirs` (null: not there), without conflict markers of other clients. */
async function bringFile(writer: Writer, path: string, base: Buffer | null, theirs: Buffer | null) {
  const change = (now: Uint8Array | null) => {
    if (isSameBytes(now, base))
      return { bytes: theirs && healMarkers(path, theirs), result: false };
    // What was typed a moment ago is not held against what was once forgotten.
    const { bytes, aside } = mergeFile({ path, bases: [base], ours: now, theirs });
    // Where the two cannot be merged, it stays, and theirs goes beside it.
    return aside === undefined ? { bytes, result: false } : { bytes: now, result: true };
  };
  const target = { ...writer, path: toFilePath(path), merge: mergeSave };
  const isAside = await changeFile(target, change, writer.signal);
  if (!isAside || theirs === null) return;
  const aside = displayPath(asidePath(pathToBytes(path), oidOf("blob", theirs)));
  try {
    await disk.create(join(writer.root, aside), theirs, 0o666);
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error; // It is there from an earlier try.
  }
}

/** Removes a folder, and those above it, as far as they are empty and may be removed: git knows none of those. */
async function pruneFolders({ root }: Writer, folder: string): Promise<void> {
  for (let at = folder; at !== "." && isInVault(root, at); at = dirname(at)) {
    try {
      await disk.rmdir(join(root, at));
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      if (errnoOf(error) !== "ENOENT") return; // A killed process removed it.
    }
  }
}
