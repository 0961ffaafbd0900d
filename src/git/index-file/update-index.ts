import { join } from "node:path";
import { blocked } from "../blocked.ts";
import { readIfThere } from "../disk.ts";
import type { Objects } from "../objects/objects.ts";
import { filesOf, isSame, type Version } from "../objects/tree.ts";
import { displayPath, foldersAbove, pathToBytes } from "../path-bytes.ts";
import { shellWord } from "../shell-word.ts";
import { createEntry, type GitIndex, parseIndex } from "./index-file.ts";

/** One path of a commit: what the last commit holds and what the new one holds. */
export interface Change {
  readonly path: string;
  readonly before: Version | undefined;
  readonly after: Version | undefined;
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
  const bytes = await readIfThere(join(gitDir, "index"));
  const entries =
    (bytes && parseIndex(bytes)) ??
    Array.from(await filesOf(objects, tree), ([path, version]) => createEntry(path, version));
  const unmerged = entries.find((entry) => entry.isUnmerged);
  if (unmerged !== undefined) {
    const path = displayPath(unmerged.path);
    const fix = `resolve it, then run \`git add ${shellWord(path)}\``;
    throw blocked(`"${path}" has an unresolved conflict`, fix);
  }
  return new Map(entries.map((entry) => [entry.path, entry]));
}

/** Why a path is the person's own to commit; undefined where Loci may commit it. `folders`: those of the index. */
export function whyStaged(
  index: GitIndex,
  folders: ReadonlySet<string>,
  { path, before }: Pick<Change, "path" | "before">,
): string | undefined {
  const bytes = pathToBytes(path);
  const entry = index.get(bytes);
  if (entry?.isUnwatched)
    return "git does not look at it here (skip-worktree), as where another device's version cannot be taken: give this one another name";
  if (entry === undefined && isTaken(bytes, index, folders))
    return "git still has a folder or file of that name in its place";
  if (isSame(entry, before)) return undefined;
  return "you have staged changes of it; your next commit takes them";
}

/** Refuses a move by these changes where something is staged at one of the paths that is neither what was nor what comes. */
export function checkStaged(index: GitIndex, changes: readonly Change[]): void {
  const staying = new Map(index);
  for (const { path, after } of changes) if (after === undefined) staying.delete(pathToBytes(path));
  const folders = foldersOf(staying);
  const staged = changes.find(({ path, before, after }) => {
    const bytes = pathToBytes(path);
    const entry = index.get(bytes);
    if (!isSame(entry, before) && !isSame(entry, after)) return true;
    return !entry && after && isTaken(bytes, staying, folders);
  });
  if (staged === undefined) return;
  throw blocked(
    `you have staged changes of "${staged.path}", which are not what comes there`,
    `commit them, or unstage them with \`git restore --staged ${shellWord(staged.path)}\``,
  );
}

/** Git's index cannot hold both `a` and `a/b`. */
const isTaken = (path: string, index: GitIndex, folders: ReadonlySet<string>): boolean =>
  folders.has(path) || foldersAbove(path).some((folder) => index.has(folder));

/** The folders of all paths in an index. */
export const foldersOf = (index: GitIndex): ReadonlySet<string> =>
  new Set([...index.keys()].flatMap(foldersAbove));

/** The index after a move by these changes; the files of `absent` paths are not in the folder. Throws as `checkStaged`. */
export function updateIndex(
  index: GitIndex,
  changes: readonly Change[],
  absent: ReadonlySet<string>,
): GitIndex {
  checkStaged(index, changes);
  const next = new Map(index);
  for (const { path, after } of changes) {
    const bytes = pathToBytes(path);
    if (after === undefined) next.delete(bytes);
    else next.set(bytes, createEntry(bytes, after, absent.has(path)));
  }
  return next;
}
