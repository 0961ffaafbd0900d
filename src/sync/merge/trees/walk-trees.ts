import type { Objects } from "../../../git/objects/objects.ts";
import {
  folderMode,
  ordinaryMode,
  type TreeEntry,
  type Version,
} from "../../../git/objects/tree.ts";
import { joinPath } from "../../../git/path-bytes.ts";
import { isOwnState } from "../../commit/path-rules.ts";
import { checkName, checkOrder, damaged } from "./check-names.ts";

/** A file as one tree has it; `bytes` where it is not a stored object (yet). */
export interface Held extends Version {
  readonly bytes?: Uint8Array | undefined;
}

/** A path that is not the same in all trees. Paths are byte strings (latin1), as in `TreeEntry`. */
export interface ChangedPath {
  readonly path: string;
  readonly bases: readonly (Held | undefined)[];
  readonly ours: Held | undefined;
  readonly theirs: Held | undefined;
}

/** A folder that is not the same in all trees. */
export interface WalkedFolder {
  /** What is the same in all trees. */
  readonly same: readonly TreeEntry[];
  /** Names that every base has. */
  readonly based: ReadonlySet<string>;
}

export interface Walked {
  readonly changes: readonly ChangedPath[];
  readonly foldersByPath: ReadonlyMap<string, WalkedFolder>;
}

/** The trees of a merge. */
export interface Trees {
  readonly bases: readonly string[];
  readonly ours: string;
  readonly theirs: string;
}

const maxDepth = 100;
const maxChangedPaths = 500_000;
const maxFolders = 200_000;

/** Walks the trees side by side and skips what is the same in all of them. Refuses hostile names in theirs. */
export async function walkTrees(
  objects: Objects,
  { bases, ours, theirs }: Trees,
  signal?: AbortSignal,
): Promise<Walked> {
  const walk: Walk = { objects, signal, changes: [], foldersByPath: new Map() };
  const oids = [...bases, ours, theirs];
  if (oids.some((oid) => oid !== ours)) await walkFolder(walk, "", oids, 0);
  return walk;
}

interface Walk {
  readonly objects: Objects;
  readonly signal: AbortSignal | undefined;
  readonly changes: ChangedPath[];
  readonly foldersByPath: Map<string, WalkedFolder>;
}

type Row = readonly (TreeEntry | undefined)[];

async function walkFolder(
  walk: Walk,
  path: string,
  oids: readonly (string | undefined)[],
  depth: number,
): Promise<void> {
  walk.signal?.throwIfAborted();
  if (depth > maxDepth) throw damaged(path, "it lies too deep");
  if (path.length > 4000) throw damaged(path, "its path is too long");
  const trees = await Promise.all(oids.map((oid) => readTree(walk.objects, oid)));
  const theirs = oids.at(-1);
  if (oids.indexOf(theirs) === oids.length - 1) checkOrder(path, trees.at(-1) ?? []);
  const same: TreeEntry[] = [];
  const based = new Set<string>();
  walk.foldersByPath.set(path, { same, based });
  if (walk.foldersByPath.size > maxFolders) throw damaged(path, "there are too many folders");
  for (const [name, row] of toRows(trees)) {
    const bases = row.slice(0, -2);
    if (bases.length > 0 && bases.every((entry) => entry !== undefined)) based.add(name);
    const [first] = row;
    if (first && row.every((entry) => isSameEntry(entry, first))) same.push(first);
    else await walkName(walk, { folder: path, name, row, depth });
  }
}

async function walkName(
  walk: Walk,
  place: { folder: string; name: string; row: Row; depth: number },
): Promise<void> {
  const { folder, name, row, depth } = place;
  const theirs = row.at(-1);
  if (theirs && !row.slice(0, -1).some((entry) => isSameEntry(entry, theirs))) {
    checkName(folder, theirs);
  }
  const path = joinPath(folder, name);
  const isWhole = isOwnState(name);
  const files = row.map((entry) =>
    entry && (isWhole || entry.mode !== folderMode) ? toHeld(entry) : undefined,
  );
  if (files.some((file) => !isSameFile(file, files[0]))) {
    const [ours, other] = files.slice(-2);
    walk.changes.push({ path, bases: files.slice(0, -2), ours, theirs: other });
    if (walk.changes.length > maxChangedPaths) throw damaged(path, "there are too many files");
  }
  if (isWhole) return;
  const folders = row.map((entry) => (entry?.mode === folderMode ? entry.oid : undefined));
  if (folders.some((oid) => oid !== folders[0])) await walkFolder(walk, path, folders, depth + 1);
}

/** Whether two trees hold the same at a path, or neither holds anything. */
export const isSameFile = (a: Held | undefined, b: Held | undefined): boolean =>
  a?.oid === b?.oid && a?.mode === b?.mode;

const isSameEntry = (a: TreeEntry | undefined, b: TreeEntry): boolean =>
  a?.oid === b.oid && a.mode === b.mode;

/** Old git wrote files that the group may write, too. */
const toHeld = ({ mode, oid }: TreeEntry): Held => ({
  mode: mode === "100664" ? ordinaryMode : Number.parseInt(mode, 8),
  oid,
});

async function readTree(objects: Objects, oid: string | undefined): Promise<readonly TreeEntry[]> {
  return oid === undefined ? [] : objects.readTree(oid);
}

/** What each tree has under each name, in the order of names. */
function toRows(trees: readonly (readonly TreeEntry[])[]): Map<string, Row> {
  const rows = new Map<string, (TreeEntry | undefined)[]>();
  trees.forEach((entries, at) => {
    for (const entry of entries) {
      const row = rows.get(entry.name) ?? trees.map(() => undefined);
      row[at] = entry;
      rows.set(entry.name, row);
    }
  });
  return new Map([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));
}
