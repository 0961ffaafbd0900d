import { readdir, readlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf } from "../../errors.ts";
import { blocked } from "../../git/blocked.ts";
import { readBool } from "../../git/config/git-config.ts";
import {
  type IndexEntry,
  type IndexFile,
  isUnwatched,
  leftOutSize,
} from "../../git/index-file/index-file.ts";
import { type Change, checkMerged, isSame } from "../../git/index-file/update-index.ts";
import { isLink, isPlain, isSubmodule } from "../../git/objects/tree.ts";
import { displayPath, pathToBytes } from "../../git/path-bytes.ts";
import { shellWord } from "../../git/shell-word.ts";
import { pathKey, toFilePath } from "../../vault/paths.ts";
import type { CommitContext } from "../commit/publish-commit.ts";
import { lookAt } from "./lstat-at.ts";

/** Refuses a move, before anything is changed, where the person's index or folder stands in its way. */
export async function checkMove(
  context: CommitContext,
  index: IndexFile,
  changes: readonly Change[],
): Promise<void> {
  checkMerged(index);
  changes.forEach(checkName);
  checkIndex(index, changes);
  const leaving = new Map(
    changes.filter(({ after }) => !after).map((change) => [change.path, change]),
  );
  const looked = new Set<string>();
  for (const change of changes) {
    if (change.after === undefined) continue;
    await checkFolders(context, dirname(change.path), leaving, looked);
    await checkPlace(context, change, leaving);
  }
}

function checkName({ path }: Change): void {
  try {
    toFilePath(path);
  } catch (cause) {
    const fix = `remove or rename it on the device it came from: \`git rm -r --cached ${shellWord(path)}\``;
    throw blocked(
      `the other side has a file that Loci must not write (${messageOf(cause)})`,
      fix,
      cause,
    );
  }
}

/** What is staged is the person's; git's index holds no file that is also a folder. */
function checkIndex(index: IndexFile, changes: readonly Change[]): void {
  const changesByPath = new Map(changes.map((change) => [pathToBytes(change.path), change]));
  const missing = new Set(changes.filter(({ before }) => before));
  const files: string[] = [];
  for (const entry of index.entries) {
    const change = changesByPath.get(entry.path);
    if (change === undefined) files.push(entry.path);
    else {
      checkEntry(entry, change);
      missing.delete(change);
    }
  }
  for (const { path, after } of missing) if (after) throw staged(path);
  checkRoom(files, changes);
}

function checkEntry(entry: IndexEntry, { path, before, after }: Change): void {
  if (isUnwatched(entry) && leftOutSize(entry) === undefined) throw unwatched(path);
  if (!isSame(entry, before) && !isSame(entry, after)) throw staged(path);
}

function checkRoom(files: readonly string[], changes: readonly Change[]): void {
  const all = new Set(files);
  const folders = new Set(files.flatMap(foldersOf));
  for (const { path, after } of changes) {
    const bytes = pathToBytes(path);
    const isTaken = folders.has(bytes) || foldersOf(bytes).some((folder) => all.has(folder));
    if (after && isTaken) throw staged(path);
  }
}

function unwatched(path: string): Error {
  return blocked(
    `git was told not to look at "${path}" (skip-worktree), and another device changed it`,
    `run \`git update-index --no-skip-worktree --no-assume-unchanged ${shellWord(path)}\``,
  );
}

function staged(path: string): Error {
  return blocked(
    `you have staged changes of "${path}", which another device changed too`,
    `commit them, or unstage them with \`git restore --staged ${shellWord(path)}\``,
  );
}

function foldersOf(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, depth) => names.slice(0, depth + 1).join("/"));
}

/** What goes, by path. */
type Leaving = ReadonlyMap<string, Change>;

/** Nothing is ever written through a link, nor over a file that stays. */
async function checkFolders(
  context: CommitContext,
  folder: string,
  leaving: Leaving,
  looked: Set<string>,
): Promise<void> {
  if (folder === "." || looked.has(folder)) return;
  looked.add(folder);
  await checkFolders(context, dirname(folder), leaving, looked);
  const found = lookAt(join(context.repository.root, folder));
  if (found === undefined || found.isDirectory()) return;
  const goes = leaving.get(folder);
  if (goes && found.isFile()) return;
  if (goes && found.isSymbolicLink() && (await isLinkOf(context, goes))) return;
  const kind = found.isSymbolicLink() ? "a symbolic link" : "not a folder";
  throw blocked(
    `"${folder}" is ${kind} here, and a folder on the other side`,
    `move "${folder}" out of the vault or give it another name`,
  );
}

async function checkPlace(context: CommitContext, change: Change, leaving: Leaving): Promise<void> {
  const { path, after } = change;
  const { root } = context.repository;
  const found = lookAt(join(root, path));
  if (found === undefined || after === undefined) return;
  const isFree = found.isDirectory()
    ? isSubmodule(after) || (await onlyHolds(root, path, leaving))
    : await mayGive(
        context,
        change,
        found.isSymbolicLink() ? "link" : found.isFile() ? "file" : "other",
      );
  if (isFree) return;
  throw blocked(
    `"${path}" is something else here than on the other side (a folder, a link or a changed file)`,
    "move it out of the vault or give it another name",
  );
}

/** Whether all that lies in a folder leaves with this move. */
async function onlyHolds(root: string, folder: string, leaving: Leaving): Promise<boolean> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    const goes = entry.isDirectory() ? await onlyHolds(root, path, leaving) : leaving.has(path);
    if (!goes) return false;
  }
  return true;
}

/** A plain file gives way to a plain one, by a merge; a link only to what was expected of it. */
async function mayGive(
  context: CommitContext,
  change: Change,
  found: "file" | "link" | "other",
): Promise<boolean> {
  const { before, after } = change;
  if (found === "other") return false;
  if (found === "link") return isLinkOf(context, change);
  const { config } = context.repository;
  return isPlain(after) || isPlain(before) || !readBool(config, "core.symlinks", true);
}

/** Whether the link that stands at a path is one of the two versions. */
async function isLinkOf(
  { repository, objects }: CommitContext,
  { path, before, after }: Change,
): Promise<boolean> {
  const target = await readlink(join(repository.root, path), { encoding: "buffer" });
  for (const version of [before, after]) {
    if (isLink(version) && (await objects.read(version.oid)).equals(target)) return true;
  }
  return false;
}

/** On a disk that ignores case, the paths of the next commit as that disk sees them. */
export function keptKeys(index: IndexFile, changes: readonly Change[]): ReadonlySet<string> {
  const changed = new Set(changes.map(({ path }) => pathToBytes(path)));
  const kept = index.entries.filter(({ path }) => !changed.has(path));
  return new Set(kept.map(({ path }) => pathKey(displayPath(path))));
}
