import type { Change } from "../../git/index-file/update-index.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { emptyTree, isPlain, type Version } from "../../git/objects/tree.ts";
import { versionAt } from "../../git/objects/tree-files.ts";
import { writeTree } from "../../git/objects/write-tree.ts";
import { displayPath, lastName } from "../../git/path-bytes.ts";
import { isOwnState } from "../commit/path-rules.ts";
import { maxMarkBytes, removalsUntil } from "./file/removals.ts";
import { isTooLong } from "./file/text-version.ts";
import { followRenames } from "./trees/follow-renames.ts";
import { type FileMerge, mergePath, type Placed } from "./trees/merge-path.ts";
import { type Placement, placeFiles } from "./trees/place-files.ts";
import {
  type ChangedPath,
  type Held,
  isSameFile,
  type Trees,
  walkTrees,
} from "./trees/walk-trees.ts";

/** What merging two trees gave. */
export interface TreesMerged {
  /** The merged tree; stored, and to be flushed before a ref names it. */
  readonly tree: string;
  /** From our tree to the merged one; what goes comes first. */
  readonly changes: readonly Change[];
  /** Paths that both sides had changed, each in its own way. */
  readonly merged: readonly string[];
  /** For the person: where both versions were kept. */
  readonly keptBoth: readonly string[];
}

/**
 * Merges two trees three-way. Swapping the sides yields the same tree; where one side has changed nothing, it is the
 * tree of the other one. Refuses hostile names in theirs (SYNC_FAILED, "damaged"). Only objects are written.
 * Marks of what was forgotten count until `until` (ms since the epoch).
 */
export async function mergeTrees(
  objects: Objects,
  trees: Trees & { readonly until?: number },
  signal?: AbortSignal,
): Promise<TreesMerged> {
  const bases = [...new Set(trees.bases)].sort();
  const { ours, theirs } = trees;
  const { changes, foldersByPath } = await walkTrees(objects, { bases, ours, theirs }, signal);
  const only = onlySide(bases, ours, theirs);
  if (only !== undefined) {
    const whole = { filesByPath: sideOf(changes, only), joinedByPath: new Map(), keptBoth: [] };
    return finish(objects, { ours, changes, placement: whole, merged: [] }, trees[only]);
  }
  const merge: FileMerge = {
    objects,
    removals: await readRemovals(objects, [ours, theirs], trees.until),
  };
  const read = async (held: Held): Promise<Uint8Array> => {
    const bytes = held.bytes ?? (await objects.read(held.oid));
    return isTooLong(bytes) ? asBinary : bytes;
  };
  const followed = await followRenames(changes, read);
  const files: Placed[] = [];
  const keptBoth: string[] = [];
  const merged: string[] = [];
  for (const change of followed) {
    signal?.throwIfAborted();
    const result = await mergePath(merge, change);
    files.push(...result.files);
    keptBoth.push(...result.keptBoth);
    if (isContested(change) && !isOwnState(lastName(change.path)))
      merged.push(displayPath(change.path));
  }
  const placement = await placeAll(merge, foldersByPath, files);
  return finish(objects, {
    ...{ ours, changes, merged },
    placement: { ...placement, keptBoth: [...keptBoth, ...placement.keptBoth] },
  });
}

/** What is too large to be merged by line is not text to look for lines in. */
const asBinary: Uint8Array = new Uint8Array(1);

const sideOf = (changes: readonly ChangedPath[], side: "ours" | "theirs"): Map<string, Held> =>
  new Map(changes.flatMap((change) => (change[side] ? [[change.path, change[side]]] : [])));

/** The side whose tree is the result as it stands, the other one having nothing of its own. */
function onlySide(
  bases: readonly string[],
  ours: string,
  theirs: string,
): "ours" | "theirs" | undefined {
  if (ours === theirs) return "ours";
  const [base = emptyTree] = bases;
  if (bases.length > 1) return undefined;
  return base === ours ? "theirs" : base === theirs ? "ours" : undefined;
}

/** A device's own state that someone committed stays in the tree as it is; nothing else is placed beside it. */
async function placeAll(
  merge: FileMerge,
  foldersByPath: Parameters<typeof placeFiles>[1],
  files: readonly Placed[],
): Promise<Placement> {
  const [own = [], others = []] = [true, false].map((isOwn) =>
    files.filter(({ path }) => isOwnState(lastName(path)) === isOwn),
  );
  const placement = await placeFiles(merge, foldersByPath, others);
  const ownByPath = own.map(({ path, held }) => [path, held] as const);
  return { ...placement, filesByPath: new Map([...placement.filesByPath, ...ownByPath]) };
}

/** Changed on both sides, and not to the same. */
function isContested(change: ChangedPath): boolean {
  const { bases, ours, theirs } = change;
  if (isSameFile(ours, theirs)) return false;
  if (bases.length === 0) return ours !== undefined && theirs !== undefined;
  return [ours, theirs].every((side) => bases.some((base) => !isSameFile(base, side)));
}

/** What was forgotten on either side. */
async function readRemovals(
  objects: Objects,
  trees: readonly string[],
  until = Number.POSITIVE_INFINITY,
): Promise<FileMerge["removals"]> {
  return removalsUntil(
    until,
    ...(await Promise.all(trees.map((tree) => readForgotten(objects, tree)))),
  );
}

async function readForgotten(objects: Objects, tree: string): Promise<Uint8Array | null> {
  const list = await versionAt(objects, tree, "log/forgotten.txt");
  const bytes = isPlain(list) ? await objects.read(list.oid) : null;
  return bytes !== null && bytes.length > maxMarkBytes ? null : bytes;
}

/** Stores the files and the tree, and says what changes from ours. */
async function finish(
  objects: Objects,
  result: {
    readonly ours: string;
    readonly changes: readonly ChangedPath[];
    readonly placement: Placement;
    readonly merged: readonly string[];
  },
  known?: string,
): Promise<TreesMerged> {
  const { filesByPath, joinedByPath, keptBoth } = result.placement;
  const before = new Map<string, Version | undefined>(joinedByPath);
  for (const change of result.changes) before.set(change.path, change.ours);
  const paths = [...new Set([...before.keys(), ...filesByPath.keys()])].sort();
  const edits = paths.filter((path) => !isSameFile(before.get(path), filesByPath.get(path)));
  const changes: Change[] = [];
  for (const path of edits) {
    const held = filesByPath.get(path);
    if (!isOwnState(lastName(path))) {
      const [from, to] = [before.get(path), held].map(toVersion);
      changes.push({ path: displayPath(path), before: from, after: to });
    }
  }
  for (const { bytes } of filesByPath.values()) if (bytes) await objects.write("blob", bytes);
  const filesToSet = new Map(edits.map((path) => [path, filesByPath.get(path)]));
  const unchanged = edits.length === 0 ? result.ours : undefined;
  return {
    tree: known ?? unchanged ?? (await writeTree(objects, result.ours, filesToSet, isOwnState)),
    changes: changes.sort((a, b) => Number(a.after !== undefined) - Number(b.after !== undefined)),
    merged: result.merged,
    keptBoth: [...new Set(keptBoth)].sort(),
  };
}

const toVersion = (held: Version | undefined): Version | undefined =>
  held && { mode: held.mode, oid: held.oid };
