import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { isMissing, listFolder } from "../disk.ts";

/** An object that has a file of its own. */
export interface LooseObject {
  readonly oid: string;
  readonly file: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** How many loose objects there are, about: git spreads them evenly over 256 folders, and looks into one of them too. */
export async function estimateLoose(gitDir: string): Promise<number> {
  return (await namesIn(join(gitDir, "objects", "17"))).filter(isRest).length * 256;
}

/** How many packs there are, but for those marked to be kept (`.keep`). */
export async function countPacks(gitDir: string): Promise<number> {
  const names = new Set(await namesIn(join(gitDir, "objects", "pack")));
  const isPack = (name: string): boolean =>
    name.endsWith(".pack") && !names.has(name.replace(/\.pack$/, ".keep"));
  return [...names].filter(isPack).length;
}

/** All loose objects, the oldest first. */
export async function listLoose(gitDir: string): Promise<LooseObject[]> {
  const found: LooseObject[] = [];
  for (let n = 0; n < 256; n++) {
    const start = n.toString(16).padStart(2, "0");
    const folder = join(gitDir, "objects", start);
    for (const rest of (await namesIn(folder)).filter(isRest)) {
      const file = join(folder, rest);
      const stat = await lstat(file).catch(ignoreMissing);
      if (stat?.isFile() !== true) continue;
      found.push({ oid: start + rest, file, bytes: stat.size, modifiedMs: stat.mtimeMs });
    }
  }
  return found.sort((a, b) => a.modifiedMs - b.modifiedMs || (a.oid < b.oid ? -1 : 1));
}

/** The names in a folder; none where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await listFolder(folder)).map(({ name }) => name);
}

const isRest = (name: string): boolean => /^[0-9a-f]{38}$/.test(name);

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
