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

/** A file as a tree and the index hold it. */
export interface Version {
  readonly mode: number;
  readonly oid: string;
}

export const ordinaryMode = 0o100644;
export const executableMode = 0o100755;
const linkMode = 0o120000;

/** Whether a path holds a plain file, executable or not: neither a link, nor another repository, nor a folder. */
export function isPlain<T extends Version>(version: T | undefined): version is T {
  return version !== undefined && (version.mode & 0o170000) === 0o100000;
}

export function isLink<T extends Pick<Version, "mode">>(version: T | undefined): version is T {
  return version?.mode === linkMode;
}

/** A commit of another repository: its files are none of ours. */
export const isSubmodule = (version: Pick<Version, "mode"> | undefined): boolean =>
  version?.mode === Number.parseInt(submoduleMode, 8);
