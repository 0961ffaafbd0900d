import { stat } from "node:fs/promises";
import { join } from "node:path";
import { blocked } from "../blocked.ts";
import { isMissing, readIfThere } from "../disk.ts";
import type { Objects } from "../objects/objects.ts";
import type { Version } from "../objects/tree.ts";
import { filesOf } from "../objects/tree.ts";
import { displayPath, pathToBytes } from "../path-bytes.ts";
import { shellWord } from "../shell-word.ts";
import {
  createEntry,
  entryMode,
  entryOid,
  entrySize,
  entryStage,
  type IndexEntry,
  isIntent,
  isUnwatched,
  parseIndex,
} from "./index-file.ts";

/** One path of a commit: what the last commit holds and what the new one holds. */
export interface Change {
  readonly path: string;
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

/** Git's index, in which the person's staged changes are. */
export interface GitIndex {
  readonly entries: ReadonlyMap<string, IndexEntry>;
  /** When it was written, in nanoseconds since the epoch. */
  readonly writtenAt: bigint;
}

/**
 * Reads git's index, its entries by path as bytes. One that is missing or damaged (git does not flush it, so a power cut
 * can do that) is made again from a tree: committing beside it would leave everything else deleted in it. Throws a
 * blocked error where the person is resolving a conflict.
 */
export async function readIndex(
  gitDir: string,
  objects: Objects,
  tree: string | undefined,
): Promise<GitIndex> {
  const file = join(gitDir, "index");
  try {
    const { mtimeNs } = await stat(file, { bigint: true });
    const entries = parseIndex((await readIfThere(file)) ?? Buffer.alloc(0));
    checkMerged(entries);
    return { entries: new Map(entries.map((entry) => [entry.path, entry])), writtenAt: mtimeNs };
  } catch (error) {
    if (!isMissing(error) && !(error instanceof SyntaxError)) throw error;
  }
  const files = [...(await filesOf(objects, tree))];
  const entries = files.map(([path, version]) => [path, createEntry(path, version)] as const);
  return { entries: new Map(entries), writtenAt: 0n };
}

function checkMerged(entries: readonly IndexEntry[]): void {
  const unmerged = entries.find((entry) => entryStage(entry) > 0);
  if (unmerged === undefined) return;
  const path = displayPath(unmerged.path);
  throw blocked(
    `"${path}" has an unresolved conflict`,
    `resolve it, then run \`git add ${shellWord(path)}\``,
  );
}

/** Why a path is the person's own to commit; undefined where Loci may commit it. */
export function whyStaged(
  { entries }: GitIndex,
  { path, before }: Pick<Change, "path" | "before">,
): string | undefined {
  const bytes = pathToBytes(path);
  const entry = entries.get(bytes);
  if (entry && isUnwatched(entry)) return unwatched;
  if (!isSame(entry, before)) return "you have staged changes of it; your next commit takes them";
  return entry === undefined && isTaken(bytes, entries)
    ? "you have staged a file where its folder is, or a folder of its name"
    : undefined;
}

const unwatched =
  "git does not look at it here (skip-worktree), as where another device's version cannot be taken: give this one another name";

/** Git's index cannot hold both `a` and `a/b`. */
function isTaken(path: string, entries: ReadonlyMap<string, IndexEntry>): boolean {
  if (foldersOf(path).some((folder) => entries.has(folder))) return true;
  for (const other of entries.keys()) if (other.startsWith(`${path}/`)) return true;
  return false;
}

function foldersOf(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, depth) => names.slice(0, depth + 1).join("/"));
}

/** Refuses a move by these changes where the person staged something else at one of the paths. */
export function checkStaged(index: GitIndex, changes: readonly Change[]): void {
  const path = findStaged(index, changes);
  if (path === undefined) return;
  throw blocked(
    `you have staged changes of "${path}", which another device changed too`,
    `commit them, or unstage them with \`git restore --staged ${shellWord(path)}\``,
  );
}

/** The first of these paths at which something is staged that is neither what was nor what comes. */
function findStaged({ entries }: GitIndex, changes: readonly Change[]): string | undefined {
  const changed = new Set(changes.map(({ path }) => pathToBytes(path)));
  const kept = [...entries.keys()].filter((path) => !changed.has(path));
  const folders = new Set(kept.flatMap(foldersOf));
  const files = new Set(kept);
  return changes.find(({ path, before, after }) => {
    const bytes = pathToBytes(path);
    const entry = entries.get(bytes);
    if (!isSame(entry, before) && !isSame(entry, after)) return true;
    if (after === undefined) return false;
    return folders.has(bytes) || foldersOf(bytes).some((folder) => files.has(folder));
  })?.path;
}

/**
 * The entries after a move by these changes, for `stringifyIndex`; those of `absent` paths say that their file is not in
 * the folder. Undefined where something was staged at one of the paths meanwhile.
 */
export function updateIndex(
  index: GitIndex,
  changes: readonly Change[],
  absent: ReadonlySet<string>,
): readonly IndexEntry[] | undefined {
  if (findStaged(index, changes) !== undefined) return undefined;
  const next = new Map<string, IndexEntry>();
  for (const [path, entry] of index.entries) next.set(path, withoutRace(entry, index.writtenAt));
  for (const { path, after } of changes) {
    const bytes = pathToBytes(path);
    if (after === undefined) next.delete(bytes);
    else next.set(bytes, createEntry(bytes, after, absent.has(path)));
  }
  return [...next.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether the index holds a path as a tree does. */
function isSame(entry: IndexEntry | undefined, version: Version | undefined): boolean {
  if (entry === undefined || version === undefined) return entry === version;
  return entryOid(entry) === version.oid && entryMode(entry) === version.mode && !isIntent(entry);
}

/**
 * A file changed in the instant in which the index was written may have kept its times: git compares
 * its content as long as the index is not newer. Ours is newer, so we ask for that with a size of 0.
 */
function withoutRace(entry: IndexEntry, writtenAt: bigint): IndexEntry {
  const seconds = BigInt(entry.fixed.readUInt32BE(8));
  const changedAt = seconds * 1_000_000_000n + BigInt(entry.fixed.readUInt32BE(12));
  if (changedAt < writtenAt || entrySize(entry) === 0) return entry;
  const fixed = Buffer.from(entry.fixed);
  fixed.writeUInt32BE(0, 36);
  return { path: entry.path, fixed };
}
