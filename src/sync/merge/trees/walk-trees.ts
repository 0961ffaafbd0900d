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

/** A path that is not the same in all trees. Paths are byte strings (latin1), as in `TreeEntry`. */
export interface ChangedPath {
  readonly path: string;
  readonly bases: readonly (Version | undefined)[];
  readonly ours: Version | undefined;
  readonly theirs: Version | undefined;
}

/** The trees of a merge. */
export interface Trees {
  readonly bases: readonly string[];
  readonly ours: string;
  readonly theirs: string;
}

const maxDepth = 100;
const maxPathBytes = 4_000;
const maxChangedPaths = 500_000;
const maxFolders = 200_000;

/**
 * The paths that are not the same in all trees, a device's own `.loci` as a whole. Folders that are the same are not
 * read. Refuses hostile names in theirs.
 */
export async function walkTrees(
  objects: Objects,
  { bases, ours, theirs }: Trees,
  signal?: AbortSignal,
): Promise<readonly ChangedPath[]> {
  const changes: ChangedPath[] = [];
  let folders = 0;
  const walk = async (above: string, oids: readonly (string | undefined)[], depth: number) => {
    signal?.throwIfAborted();
    folders++;
    const isTooMuch = folders > maxFolders || changes.length > maxChangedPaths;
    if (isTooMuch || depth > maxDepth || above.length > maxPathBytes) {
      throw damaged(above, "its folders are too many, or too deep");
    }
    const trees = await Promise.all(oids.map((oid) => (oid ? objects.readTree(oid) : [])));
    if (!oids.slice(0, -1).includes(oids.at(-1))) checkOrder(above, trees.at(-1));
    for (const [name, row] of toRows(trees)) {
      checkRow(above, row);
      const path = joinPath(above, name);
      const files = row.map(toFile);
      const [mine, other] = files.slice(-2);
      if (files.some((file) => !isSame(file, mine))) {
        changes.push({ path, bases: files.slice(0, -2), ours: mine, theirs: other });
      }
      const inside = row.map(toFolder);
      const isInside = inside.some((oid) => oid !== inside[0]) && !isOwnState(name);
      if (isInside) await walk(path, inside, depth + 1);
    }
  };
  await walk("", [...bases, ours, theirs], 0);
  return changes;
}

type Row = readonly (TreeEntry | undefined)[];

/** What each tree has under each name that is not the same in all of them, in the order of names. */
function toRows(trees: readonly (readonly TreeEntry[])[]): (readonly [string, Row])[] {
  const entriesByName = trees.map(
    (entries) => new Map(entries.map((entry) => [entry.name, entry])),
  );
  const names = new Set(trees.flatMap((entries) => entries.map(({ name }) => name)));
  return [...names]
    .sort()
    .map((name) => [name, entriesByName.map((entries) => entries.get(name))] as const)
    .filter(([, row]) => !row.every((entry) => isSame(entry, row[0])));
}

/** What is ours already, or a base's, is not refused. */
function checkRow(folder: string, row: Row): void {
  const theirs = row.at(-1);
  if (theirs && !row.slice(0, -1).some((entry) => isSame(entry, theirs))) checkName(folder, theirs);
}

const toFolder = (entry: TreeEntry | undefined): string | undefined =>
  entry?.mode === folderMode ? entry.oid : undefined;

/** Old git wrote files that the group may write, too. */
function toFile(entry: TreeEntry | undefined): Version | undefined {
  if (!entry || (entry.mode === folderMode && !isOwnState(entry.name))) return undefined;
  return entry.mode === 0o100664 ? { mode: ordinaryMode, oid: entry.oid } : entry;
}

/** Whether two trees hold the same at a path, or neither holds anything. */
export const isSame = <T extends { readonly mode: unknown; readonly oid: string }>(
  a: T | undefined,
  b: T | undefined,
): boolean => a?.oid === b?.oid && a?.mode === b?.mode;
