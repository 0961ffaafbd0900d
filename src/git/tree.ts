/** One name in a tree object. Names are byte strings (latin1), so that no name is ever re-encoded. */
export interface TreeEntry {
  readonly mode: string;
  readonly name: string;
  readonly oid: string;
}

export const folderMode = "40000";
/** A commit of another repository. */
export const submoduleMode = "160000";

/** git's name for a tree with nothing in it; it need not be stored. */
export const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** Reads the content of a tree object. */
export function parseTree(content: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const end = content.indexOf(0, space);
    if (space < 0 || end < 0 || end + 21 > content.length) {
      throw new SyntaxError("Cannot parse a tree object: it is cut short");
    }
    entries.push({
      mode: content.toString("latin1", at, space),
      name: content.toString("latin1", space + 1, end),
      oid: content.toString("hex", end + 1, end + 21),
    });
    at = end + 21;
  }
  return entries;
}

/** Writes the content of a tree object, in git's order: a folder sorts as if its name ended in a slash. */
export function stringifyTree(entries: readonly TreeEntry[]): Buffer {
  const key = (entry: TreeEntry): string =>
    entry.mode === folderMode ? `${entry.name}/` : entry.name;
  const sorted = [...entries].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return Buffer.concat(
    sorted.flatMap((entry) => [
      Buffer.from(`${entry.mode} ${entry.name}\0`, "latin1"),
      Buffer.from(entry.oid, "hex"),
    ]),
  );
}

/** A path as the bytes git compares and sorts. */
export const pathToBytes = (path: string): string =>
  /[^ -~]/.test(path) ? Buffer.from(path, "utf8").toString("latin1") : path;

/** A path or name as text; undefined where its bytes are no UTF-8, and so none that Loci could write. */
export function bytesToPath(bytes: string): string | undefined {
  const path = Buffer.from(bytes, "latin1").toString("utf8");
  return pathToBytes(path) === bytes ? path : undefined;
}
