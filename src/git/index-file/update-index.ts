import { stat } from "node:fs/promises";
import { join } from "node:path";
import { blocked } from "../blocked.ts";
import { ifMissing, readIfThere } from "../disk.ts";
import type { Objects } from "../objects/objects.ts";
import { filesOf, type Version } from "../objects/tree.ts";
import { displayPath, pathToBytes } from "../path-bytes.ts";
import { shellWord } from "../shell-word.ts";
import { createEntry, type IndexEntry, parseIndex, withoutSize } from "./index-file.ts";

/** One path of a commit: what the last commit holds and what the new one holds. */
export interface Change {
  readonly path: string;
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

/** Git's index, in which the person's staged changes are. */
export interface GitIndex {
  /** By path as bytes. */
  readonly entries: ReadonlyMap<string, IndexEntry>;
  /** When it was written, in whole seconds since the epoch. */
  readonly writtenAt: number;
}

/**
 * Reads git's index. One that is missing or damaged (git does not flush it, so a power cut can do that) is made again from
 * a tree: committing beside it would leave everything else deleted in it. Throws a blocked error where the person is
 * resolving a conflict.
 */
export async function readIndex(
  gitDir: string,
  objects: Objects,
  tree: string | undefined,
): Promise<GitIndex> {
  const file = join(gitDir, "index");
  const found = await stat(file).catch(ifMissing);
  const entries =
    parseSound(await readIfThere(file)) ??
    Array.from(await filesOf(objects, tree), ([path, version]) => createEntry(path, version));
  const unmerged = entries.find((entry) => entry.isUnmerged);
  if (unmerged !== undefined) {
    const path = displayPath(unmerged.path);
    const fix = `resolve it, then run \`git add ${shellWord(path)}\``;
    throw blocked(`"${path}" has an unresolved conflict`, fix);
  }
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  return { entries: byPath, writtenAt: Math.floor((found?.mtimeMs ?? 0) / 1_000) };
}

function parseSound(bytes: Buffer | undefined): readonly IndexEntry[] | undefined {
  try {
    return bytes && parseIndex(bytes);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return undefined;
  }
}

/** Why a path is the person's own to commit; undefined where Loci may commit it. */
export function whyStaged(
  { entries }: GitIndex,
  { path, before }: Pick<Change, "path" | "before">,
): string | undefined {
  const bytes = pathToBytes(path);
  const entry = entries.get(bytes);
  if (entry?.isUnwatched) return unwatched;
  const isFree = entry !== undefined || !isTaken(bytes, entries);
  if (isSame(entry, before) && isFree) return undefined;
  return "you have staged changes of it; your next commit takes them";
}

const unwatched =
  "git does not look at it here (skip-worktree), as where another device's version cannot be taken: give this one another name";

/** Refuses a move by these changes where something is staged at one of the paths that is neither what was nor what comes. */
export function checkStaged({ entries }: GitIndex, changes: readonly Change[]): void {
  const gone = new Set(changes.flatMap(({ path, after }) => (after ? [] : pathToBytes(path))));
  const staged = changes.find(({ path, before, after }) => {
    const bytes = pathToBytes(path);
    const entry = entries.get(bytes);
    if (!isSame(entry, before) && !isSame(entry, after)) return true;
    return !entry && after && isTaken(bytes, entries, gone);
  });
  if (staged === undefined) return;
  throw blocked(
    `you have staged changes of "${staged.path}", which are not what comes there`,
    `commit them, or unstage them with \`git restore --staged ${shellWord(staged.path)}\``,
  );
}

/** Git's index cannot hold both `a` and `a/b`. */
function isTaken(path: string, entries: GitIndex["entries"], gone?: ReadonlySet<string>): boolean {
  const others = [...entries.keys()].filter((one) => isBelow(one, path) || isBelow(path, one));
  return others.some((other) => !gone?.has(other));
}

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder) && path[folder.length] === "/";

/**
 * The entries after a move by these changes, for `stringifyIndex`; those of `absent` paths say that their file is not in
 * the folder. Throws as `checkStaged`.
 */
export function updateIndex(
  index: GitIndex,
  changes: readonly Change[],
  absent: ReadonlySet<string>,
): readonly IndexEntry[] {
  checkStaged(index, changes);
  const next = new Map(index.entries);
  // A file that changed just as the index was written may have its old times: git compares it, unless the index is newer.
  for (const [path, entry] of next) {
    if (entry.changedAt >= index.writtenAt && entry.size > 0) next.set(path, withoutSize(entry));
  }
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
  return entry.oid === version.oid && entry.mode === version.mode && !entry.isIntent;
}
