import { blocked } from "../blocked.ts";
import { pathToBytes } from "../path-bytes.ts";
import type { Objects } from "./objects.ts";
import { folderMode, type TreeEntry, type Version } from "./tree.ts";

/** The object of a file without a byte. */
export const emptyBlob = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

/** The files of a tree by path (as bytes), sorted as git sorts them. */
export async function filesOf(
  objects: Objects,
  tree: string | undefined,
): Promise<ReadonlyMap<string, Version>> {
  const files = new Map<string, Version>();
  const names = createNameCount();
  const addTree = async (oid: string, above: string): Promise<void> => {
    const entries = await objects.readTree(oid);
    names.add(entries.length);
    for (const entry of entries) {
      const version = toVersion(entry);
      if (version === undefined) await addTree(entry.oid, `${above}${entry.name}/`);
      else files.set(above + entry.name, version);
    }
  };
  if (tree !== undefined) await addTree(tree, "");
  return files;
}

/** What a tree holds at a path; undefined where no file is. */
export async function versionAt(
  objects: Objects,
  tree: string | undefined,
  path: string,
): Promise<Version | undefined> {
  const found = await entryAt(objects, tree, path);
  return found?.path === pathToBytes(path) ? toVersion(found.entry) : undefined;
}

/** What stands at a path of a tree, or is a file where a folder above the path would be; with the path as bytes. */
export async function entryAt(
  objects: Objects,
  root: string | undefined,
  path: string,
): Promise<{ readonly entry: TreeEntry; readonly path: string } | undefined> {
  const names = pathToBytes(path).split("/");
  let tree = root;
  for (const [depth, name] of names.entries()) {
    const entries = tree === undefined ? [] : await objects.readTree(tree);
    const entry = entries.find((one) => one.name === name);
    if (entry === undefined) return undefined;
    if (depth === names.length - 1 || entry.mode !== folderMode)
      return { entry, path: names.slice(0, depth + 1).join("/") };
    tree = entry.oid;
  }
  return undefined;
}

/** The file that a name in a tree stands for; undefined for a folder. */
export const toVersion = ({ mode, oid }: TreeEntry): Version | undefined =>
  mode === folderMode ? undefined : { mode: Number.parseInt(mode, 8), oid };

/** No vault has more files and folders; a tree that names another one twice, again and again, may stand for any number. */
const maxNames = 500_000;

/** Counts the names that a walk through the trees of one commit meets; throws a blocked error where they have no end. */
export function createNameCount(): { add(count: number): void } {
  let total = 0;
  return {
    add(count) {
      total += count;
      if (total <= maxNames) return;
      throw blocked(
        `a commit holds more than ${maxNames} files and folders`,
        "look at it with your own git, and take it back or start again from the commit before it",
      );
    },
  };
}
