import { stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { listFolder } from "../disk.ts";

/** Those that are written to; of objects only the folders themselves are looked at, because they hold many files. */
const written = ["objects", "refs", "logs", "loci"];

/**
 * The first folder of a repository that is a link: what is written into it would change files elsewhere. No git makes
 * one, but a stick or an unpacked archive may bring one.
 */
export async function findLinkedFolder(gitDir: string): Promise<string | undefined> {
  const top = (await listFolder(gitDir)).filter(({ name }) => written.includes(name));
  const folders = top.filter((entry) => entry.isDirectory());
  const below = folders.map(({ name }) => listFolder(join(gitDir, name), name !== "objects"));
  for (const entry of [top, ...(await Promise.all(below))].flat()) {
    const path = join(entry.parentPath, entry.name);
    // Old git made a link of a ref that stands for another one: it is replaced, never written through.
    const isRef = async () => (await stat(path).catch(() => undefined))?.isFile() === true;
    if (entry.isSymbolicLink() && !(await isRef())) return relative(gitDir, path);
  }
  return undefined;
}
