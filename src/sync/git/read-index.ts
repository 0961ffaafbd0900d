import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isMissing, readIfThere } from "./disk.ts";
import { createEntry, type IndexEntry, type IndexFile, parseIndex } from "./index-file.ts";
import type { Objects } from "./objects.ts";
import { folderMode } from "./tree.ts";

/** An index with the time it was written at, in nanoseconds. */
export interface WrittenIndex {
  readonly index: IndexFile;
  readonly writtenAt: bigint;
}

/**
 * Reads git's index. One that is missing or damaged (git does not flush it, so a power cut can do that)
 * is made anew from the last commit: committing beside it would leave everything else deleted in it.
 */
export async function readIndex(
  gitDir: string,
  objects: Objects,
  rootTree: string | undefined,
): Promise<WrittenIndex> {
  const file = join(gitDir, "index");
  try {
    const { mtimeNs } = await stat(file, { bigint: true });
    const bytes = await readIfThere(file);
    if (bytes) return { index: parseIndex(bytes), writtenAt: mtimeNs };
  } catch (error) {
    if (!isMissing(error) && !(error instanceof SyntaxError)) throw error;
  }
  const entries = rootTree === undefined ? [] : await listTree(objects, rootTree, "");
  return { index: { version: 2, entries, extensions: [] }, writtenAt: 0n };
}

/** Every file of a tree as an index entry without file times, which git then looks up itself. */
async function listTree(objects: Objects, tree: string, above: string): Promise<IndexEntry[]> {
  const entries: IndexEntry[] = [];
  for (const { mode, name, oid } of await objects.readTree(tree)) {
    const path = above + name;
    if (mode === folderMode) entries.push(...(await listTree(objects, oid, `${path}/`)));
    else entries.push(createEntry(path, Number.parseInt(mode, 8), oid));
  }
  return entries;
}
