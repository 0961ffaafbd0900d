import { blocked } from "../disk.ts";
import { oidOf } from "../object-format.ts";
import { pathToBytes } from "../path-bytes.ts";
import type { Objects } from "./objects.ts";

/** A file as a tree and the index hold it. */
export interface Version {
  readonly mode: number;
  readonly oid: string;
}

/** One name in a tree object. Names are byte strings (latin1), so that no name is ever re-encoded. */
export interface TreeEntry extends Version {
  readonly name: string;
}

export const folderMode = 0o40000;
export const ordinaryMode = 0o100644;
export const executableMode = 0o100755;
export const linkMode = 0o120000;
/** A commit of another repository: its files are none of ours. */
export const submoduleMode = 0o160000;

/** git's name for a tree with nothing in it; it need not be stored. */
export const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** Reads the content of a tree object. */
export function parseTree(content: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const end = content.indexOf(0, space);
    if (space < 0 || end < 0 || end + 21 > content.length)
      throw new SyntaxError("Cannot parse a tree object: it is cut short");
    entries.push({
      mode: Number(`0o${content.toString("latin1", at, space)}`),
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
      Buffer.from(`${entry.mode.toString(8)} ${entry.name}\0`, "latin1"),
      Buffer.from(entry.oid, "hex"),
    ]),
  );
}

/** Whether a path holds a plain file, executable or not: neither a link, nor another repository, nor a folder. */
export function isPlain<T extends Version>(version: T | undefined): version is T {
  return version !== undefined && (version.mode & 0o170000) === 0o100000;
}

/** Whether two trees hold the same at a path, or neither holds anything. */
export const isSame = (a: Version | undefined, b: Version | undefined): boolean =>
  a?.oid === b?.oid && a?.mode === b?.mode;

/** What each of some trees has at a path; undefined where it has no file there. */
export type TreeRow = readonly (Version | undefined)[];

/** The files, by path as bytes, that are not the same in all trees. Throws a blocked error where those have no end. */
export async function diffTrees(
  objects: Pick<Objects, "readTree">,
  trees: readonly (string | undefined)[],
  options: {
    /** Sees what stands in each tree in a folder, whose path ends in a slash; it may throw. */
    check?: (above: string, folders: readonly (readonly TreeEntry[])[], isEndless: boolean) => void;
    signal?: AbortSignal | undefined;
  } = {},
): Promise<Map<string, TreeRow>> {
  const rows = new Map<string, TreeRow>();
  let bytes = 0;
  const walk = async (oids: readonly (string | undefined)[], above: string): Promise<void> => {
    if (oids.every((oid) => oid === oids[0])) return;
    options.signal?.throwIfAborted();
    const folders = await Promise.all(oids.map((oid) => (oid ? objects.readTree(oid) : [])));
    const names = new Set(folders.flatMap((entries) => entries.map(({ name }) => name)));
    bytes += names.size * (above.length + usualBytes);
    const isEndless = bytes > maxBytes || above.length > maxPathBytes;
    options.check?.(above, folders, isEndless);
    if (isEndless)
      throw blocked("a commit holds too many files or too deep folders", "take it back");
    const byName = folders.map((entries) => new Map(entries.map((entry) => [entry.name, entry])));
    for (const name of names) {
      const entries = byName.map((one) => one.get(name));
      await walk(entries.map(toFolder), `${above}${name}/`);
      const row = entries.map(toFile);
      if (row.some((version) => !isSame(version, row[0]))) rows.set(above + name, row);
    }
  };
  await walk(trees, "");
  return rows;
}

/** Of all paths, about. A tree that names another one twice, again and again, may stand for any number. */
const [maxBytes, usualBytes] = [100_000_000, 200];
/** Of a folder; a disk takes 4,095 at most, and the vault stands in a folder too. */
const maxPathBytes = 2_000;

/** The files of a tree by path (as bytes), sorted as git sorts them. */
export async function filesOf(
  objects: Objects,
  tree: string | undefined,
): Promise<ReadonlyMap<string, Version>> {
  const rows = await diffTrees(objects, [undefined, tree]);
  const files = [...rows].flatMap(([path, [, file]]) => (file ? [[path, file] as const] : []));
  return new Map(files);
}

/** What a tree holds at a path; undefined where no file is. */
export async function versionAt(
  objects: Objects,
  tree: string | undefined,
  path: string,
): Promise<Version | undefined> {
  let entry: Version | undefined = tree === undefined ? undefined : { mode: folderMode, oid: tree };
  for (const name of pathToBytes(path).split("/")) {
    if (entry?.mode !== folderMode) return undefined;
    entry = (await objects.readTree(entry.oid)).find((one) => one.name === name);
  }
  return entry?.mode === folderMode ? undefined : entry;
}

const toFile = (entry: TreeEntry | undefined): Version | undefined =>
  entry?.mode === folderMode ? undefined : entry;

const toFolder = (entry: TreeEntry | undefined): string | undefined =>
  entry?.mode === folderMode ? entry.oid : undefined;

/** Stores a tree with these files (by path as bytes) set or, undefined, gone. A file may give way to a folder. */
export async function writeTree(
  objects: Objects,
  tree: string,
  filesByPath: ReadonlyMap<string, Version | undefined>,
): Promise<string> {
  const entries = new Map((await objects.readTree(tree)).map((entry) => [entry.name, entry]));
  for (const [name, files] of Map.groupBy(filesByPath, ([path]) => path.split("/", 1).join())) {
    const file = filesByPath.get(name);
    const folder = toFolder(entries.get(name));
    const below = new Map(files.map(([path, one]) => [path.slice(name.length + 1), one]));
    below.delete("");
    let oid = file === undefined && folder !== undefined ? folder : emptyTree;
    if (below.size > 0) oid = await writeTree(objects, folder ?? emptyTree, below);
    if (oid !== emptyTree) entries.set(name, { mode: folderMode, name, oid });
    else if (file) entries.set(name, { mode: file.mode, name, oid: file.oid });
    else if (filesByPath.has(name) || folder !== undefined) entries.delete(name);
  }
  const content = stringifyTree([...entries.values()]);
  return oidOf("tree", content) === tree ? tree : objects.write("tree", content);
}
