import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { join, relative } from "node:path";
import { errnoOf } from "../errors.ts";

const chunkBytes = 2 ** 20;

/**
 * The plain files below a folder that hold one of these words as they are, by their paths in it, sorted; with one that
 * cannot be read, for it may. No link is followed, and no more than a megabyte of a file is in memory.
 */
export function filesHolding(
  root: string,
  words: readonly Buffer[],
  isWanted: (path: string) => boolean = () => true,
): string[] {
  const longest = Math.max(0, ...words.map(({ length }) => length));
  const chunk = Buffer.alloc(chunkBytes + longest);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((path) => isWanted(path) && mayHold(join(root, path), words, chunk))
    .sort();
}

function mayHold(file: string, words: readonly Buffer[], chunk: Buffer): boolean {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch (error) {
    return errnoOf(error) !== "ENOENT"; // It went meanwhile.
  }
  const overlap = chunk.length - chunkBytes;
  try {
    for (let kept = 0; ; ) {
      const read = readSync(handle, chunk, kept, chunkBytes, null);
      if (read === 0) return false;
      const there = chunk.subarray(0, kept + read);
      if (words.some((one) => there.includes(one))) return true;
      kept = Math.min(overlap, there.length);
      there.copy(chunk, 0, there.length - kept);
    }
  } finally {
    closeSync(handle);
  }
}
