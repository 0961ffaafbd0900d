import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { errnoOf } from "../errors.ts";

/**
 * The plain files below a folder that hold one of these words as they are, by their paths in it, sorted. An unreadable
 * file is listed too, since it might hold one. No link is followed.
 */
export function filesHolding(
  root: string,
  words: readonly Buffer[],
  isWanted: (path: string) => boolean = () => true,
): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((path) => isWanted(path) && mayHold(join(root, path), words))
    .sort();
}

function mayHold(file: string, words: readonly Buffer[]): boolean {
  try {
    const bytes = readFileSync(file);
    return words.some((word) => bytes.includes(word));
  } catch (error) {
    return errnoOf(error) !== "ENOENT"; // It went meanwhile.
  }
}
