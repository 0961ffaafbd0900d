import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { errnoOf } from "../../errors.ts";
import { isMissing } from "../../git/disk.ts";
import { openIgnoreRules } from "../../git/ignore/ignore-rules.ts";
import { type GitIndex, readIndex } from "../../git/index-file/index-file.ts";
import { oidOf } from "../../git/object-format.ts";
import { filesOf, isPlain, submoduleMode, type Version } from "../../git/objects/tree.ts";
import { bytesToPath, joinPath, pathToBytes } from "../../git/path-bytes.ts";
import { isEditorFile, isPrivateName } from "../../vault/paths.ts";
import { readOwn } from "../../vault/read-settled.ts";
import { lookAt, type MoveContext } from "../apply/move-context.ts";
import { healMarkers } from "../merge/file/merge-file.ts";

/** What a scan needs. */
type ScanContext = Pick<MoveContext, "repository" | "objects" | "person" | "maxFileBytes">;

interface Scan extends ScanContext {
  readonly versions: ReadonlyMap<string, Version>;
  readonly index: GitIndex;
  /** Lets others work. */
  readonly pause: () => Promise<void>;
  /** The rule by which git ignores a path, if it does. */
  readonly ignoredBy: ReturnType<typeof openIgnoreRules>;
}

/**
 * Paths at which the folder differs from a commit's tree (undefined: no commit yet), sorted: changed, deleted, new and
 * not ignored; also those that were committed with another client's conflict markers. Every file is read: that costs less
 * than to trust file times. Rights alone are no change; links, submodules and files that git does not look at are passed
 * over.
 */
export async function changedPaths(
  context: ScanContext,
  tree: string | undefined,
  signal?: AbortSignal,
): Promise<string[]> {
  const { repository, objects, person } = context;
  let looked = 0;
  const scan: Scan = {
    ...context,
    versions: await filesOf(objects, tree),
    index: await readIndex(repository.gitDir, objects, tree),
    async pause() {
      signal?.throwIfAborted();
      if (++looked % 100 === 0) await breathe();
    },
    ignoredBy: openIgnoreRules({ ...repository, person }),
  };
  const changed: string[] = [];
  for (const [bytes, version] of scan.versions) {
    await scan.pause();
    const path = bytesToPath(bytes);
    if (path !== undefined && (await isChanged(scan, path, version))) changed.push(path);
  }
  for await (const path of newPaths(scan)) changed.push(path);
  return changed.sort();
}

/** What cannot be read counts as changed: the commit then says why it cannot be read. */
async function isChanged(scan: Scan, path: string, version: Version): Promise<boolean> {
  const { repository, objects, maxFileBytes } = scan;
  const file = join(repository.root, path);
  const entry = scan.index.get(pathToBytes(path));
  if (!isPlain(version) || entry?.isUnwatched) return false;
  try {
    const size = lookAt(file)?.size;
    // One that is too large was never brought into the folder.
    if (size === undefined) return (await objects.read(version.oid)).length <= maxFileBytes;
    const isKnown = entry?.oid === version.oid && entry.size === size;
    if (size > maxFileBytes && isKnown) return false;
    // A promise for each costs more than the files do.
    const bytes = readOwn(file, Number.MAX_SAFE_INTEGER);
    if (bytes === undefined || oidOf("blob", bytes) !== version.oid) return true;
    return healMarkers(path, bytes) !== bytes;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return true;
  }
}

/**
 * Files and links in a folder that the commit does not have and git does not ignore. Other repositories are not
 * entered, and what editors keep for a moment beside a file is none.
 */
async function* newPaths(scan: Scan, folder = ""): AsyncGenerator<string> {
  const entries = readFolder(join(scan.repository.root, folder));
  if (folder !== "" && entries.some(({ name }) => name === ".git")) return;
  for (const entry of entries) {
    await scan.pause();
    const path = joinPath(folder, entry.name);
    if (!(await isNew(scan, path, entry))) continue;
    if (entry.isDirectory()) yield* newPaths(scan, path);
    else yield path;
  }
}

async function isNew(
  { versions, index, ignoredBy }: Scan,
  path: string,
  entry: Dirent,
): Promise<boolean> {
  const bytes = pathToBytes(path);
  const { name } = entry;
  const isFolder = entry.isDirectory();
  // A name that is not UTF-8 leads nowhere; a link called `node_modules` is not ignored as the folder is.
  if (versions.has(bytes) || path.includes("\ufffd") || isPrivateName(name)) return false;
  if (!isFolder && (isEditorFile(name) || name === "node_modules")) return false;
  if (!isFolder && !entry.isFile() && !entry.isSymbolicLink()) return false;
  if (index.get(bytes)?.mode === submoduleMode) return false;
  return (await ignoredBy(path, isFolder)) === undefined;
}

/** A folder that went, or that we may not read, holds nothing new for us. */
function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error) || errnoOf(error) === "EACCES") return [];
    throw error;
  }
}
