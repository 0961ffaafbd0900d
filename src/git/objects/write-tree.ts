import { oidOf } from "../object-format.ts";
import type { Objects } from "./objects.ts";
import { emptyTree, folderMode, stringifyTree, type TreeEntry, type Version } from "./tree.ts";

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
  const before = new Map((await objects.readTree(tree)).map((entry) => [entry.name, entry]));
  const entries = new Map<string, TreeEntry>(before);
  const folderAt = (name: string): string | undefined =>
    before.get(name)?.mode === folderMode ? before.get(name)?.oid : undefined;
  const [here, deeper] = [false, true].map((isDeep) =>
    [...filesByPath].filter(([path]) => path.includes("/") === isDeep),
  );
  for (const [name, file] of here ?? []) {
    if (file) entries.set(name, { mode: file.mode.toString(8), name, oid: file.oid });
    else if (folderAt(name) === undefined || isOpaque(name)) entries.delete(name);
  }
  const folderOf = (path: string): string => path.slice(0, path.indexOf("/"));
  for (const [name, files] of Map.groupBy(deeper ?? [], ([path]) => folderOf(path))) {
    const below = new Map(files.map(([path, file]) => [path.slice(name.length + 1), file]));
    const oid = await writeTree(objects, folderAt(name) ?? emptyTree, below, isOpaque);
    if (oid !== emptyTree) entries.set(name, { mode: folderMode, name, oid });
    else if (entries.get(name)?.mode === folderMode) entries.delete(name);
  }
  const content = stringifyTree([...entries.values()]);
  return oidOf("tree", content) === tree ? tree : objects.write("tree", content);
}
