import type { BigIntStats } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { join } from "node:path";
import { isMissing, readIfThere } from "../../git/disk.ts";
import { isTooFresh, stampEntry } from "../../git/index-file/file-times.ts";
import { entryOid, entryStage, type IndexFile, leaveOut } from "../../git/index-file/index-file.ts";
import type { Change } from "../../git/index-file/update-index.ts";
import { oidOf } from "../../git/object-format.ts";
import { isLink, type Version } from "../../git/objects/tree.ts";
import { pathToBytes } from "../../git/path-bytes.ts";
import type { CommitContext } from "../commit/publish-commit.ts";

/**
 * Reads the times of the files that hold exactly what was brought in, and returns what writes them into an index, so
 * that neither git nor the next scan has to read those files again; and there marks what was left out of the folder.
 */
export async function stampIndex(
  context: CommitContext,
  changes: readonly Change[],
  /** Sizes by path. */
  leftOut: ReadonlyMap<string, number>,
): Promise<(index: IndexFile) => IndexFile> {
  const learned: Learned = new Map();
  for (const { path, after } of changes) {
    if (after === undefined || leftOut.has(path)) continue;
    const stat = await readTimes(context, path, after);
    if (stat !== undefined) learned.set(pathToBytes(path), { oid: after.oid, stat });
  }
  const sizes = new Map([...leftOut].map(([path, size]) => [pathToBytes(path), size]));
  return (index) => markLeftOut(withTimes(index, learned), sizes);
}

/** Files that were found to hold what the index says of them, by path as bytes. */
export type Learned = Map<string, { readonly oid: string; readonly stat: BigIntStats }>;

/** The index with the times of these files. */
export function withTimes(index: IndexFile, learned: Learned): IndexFile {
  const entries = index.entries.map((entry) => {
    const seen = entryStage(entry) === 0 ? learned.get(entry.path) : undefined;
    return seen?.oid === entryOid(entry) ? stampEntry(entry, seen.stat) : entry;
  });
  return { ...index, entries };
}

function markLeftOut(index: IndexFile, sizes: ReadonlyMap<string, number>): IndexFile {
  if (sizes.size === 0) return index;
  const entries = index.entries.map((entry) => {
    const size = sizes.get(entry.path);
    return size === undefined ? entry : leaveOut(entry, size);
  });
  return { ...index, version: index.version === 2 ? 3 : index.version, entries };
}

/** The times of a file, undefined where it is not exactly this version, or too new to be sure of. */
async function readTimes(
  context: CommitContext,
  path: string,
  version: Version,
): Promise<BigIntStats | undefined> {
  try {
    const lookedAt = context.lockOptions.clock.now();
    const stat = await lstat(join(context.repository.root, path), { bigint: true });
    const isStoredLink = isLink(version);
    const isOfKind = isStoredLink ? stat.isSymbolicLink() : stat.isFile();
    if (!isOfKind || isTooFresh(stat, lookedAt)) return undefined;
    const place = { path, oid: version.oid, isStoredLink };
    return (await isContent(context, place)) ? stat : undefined;
  } catch (error) {
    if (isMissing(error) || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Whether a link or a file in the folder holds what git has stored under a name. */
export async function isContent(
  { repository }: Pick<CommitContext, "repository">,
  { path, oid, isStoredLink }: { path: string; oid: string; isStoredLink: boolean },
): Promise<boolean> {
  const file = join(repository.root, path);
  if (isStoredLink) return oidOf("blob", await readlink(file, { encoding: "buffer" })) === oid;
  const bytes = await readIfThere(file);
  return bytes !== undefined && oidOf("blob", bytes) === oid;
}
