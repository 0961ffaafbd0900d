import { blocked } from "../blocked.ts";
import type { Version } from "../objects/tree.ts";
import { displayPath, pathToBytes } from "../path-bytes.ts";
import { shellWord } from "../shell-word.ts";
import {
  createEntry,
  entryMode,
  entryOid,
  entryStage,
  type IndexEntry,
  type IndexFile,
  isUnwatched,
  leftOutSize,
} from "./index-file.ts";

/** One path of a commit: what the last commit holds and what the new one holds. */
export interface Change {
  readonly path: string;
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

/** Refuses an index with unmerged entries: the person is resolving a conflict. */
export function checkMerged(index: IndexFile): void {
  const unmerged = index.entries.find((entry) => entryStage(entry) > 0);
  if (unmerged === undefined) return;
  const path = displayPath(unmerged.path);
  throw blocked(
    `"${path}" has an unresolved conflict`,
    `resolve it, then run \`git add ${shellWord(path)}\``,
  );
}

/** Why a path is the person's own to commit, or undefined where Loci may commit it. */
export function createHoldBack(
  index: IndexFile,
): (path: string, before: Version | undefined) => string | undefined {
  const entriesByPath = new Map(index.entries.map((entry) => [entry.path, entry]));
  return (path, before) => {
    const entry = entriesByPath.get(pathToBytes(path));
    if (entry && leftOutSize(entry) !== undefined) return notTaken;
    if (entry && isUnwatched(entry)) return "git was told not to look at it (skip-worktree)";
    if (!isSame(entry, before)) return "you have staged changes of it; your next commit takes them";
    return entry === undefined && isTaken(pathToBytes(path), entriesByPath)
      ? "you have staged a file where its folder is, or a folder of its name"
      : undefined;
  };
}

const notTaken =
  "its version from another device is too large to be taken here; give this one another name";

/** Git's index cannot hold both `a` and `a/b`. */
function isTaken(path: string, entriesByPath: ReadonlyMap<string, IndexEntry>): boolean {
  const folders = path.split("/").slice(0, -1);
  const above = folders.map((_, depth) => folders.slice(0, depth + 1).join("/"));
  if (above.some((folder) => entriesByPath.has(folder))) return true;
  for (const other of entriesByPath.keys()) if (other.startsWith(`${path}/`)) return true;
  return false;
}

/**
 * The index after a commit of these changes; undefined where one of them was staged meanwhile.
 * `writtenAt` is when the index on disk was written, in nanoseconds.
 */
export function updateIndex(
  index: IndexFile,
  changes: readonly Change[],
  writtenAt: bigint,
): IndexFile | undefined {
  const changesByPath = new Map(changes.map((change) => [pathToBytes(change.path), change]));
  const removed = new Set(changes.filter(({ before, after }) => before && after));
  const entries: IndexEntry[] = [];
  for (const entry of index.entries) {
    const change = changesByPath.get(entry.path);
    if (change === undefined) entries.push(withoutRace(entry, writtenAt));
    else if (!isSame(entry, change.before) && !isSame(entry, change.after)) return undefined;
    else removed.delete(change);
  }
  if (removed.size > 0) return undefined; // the person staged a deletion
  for (const { path, after } of changes) {
    if (after) entries.push(createEntry(pathToBytes(path), after.mode, after.oid));
  }
  entries.sort((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : entryStage(a) - entryStage(b),
  );
  return { version: index.version, entries, extensions: keptExtensions(index, entries) };
}

/** Whether the index holds a path as a tree does. */
export function isSame(entry: IndexEntry | undefined, version: Version | undefined): boolean {
  if (entry === undefined || version === undefined) return entry === version;
  return entryOid(entry) === version.oid && entryMode(entry) === version.mode && !isIntent(entry);
}

const isIntent = (entry: IndexEntry): boolean =>
  entry.fixed.length > 62 && (entry.fixed.readUInt16BE(62) & 0x2000) !== 0;

/**
 * A file changed in the instant in which the index was written may have kept its times: git compares
 * its content as long as the index is not newer. Ours is newer, so we ask for that with a size of 0.
 */
function withoutRace(entry: IndexEntry, writtenAt: bigint): IndexEntry {
  const seconds = BigInt(entry.fixed.readUInt32BE(8));
  const changedAt = seconds * 1_000_000_000n + BigInt(entry.fixed.readUInt32BE(12));
  if (changedAt < writtenAt || entry.fixed.readUInt32BE(36) === 0) return entry;
  const fixed = Buffer.from(entry.fixed);
  fixed.writeUInt32BE(0, 36);
  return { path: entry.path, fixed };
}

/** Caches that our change makes wrong are dropped, git rebuilds them; resolved conflicts are kept. */
function keptExtensions(index: IndexFile, entries: readonly IndexEntry[]): IndexFile["extensions"] {
  const samePaths =
    entries.length === index.entries.length &&
    entries.every((entry, at) => entry.path === index.entries[at]?.path);
  const kept = samePaths ? ["REUC", "UNTR"] : ["REUC"];
  return index.extensions.filter(({ name }) => kept.includes(name));
}
