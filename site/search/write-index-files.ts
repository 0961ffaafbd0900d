import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

export interface IndexFile {
  /** POSIX, below the folder. */
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * Puts an index into its folder: `pagefind-entry.json`, which names the others, comes last, then what the new index has
 * no use for goes, at once: it may hold what has become private since. A page that searches meanwhile opens the new
 * index. Returns how many files were written.
 */
export async function writeIndexFiles(
  folder: string,
  files: readonly IndexFile[],
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const old = await filesBelow(folder);
  for (const path of new Set(files.map((file) => dirname(file.path))))
    await mkdir(join(folder, path), { recursive: true });
  const entry = files.filter(({ path }) => path === entryFile);
  const others = files.filter(({ path }) => path !== entryFile);
  let written = 0;
  for (const file of [...others, ...entry])
    if (await writeChanged(join(folder, file.path), file.content, old.has(file.path))) written++;
  const kept = new Set(files.map(({ path }) => path));
  for (const path of old) if (!kept.has(path)) await rm(join(folder, path), { force: true });
  return written;
}

const entryFile = "pagefind-entry.json";

async function writeChanged(path: string, content: Uint8Array, isThere: boolean): Promise<boolean> {
  if (isThere && Buffer.compare(await readFile(path), content) === 0) return false;
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
  return true;
}

async function filesBelow(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return new Set(paths.map((path) => path.split(sep).join("/")));
}
