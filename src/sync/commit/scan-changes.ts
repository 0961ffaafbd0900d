import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { errnoOf } from "../../errors.ts";
import { isMissing } from "../../git/disk.ts";
import { openIgnoreRules } from "../../git/ignore/ignore-rules.ts";
import type { GitIndex } from "../../git/index-file/index-file.ts";
import { readIndex } from "../../git/index-file/update-index.ts";
import { oidOf } from "../../git/object-format.ts";
import { filesOf, isPlain, submoduleMode, type Version } from "../../git/objects/tree.ts";
import { bytesToPath, joinPath, lastName, pathToBytes } from "../../git/path-bytes.ts";
import { isEditorFile, isPrivateName } from "../../vault/paths.ts";
import { readOwn } from "../../vault/read-settled.ts";
import { lookAt, type MoveContext } from "../apply/move-context.ts";
import { healMarkers } from "../merge/file/merge-file.ts";

/** What a scan needs. */
type ScanContext = Pick<MoveContext, "repository" | "objects" | "person" | "maxFileBytes">;

/**
 * Paths at which the folder differs from a commit's tree (undefined: no commit yet), sorted: changed, deleted, new and
 * not ignored; also those that were committed with another client's conflict markers. Every file is read: that costs less
 * than to trust file times. Rights alone are no change; links,
 * submodules and files that git does not look at are passed over.
 */
export async function changedPaths(
  context: ScanContext,
  tree: string | undefined,
  signal?: AbortSignal,
): Promise<string[]> {
  const { repository, objects } = context;
  const index = await readIndex(repository.gitDir, objects, tree);
  const versions = await filesOf(objects, tree);
  const changed: string[] = [];
  let looked = 0;
  const pause = async (): Promise<void> => {
    signal?.throwIfAborted();
    if (++looked % 100 === 0) await breathe();
  };
  for (const [bytes, version] of versions) {
    const path = bytesToPath(bytes);
    const entry = index.get(bytes);
    const isOurs = isPlain(version) && !entry?.isUnwatched;
    if (path !== undefined && isOurs && (await isChanged(context, index, path, version)))
      changed.push(path);
    await pause();
  }
  const ignoredBy = openIgnoreRules({ ...repository, person: context.person });
  const walk: Walk = { root: repository.root, versions, index, pause, ignoredBy };
  for await (const path of newPaths(walk)) changed.push(path);
  return changed.sort();
}

/** What cannot be read counts as changed: the commit then says why it cannot be read. */
async function isChanged(
  { repository, objects, maxFileBytes }: ScanContext,
  index: GitIndex,
  path: string,
  version: Version,
): Promise<boolean> {
  const file = join(repository.root, path);
  try {
    const size = lookAt(file)?.size;
    // One that is too large was never brought into the folder.
    if (size === undefined) return (await objects.read(version.oid)).length <= maxFileBytes;
    const entry = index.get(pathToBytes(path));
    const isKnown = entry?.oid === version.oid && entry.size === size;
    if (size > maxFileBytes && isKnown) return false;
    // A promise for each costs more than the files do.
    const bytes = readOwn(file, Number.MAX_SAFE_INTEGER);
    if (bytes === undefined || oidOf("blob", bytes) !== version.oid) return true;
    return healMarkers(path, bytes) !== bytes;
  } catch (error) {
    if (errnoOf(error) === undefined && !(error instanceof TypeError)) throw error;
    return true;
  }
}

interface Walk {
  readonly root: string;
  readonly versions: ReadonlyMap<string, Version>;
  readonly index: GitIndex;
  /** Lets others work. */
  readonly pause: () => Promise<void>;
  /** The rule by which git ignores a path, if it does. */
  readonly ignoredBy: ReturnType<typeof openIgnoreRules>;
}

/**
 * Files and links in a folder that the commit does not have and git does not ignore. Other repositories are not
 * entered, and what editors keep for a moment beside a file is none.
 */
async function* newPaths(walk: Walk, folder = ""): AsyncGenerator<string> {
  const entries = readFolder(join(walk.root, folder));
  if (folder !== "" && entries.some(({ name }) => name === ".git")) return;
  for (const entry of entries) {
    const path = joinPath(folder, entry.name);
    await walk.pause();
    if (isPrivateName(entry.name)) continue;
    if (entry.isDirectory()) yield* inSubfolder(walk, path);
    else if ((entry.isFile() || entry.isSymbolicLink()) && (await isNew(walk, path))) yield path;
  }
}

async function* inSubfolder(walk: Walk, path: string): AsyncGenerator<string> {
  if (walk.versions.has(pathToBytes(path))) return; // A submodule.
  if ((await walk.ignoredBy(path, true)) === undefined) yield* newPaths(walk, path);
}

async function isNew({ versions, index, ignoredBy }: Walk, path: string): Promise<boolean> {
  const bytes = pathToBytes(path);
  const name = lastName(path);
  const isPassing = isEditorFile(name) || name === "node_modules"; // A link of that name.
  if (versions.has(bytes) || path.includes("\ufffd") || isPassing) return false;
  if (index.get(bytes)?.mode === submoduleMode) return false;
  return (await ignoredBy(path)) === undefined;
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
