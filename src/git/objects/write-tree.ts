import { oidOf } from "../object-format.ts";
import type { Objects } from "./objects.ts";
import { emptyTree, folderMode, stringifyTree, type Version } from "./tree.ts";

/**
 * Stores a tree with these files (by path as bytes) set or, undefined, gone, and nothing else changed. A file may give
 * way to a folder; a folder goes with the file of its name only where `isOpaque` says so.
 */
export async function writeTree(
  objects: Objects,
  tree: string,
  filesByPath: ReadonlyMap<string, Version | undefined>,
  isOpaque: (name: string) => boolean = () => false,
): Promise<string> {
  const before = await objects.readTree(tree);
  const entries = new Map(before.map((entry) => [entry.name, entry]));
  const folders = new Map(before.filter(isFolder).map(({ name, oid }) => [name, oid]));
  for (const [name, file] of filesByPath) {
    if (name.includes("/")) continue;
    if (file) entries.set(name, { mode: file.mode.toString(8), name, oid: file.oid });
    else if (!isFolder(entries.get(name)) || isOpaque(name)) entries.delete(name);
  }
  for (const [name, files] of belowOf(filesByPath)) {
    const oid = await writeTree(objects, folders.get(name) ?? emptyTree, files, isOpaque);
    if (oid !== emptyTree) entries.set(name, { mode: folderMode, name, oid });
    else if (isFolder(entries.get(name))) entries.delete(name);
  }
  const content = stringifyTree([...entries.values()]);
  return oidOf("tree", content) === tree ? tree : objects.write("tree", content);
}

/** The files below each folder, by their paths in it. */
function belowOf(files: ReadonlyMap<string, Version | undefined>) {
  const below = new Map<string, Map<string, Version | undefined>>();
  for (const [path, file] of files) {
    const [folder, rest] = path.split(/\/(.*)/s);
    if (folder === undefined || rest === undefined) continue;
    below.set(folder, (below.get(folder) ?? new Map()).set(rest, file));
  }
  return below;
}

const isFolder = (entry: { readonly mode: string } | undefined): boolean =>
  entry?.mode === folderMode;
