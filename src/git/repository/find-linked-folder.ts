import type { Dirent } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { isMissing, listFolder } from "../disk.ts";
import { joinPath } from "../path-bytes.ts";

/**
 * The first folder of a repository that is a link: what is written into it would change files elsewhere. No git makes
 * one, but a stick or an unpacked archive may bring one.
 */
export async function findLinkedFolder(gitDir: string): Promise<string | undefined> {
  for (const entry of await listFolder(gitDir)) {
    const isDeep = deepByName.get(entry.name);
    const linked = isDeep === undefined ? undefined : await findIn(gitDir, "", entry, isDeep);
    if (linked !== undefined) return linked;
  }
  return undefined;
}

/** Those that are written to; of objects only the folders themselves are looked at, because they hold many files. */
const deepByName: ReadonlyMap<string, boolean> = new Map([
  ["objects", false],
  ["refs", true],
  ["logs", true],
  ["loci", true],
]);

async function findIn(
  gitDir: string,
  above: string,
  entry: Dirent,
  isDeep: boolean,
): Promise<string | undefined> {
  const path = joinPath(above, entry.name);
  if (entry.isSymbolicLink()) return (await isFile(join(gitDir, path))) ? undefined : path;
  if (!entry.isDirectory() || (above !== "" && !isDeep)) return undefined;
  for (const below of await listFolder(join(gitDir, path))) {
    const linked = await findIn(gitDir, path, below, isDeep);
    if (linked !== undefined) return linked;
  }
  return undefined;
}

/** Old git made a link of a ref that stands for another one: it is replaced, never written through. */
async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (isMissing(error) || errnoOf(error) === "ELOOP") return false;
    throw error;
  }
}
