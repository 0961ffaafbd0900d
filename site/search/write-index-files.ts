import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { LociError } from "../../src/errors.ts";

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
  await makeFolder(folder);
  const old = await filesBelow(folder);
  for (const path of new Set(files.map((file) => dirname(file.path))))
    await makeFolder(join(folder, path));
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

/** Never through a link: what lies where it leads is not the index's, and would be taken for an old one. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  if ((await lstat(path)).isDirectory()) return;
  throw new LociError(
    "WRITE_FAILED",
    `Cannot write the search index into "${path}": it is a link`,
    {
      data: { folder: path },
    },
  );
}

async function writeChanged(path: string, content: Uint8Array, isThere: boolean): Promise<boolean> {
  if (isThere && Buffer.compare(await readFile(path), content) === 0) return false;
  await rm(`${path}.part`, { force: true });
  await writeFile(`${path}.part`, content, { flag: "wx" });
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
