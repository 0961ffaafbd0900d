import type { BigIntStats } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { join } from "node:path";
import { isMissing, readIfThere } from "../../git/disk.ts";
import type { Attributes } from "../../git/ignore-and-attributes/attributes.ts";
import { translationOf } from "../../git/ignore-and-attributes/conversion.ts";
import { isTooFresh, stampEntry } from "../../git/index-file/file-times.ts";
import { type IndexFile, leaveOut } from "../../git/index-file/index-file.ts";
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
  {
    attributesOf,
    leftOut,
  }: {
    readonly attributesOf: (path: string) => Promise<Attributes>;
    /** Sizes by path. */
    readonly leftOut: ReadonlyMap<string, number>;
  },
): Promise<(index: IndexFile) => IndexFile> {
  const statsByPath = new Map<string, BigIntStats>();
  for (const { path, after } of changes) {
    if (leftOut.has(path)) continue;
    const stat = after && (await readTimes(context, path, after, attributesOf));
    if (stat !== undefined) statsByPath.set(pathToBytes(path), stat);
  }
  const sizes = new Map([...leftOut].map(([path, size]) => [pathToBytes(path), size]));
  return (index) => markLeftOut(stampWith(statsByPath)(index), sizes);
}

/** Writes these times into the entries of their paths. */
function stampWith(statsByPath: ReadonlyMap<string, BigIntStats>): (index: IndexFile) => IndexFile {
  return (index) => ({
    ...index,
    entries: index.entries.map((entry) => {
      const stat = statsByPath.get(entry.path);
      return stat === undefined ? entry : stampEntry(entry, stat);
    }),
  });
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
  { repository, objects, lockOptions }: CommitContext,
  path: string,
  version: Version,
  attributesOf: (path: string) => Promise<Attributes>,
): Promise<BigIntStats | undefined> {
  const file = join(repository.root, path);
  const isStoredLink = isLink({ mode: version.mode });
  try {
    const lookedAt = lockOptions.clock.now();
    const stat = await lstat(file, { bigint: true });
    if (isTooFresh(stat, lookedAt)) return undefined;
    if (stat.isSymbolicLink()) {
      const target = await readlink(file, { encoding: "buffer" });
      return isStoredLink && oidOf("blob", target) === version.oid ? stat : undefined;
    }
    if (!stat.isFile() || isStoredLink) return undefined;
    const bytes = await readIfThere(file);
    if (bytes === undefined) return undefined;
    if (oidOf("blob", bytes) === version.oid) return stat;
    const form = translationOf(await attributesOf(path), repository.config);
    const blob = form.toBlob(bytes, await objects.read(version.oid));
    return oidOf("blob", blob) === version.oid ? stat : undefined;
  } catch (error) {
    if (isMissing(error) || error instanceof TypeError) return undefined;
    throw error;
  }
}
