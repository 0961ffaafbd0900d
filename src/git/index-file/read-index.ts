import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isMissing, readIfThere } from "../disk.ts";
import type { Objects } from "../objects/objects.ts";
import { filesOf } from "../objects/tree-files.ts";
import { createEntry, type IndexFile, parseIndex } from "./index-file.ts";

/** An index with the time it was written at, in nanoseconds. */
export interface WrittenIndex {
  readonly index: IndexFile;
  readonly writtenAt: bigint;
}

/**
 * Reads git's index. One that is missing or damaged (git does not flush it, so a power cut can do that)
 * is made again from the last commit: committing beside it would leave everything else deleted in it.
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
  // Without file times, which git then looks up itself.
  const files = [...(await filesOf(objects, rootTree))];
  const entries = files.map(([path, { mode, oid }]) => createEntry(path, mode, oid));
  return { index: { version: 2, entries, extensions: [] }, writtenAt: 0n };
}
