import type { Objects } from "../git/objects.ts";
import { folderMode, pathToBytes, type TreeEntry } from "../git/tree.ts";
import type { Version } from "../git/update-index.ts";

type Versions = Map<string, Version>;

/** The files of a tree by path (as bytes): all of them, or those at and below some paths. */
export async function listVersions(
  objects: Objects,
  tree: string | undefined,
  below: readonly string[] | undefined,
): Promise<ReadonlyMap<string, Version>> {
  const versions: Versions = new Map();
  if (tree === undefined) return versions;
  if (below === undefined) await addTree(objects, tree, "", versions);
  for (const path of below ?? []) await addPath(objects, tree, pathToBytes(path), versions);
  return versions;
}

/** A path as text; undefined where its bytes are no UTF-8, and so no name that Loci could write. */
export function bytesToPath(bytes: string): string | undefined {
  const path = Buffer.from(bytes, "latin1").toString("utf8");
  return pathToBytes(path) === bytes ? path : undefined;
}

async function addTree(
  objects: Objects,
  tree: string,
  above: string,
  versions: Versions,
): Promise<void> {
  for (const entry of await objects.readTree(tree)) {
    await addEntry(objects, entry, above + entry.name, versions);
  }
}

async function addEntry(
  objects: Objects,
  { mode, oid }: TreeEntry,
  path: string,
  versions: Versions,
): Promise<void> {
  if (mode === folderMode) return addTree(objects, oid, `${path}/`, versions);
  versions.set(path, { mode: Number.parseInt(mode, 8), oid });
}

async function addPath(
  objects: Objects,
  root: string,
  path: string,
  versions: Versions,
): Promise<void> {
  let tree = root;
  const names = path.split("/");
  for (const [depth, name] of names.entries()) {
    const entry = (await objects.readTree(tree)).find((one) => one.name === name);
    if (entry === undefined) return;
    const here = names.slice(0, depth + 1).join("/");
    if (depth === names.length - 1 || entry.mode !== folderMode) {
      return addEntry(objects, entry, here, versions); // also a file that has become a folder
    }
    tree = entry.oid;
  }
}
