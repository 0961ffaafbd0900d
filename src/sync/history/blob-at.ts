import type { ObjectReader } from "../../git/objects/objects.ts";
import { folderMode } from "../../git/objects/tree.ts";
import { pathToBytes } from "../../git/path-bytes.ts";

/** The name of the file's content in a tree; undefined where there is no such file. */
export type BlobAt = (tree: string, path: string) => Promise<string | undefined>;

/**
 * Prepares the look-up: it reads only the trees on the way and keeps what it found in them, not the trees, for a long
 * history has a hundred thousand.
 */
export function blobFinder(objects: ObjectReader): BlobAt {
  const found = new Map<string, string>();
  const find = async (tree: string, names: readonly string[]): Promise<string> => {
    const [name = "", ...rest] = names;
    const key = `${tree} ${names.join("/")}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const entry = findName(await objects.read(tree), name);
    const isFolder = entry?.mode === folderMode;
    let oid = "";
    if (rest.length > 0 && isFolder && entry !== undefined) oid = await find(entry.oid, rest);
    else if (rest.length === 0 && !isFolder) oid = entry?.oid ?? "";
    found.set(key, oid);
    return oid;
  };
  return async (tree, path) => (await find(tree, pathToBytes(path).split("/"))) || undefined;
}

/** One name in the content of a tree object. Names are byte strings (latin1). */
function findName(
  tree: Buffer,
  name: string,
): { readonly mode: string; readonly oid: string } | undefined {
  const wanted = Buffer.from(` ${name}\0`, "latin1");
  if (!tree.includes(wanted)) return undefined;
  for (let at = 0; at < tree.length; ) {
    const end = tree.indexOf(0, at);
    if (end < 0) return undefined;
    const space = tree.indexOf(0x20, at);
    if (
      end + 1 - space === wanted.length &&
      tree.compare(wanted, 0, wanted.length, space, end + 1) === 0
    ) {
      return {
        mode: tree.toString("latin1", at, space),
        oid: tree.toString("hex", end + 1, end + 21),
      };
    }
    at = end + 21;
  }
  return undefined;
}
