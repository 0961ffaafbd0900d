import { oidOf } from "../object-format.ts";
import type { Objects } from "./objects.ts";
import { folderMode, stringifyTree, type TreeEntry, type Version } from "./tree.ts";

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
  const root: Folder = { files: new Map(), folders: new Map() };
  for (const [path, file] of filesByPath) setPath(root, path, file);
  const oid = await writeFolder({ objects, isOpaque }, tree, root);
  return oid ?? objects.write("tree", Buffer.alloc(0));
}

interface Target {
  readonly objects: Objects;
  readonly isOpaque: (name: string) => boolean;
}

interface Folder {
  readonly files: Map<string, Version | undefined>;
  readonly folders: Map<string, Folder>;
}

function setPath(root: Folder, path: string, file: Version | undefined): void {
  const names = path.split("/");
  const name = names.pop() ?? "";
  let folder = root;
  for (const part of names) {
    const below = folder.folders.get(part) ?? { files: new Map(), folders: new Map() };
    folder.folders.set(part, below);
    folder = below;
  }
  folder.files.set(name, file);
}

/** The folder's tree, or undefined where nothing is left in it. */
async function writeFolder(
  target: Target,
  tree: string | undefined,
  folder: Folder,
): Promise<string | undefined> {
  const { objects, isOpaque } = target;
  const before = tree === undefined ? [] : await objects.readTree(tree);
  const entriesByName = new Map<string, TreeEntry>(before.map((entry) => [entry.name, entry]));
  const treesByName = new Map(
    before.filter(({ mode }) => mode === folderMode).map(({ name, oid }) => [name, oid]),
  );
  setFiles(entriesByName, folder, isOpaque);
  for (const [name, below] of folder.folders) {
    const oid = await writeFolder(target, treesByName.get(name), below);
    if (oid !== undefined) entriesByName.set(name, { mode: folderMode, name, oid });
    else if (entriesByName.get(name)?.mode === folderMode) entriesByName.delete(name);
  }
  if (entriesByName.size === 0) return undefined;
  const content = stringifyTree([...entriesByName.values()]);
  return oidOf("tree", content) === tree && tree !== undefined
    ? tree
    : objects.write("tree", content);
}

/** A file that goes takes no folder of its name with it, unless that is handled as a whole. */
function setFiles(
  entriesByName: Map<string, TreeEntry>,
  { files }: Folder,
  isOpaque: Target["isOpaque"],
): void {
  for (const [name, file] of files) {
    const isFolder = entriesByName.get(name)?.mode === folderMode && !isOpaque(name);
    if (file) entriesByName.set(name, { mode: file.mode.toString(8), name, oid: file.oid });
    else if (!isFolder) entriesByName.delete(name);
  }
}
