import { hash } from "node:crypto";
import { join } from "node:path";
import { blocked, readIfThere } from "../disk.ts";
import { isWhole } from "../object-format.ts";
import type { Objects } from "../objects/objects.ts";
import { filesOf, isSame, type Version } from "../objects/tree.ts";
import { displayPath, foldersAbove, pathToBytes } from "../path-bytes.ts";
import { shellWord } from "../shell-word.ts";

/** One entry of git's index. */
export interface IndexEntry extends Version {
  /** As bytes (latin1). */
  readonly path: string;
  /** What stands before the path in the file. */
  readonly fixed: Buffer;
  /** The size of its file when git looked at it last; else 0. */
  readonly size: number;
  /** Git looks away from its file (assume-unchanged, skip-worktree). */
  readonly isUnwatched: boolean;
}

/** Git's index, in which the person's staged changes are: by path as bytes. */
export type GitIndex = ReadonlyMap<string, IndexEntry>;

/** Reads git's index. Throws a blocked error for one that Loci must not rewrite, or that holds a conflict. */
export async function readIndex(
  gitDir: string,
  objects: Objects,
  tree: string | undefined,
): Promise<GitIndex> {
  const bytes = await readIfThere(join(gitDir, "index"));
  // One that is missing or damaged is made again: committing beside it would leave all else deleted in it.
  const entries =
    (bytes && parseIndex(bytes)) ??
    Array.from(await filesOf(objects, tree), ([path, version]) => createEntry(path, version));
  const unmerged = entries.find(({ fixed }) => (fixed.readUInt16BE(60) & 0x3000) !== 0);
  if (unmerged === undefined) return new Map(entries.map((entry) => [entry.path, entry]));
  const path = displayPath(unmerged.path);
  const fix = `resolve it, then run \`git add ${shellWord(path)}\``;
  throw blocked(`"${path}" has an unresolved conflict`, fix);
}

/** Without the two more bytes of flags that some have, and then bear this mark. */
const [fixedSize, extended, skipWorktree] = [62, 0x4000, 0x4000];

function toEntry(path: string, fixed: Buffer): IndexEntry {
  const more = fixed.length > fixedSize ? fixed.readUInt16BE(fixedSize) : 0;
  return {
    path,
    fixed,
    mode: fixed.readUInt32BE(24),
    size: fixed.readUInt32BE(36),
    oid: fixed.toString("hex", 40, 60),
    isUnwatched: (fixed.readUInt16BE(60) & 0x8000) !== 0 || (more & skipWorktree) !== 0,
  };
}

/** An entry without file times, which git fills in when it looks; `isAbsent`: its file is not in the folder. */
function createEntry(path: string, { mode, oid }: Version, isAbsent = false): IndexEntry {
  const fixed = Buffer.alloc(isAbsent ? fixedSize + 2 : fixedSize);
  fixed.writeUInt32BE(mode, 24);
  fixed.write(oid, 40, "hex");
  fixed.writeUInt16BE(Math.min(path.length, 0xfff) | (isAbsent ? extended : 0), 60);
  if (isAbsent) fixed.writeUInt16BE(skipWorktree, fixedSize);
  return toEntry(path, fixed);
}

/** Reads an index (gitformat-index), if it is sound. isomorphic-git decodes names and sorts them otherwise than git. */
export function parseIndex(bytes: Buffer): readonly IndexEntry[] | undefined {
  if (!/^DIRC\0{3}./s.test(bytes.toString("latin1", 0, 8)) || !isWhole(bytes, true))
    return undefined;
  if ((bytes[7] ?? 0) > 3) throw foreign();
  const entries: IndexEntry[] = [];
  let at = 12;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const start = at + fixedSize + ((bytes[at + 60] ?? 0) & (extended >> 8) ? 2 : 0);
    const end = bytes.indexOf(0, start);
    if (end < 0) return undefined;
    entries.push(toEntry(bytes.toString("latin1", start, end), bytes.subarray(at, start)));
    at += paddedSize(end - at);
  }
  // What follows are caches, git's to build again, but for parts whose names begin with a small letter.
  for (; at + 28 <= bytes.length; at += 8 + bytes.readUInt32BE(at + 4))
    if ((bytes[at] ?? 0) > 0x5a) throw foreign();
  return entries;
}

const foreign = (): Error =>
  blocked(
    "its index has a newer version, or is split or sparse, which Loci cannot write safely",
    "run `git update-index --no-split-index --index-version 2`, or commit with your own git",
  );

/** Writes an index file. */
export function stringifyIndex(index: GitIndex): Buffer {
  const entries = [...index.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const header = Buffer.from("DIRC\0\0\0\x02\0\0\0\0", "latin1");
  if (entries.some(({ fixed }) => fixed.length > fixedSize)) header.writeUInt32BE(3, 4);
  header.writeUInt32BE(entries.length, 8);
  const parts = entries.flatMap(({ path, fixed }) => {
    const size = fixed.length + path.length;
    return [fixed, Buffer.from(path, "latin1"), Buffer.alloc(paddedSize(size) - size)];
  });
  const content = Buffer.concat([header, ...parts]);
  return Buffer.concat([content, hash("sha1", content, "buffer")]);
}

/** An entry is filled with one to eight zeros up to a multiple of eight. */
const paddedSize = (size: number): number => (size + 8) & ~7;

/** One path of a commit: what the last commit holds and what the new one holds. */
export interface Change {
  readonly path: string;
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

/** Why a path is the person's own to commit; undefined where Loci may commit it. */
export function whyStaged(
  index: GitIndex,
  { path, before }: Pick<Change, "path" | "before">,
): string | undefined {
  const entry = index.get(pathToBytes(path));
  if (entry?.isUnwatched)
    return "git does not look at it here (skip-worktree), as another device's version cannot be taken: rename this one";
  if (isSame(entry, before)) return undefined;
  return "you have staged changes of it; your next commit takes them";
}

/** The index after a move; `absent` paths have no file there. Throws a blocked error where the person staged others. */
export function updateIndex(
  index: GitIndex,
  changes: readonly Change[],
  absent: ReadonlySet<string> = new Set(),
): GitIndex {
  const next = new Map(index);
  for (const { path, after } of changes) if (after === undefined) next.delete(pathToBytes(path));
  const folders = new Set([...next.keys()].flatMap(foldersAbove));
  for (const { path, before, after } of changes) {
    const bytes = pathToBytes(path);
    const entry = index.get(bytes);
    const isOther = !isSame(entry, before) && !isSame(entry, after);
    // Git's index cannot hold both `a` and `a/b`.
    const isTaken = folders.has(bytes) || foldersAbove(bytes).some((folder) => next.has(folder));
    if (isOther || (!entry && after && isTaken)) {
      const fix = `commit them, or unstage them with \`git restore --staged ${shellWord(path)}\``;
      throw blocked(`you have staged changes of "${path}", which are not what comes there`, fix);
    }
    if (after) next.set(bytes, createEntry(bytes, after, absent.has(path)));
  }
  return next;
}
