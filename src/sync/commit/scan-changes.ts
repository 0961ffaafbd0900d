import type { Dirent } from "node:fs";
import { join, posix } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { errnoOf } from "../../errors.ts";
import { listFolder } from "../../git/disk.ts";
import { openIgnoreRules } from "../../git/ignore/ignore-rules.ts";
import { oidOf } from "../../git/object-format.ts";
import { filesOf, isPlain, type Version } from "../../git/objects/tree.ts";
import { bytesToPath, pathToBytes } from "../../git/path-bytes.ts";
import { isPrivateName } from "../../vault/paths.ts";
import { lookAt, maxSyncedBytes } from "../apply/move-context.ts";
import { healMarkers } from "../merge/file/merge-file.ts";
import { isSyncedPath } from "../merge/trees/path-rules.ts";
import { type Base, readDisk, tooLarge } from "./commit-files.ts";

type Scanned = Pick<Base, "repository" | "objects" | "index" | "parent" | "signal">;

/**
 * Paths at which the folder differs from the last commit, sorted: changed, deleted, new and not ignored; also those
 * that were committed with another client's conflict markers. Every file is read, which costs less than to trust file
 * times. Rights alone are no change; links, submodules, skip-worktree files and what a sync never commits are left out.
 */
export async function changedPaths(base: Scanned): Promise<string[]> {
  const { repository, objects, parent, signal } = base;
  const versions = await filesOf(objects, parent?.tree);
  const ignoredBy = openIgnoreRules(repository);
  const changed: string[] = [];
  let looked = 0;
  for (const [bytes, version] of versions) {
    signal?.throwIfAborted();
    if (++looked % 100 === 0) await yieldToEventLoop();
    const path = bytesToPath(bytes);
    if (path !== undefined && (await isChanged(base, path, version))) changed.push(path);
  }
  /** What the commit does not have and git does not ignore. */
  const addNew = async (folder: string): Promise<void> => {
    signal?.throwIfAborted();
    for (const entry of await readFolder(repository.root, folder)) {
      const path = posix.join(folder, entry.name);
      const isFolder = entry.isDirectory();
      if (versions.has(pathToBytes(path)) || (await ignoredBy(path, isFolder))) continue;
      if (isFolder) await addNew(path);
      else changed.push(path);
    }
  };
  await addNew("");
  return changed.filter(isSyncedPath).sort();
}

/** What cannot be read counts as changed: the commit then says why it cannot be read. */
async function isChanged({ repository, objects, index }: Scanned, path: string, version: Version) {
  const entry = index.get(pathToBytes(path));
  if (!isPlain(version) || entry?.isUnwatched) return false;
  const found = readDisk(repository.root, path);
  // One that is too large was never brought into the folder.
  if (found === null) return (await objects.size(version.oid)) <= maxSyncedBytes;
  if (found === tooLarge)
    return entry?.oid !== version.oid || entry.size !== lookAt(join(repository.root, path))?.size;
  if (typeof found === "string" || oidOf("blob", found) !== version.oid) return true;
  return healMarkers(path, found) !== found;
}

/** What git would look at in a folder; nothing in one that went, may not be read, or is another repository. */
async function readFolder(root: string, folder: string): Promise<Dirent[]> {
  const entries = await listFolder(join(root, folder)).catch((error: unknown) => {
    if (errnoOf(error) !== "EACCES") throw error;
    return [];
  });
  if (folder !== "" && entries.some(({ name }) => name === ".git")) return [];
  const isOdd = (entry: Dirent): boolean => entry.isFIFO() || entry.isSocket();
  // A name that is not UTF-8 leads nowhere.
  return entries.filter(
    (entry) => !isOdd(entry) && !isPrivateName(entry.name) && !entry.name.includes("\ufffd"),
  );
}
