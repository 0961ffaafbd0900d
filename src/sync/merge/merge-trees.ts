import type { Change } from "../../git/index-file/index-file.ts";
import type { Objects } from "../../git/objects/objects.ts";
import {
  diffTrees,
  emptyTree,
  filesOf,
  isPlain,
  isSame,
  type Version,
  versionAt,
  writeTree,
} from "../../git/objects/tree.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { forgottenPath, maxMarkBytes, parseRemovals } from "./file/removals.ts";
import { readText } from "./file/text-version.ts";
import { checkNames, isOwnPath } from "./trees/path-rules.ts";
import { type ChangedPath, isContested, TreeMerge } from "./trees/tree-merge.ts";

/** The trees of a merge. */
export interface Trees {
  readonly bases: readonly string[];
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Merges two trees three-way. Swapping the sides yields the same tree; where one side has changed nothing, it is the
 * tree of the other one. Refuses hostile names in theirs (SYNC_FAILED, "damaged"). Only objects are written, to be
 * flushed before a ref names the tree. Returns also what changes from our tree to it, the paths that each side had
 * changed in its own way, and for the person where both versions were kept.
 */
export async function mergeTrees(objects: Objects, trees: Trees, signal?: AbortSignal) {
  const { ours, theirs } = trees;
  const bases = [...new Set(trees.bases)].sort();
  const options = { check: checkNames, signal };
  const rows = [...(await diffTrees(objects, [...bases, ours, theirs], options))];
  const base = bases.length > 1 ? undefined : (bases[0] ?? emptyTree);
  if (ours === theirs || base === ours || base === theirs) {
    const tree = base === ours ? theirs : ours;
    const changes = await listChanges(objects, ours, tree);
    return { tree, changes, merged: [], keptBoth: [] };
  }
  const marks = [await readForgotten(objects, ours), await readForgotten(objects, theirs)];
  const before = await filesOf(objects, ours);
  const merge = new TreeMerge(objects, parseRemovals(...marks), before);
  for (const [path] of rows) merge.files.delete(path);
  const changed = rows
    .map(([path, row]) => ({ path, bases: row.slice(0, -2), ours: row.at(-2), theirs: row.at(-1) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const followed = await followRenames(objects, changed);
  for (const change of followed) {
    signal?.throwIfAborted();
    await merge.merge(change);
  }
  await merge.settle(await Promise.all(bases.map((one) => filesOf(objects, one))));
  const files = new Map<string, Version | undefined>(merge.files);
  for (const path of before.keys()) files.set(path, merge.files.get(path));
  const tree = await writeTree(objects, ours, files);
  const contested = followed.filter((change) => isContested(change) && !isOwnPath(change.path));
  return {
    tree,
    changes: await listChanges(objects, ours, tree),
    merged: contested.map(({ path }) => displayPath(path)),
    keptBoth: [...new Set(merge.keptBoth)].sort(),
  };
}

/** A file as a tree has it; null where it has no plain one, and nothing of one that is too large to be read. */
export async function readFileAt(
  objects: Objects,
  tree: string | undefined,
  path: string,
): Promise<Buffer | null> {
  const version = await versionAt(objects, tree, path);
  return isPlain(version) ? objects.readOrEmpty(version.oid) : null;
}

/** The file of marks in a tree; null where there is none that is read. */
export async function readForgotten(objects: Objects, tree: string): Promise<Uint8Array | null> {
  const bytes = await readFileAt(objects, tree, forgottenPath);
  return bytes !== null && bytes.length > maxMarkBytes ? null : bytes;
}

/** What changes on disk; a device's own state that someone committed stays off it. */
export async function listChanges(
  objects: Objects,
  from: string,
  to: string,
): Promise<readonly Change[]> {
  return [...(await diffTrees(objects, [from, to]))]
    .filter(([path]) => !isOwnPath(path))
    .map(([path, [before, after]]) => ({ path: displayPath(path), before, after }))
    .sort((a, b) => Number(a.after !== undefined) - Number(b.after !== undefined));
}

/**
 * Where one side gave a file another name, the other side's changes of it go there too: to the file that took most of
 * its lines, and half of them at least.
 */
async function followRenames(objects: Objects, changes: readonly ChangedPath[]) {
  const changesByPath = new Map(changes.map((change) => [change.path, change]));
  for (const { path, bases, ours, theirs } of changes) {
    const [base, ...others] = bases;
    const edited = ours ?? theirs;
    const isEdited = !isSame(edited, base) && others.every((one) => isSame(one, base));
    if (!isPlain(base) || !edited || !isEdited || (ours && theirs)) continue;
    const [renamer, editor] = ours ? (["theirs", "ours"] as const) : (["ours", "theirs"] as const);
    const come = [...changesByPath.values()].filter(
      (one) => isPlain(one[renamer]) && !one[editor] && !one.bases.some(Boolean),
    );
    const target = await findRename(objects, base, come, renamer);
    if (target === undefined) continue;
    changesByPath.delete(path);
    changesByPath.set(target.path, { ...target, bases, [editor]: edited });
  }
  return [...changesByPath.values()];
}

/** Among more files a name would be looked for too long. */
const maxCompared = 1_000;

async function findRename(
  objects: Objects,
  base: Version,
  come: readonly ChangedPath[],
  renamer: "ours" | "theirs",
): Promise<ChangedPath | undefined> {
  const lines = await linesOf(objects, base);
  let [best, most] = [undefined as ChangedPath | undefined, Math.max(lines.size / 2, 1)];
  for (const change of come.length > maxCompared ? [] : come) {
    const shared = lines.intersection(await linesOf(objects, change[renamer])).size;
    if (shared >= most) [best, most] = [change, shared];
  }
  return best;
}

/** The lines of a file that have words in them; of what is not text, its name as an object. */
async function linesOf(objects: Objects, file: Version | undefined): Promise<ReadonlySet<string>> {
  const lines =
    file && readText(await objects.readOrEmpty(file.oid))?.lines.map((line) => line.trim());
  return new Set(lines?.filter((line) => /[\p{L}\p{N}]/u.test(line)) ?? [file?.oid ?? ""]);
}
