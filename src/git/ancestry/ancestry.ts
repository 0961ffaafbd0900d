import type { Commit } from "../objects/commit.ts";
import type { Objects } from "../objects/objects.ts";
import { emptyTree, folderMode, submoduleMode } from "../objects/tree.ts";

/** How two commits are related; undefined stands for a side without any. */
export interface Relation {
  /** All best common ancestors, sorted by name, as `git merge-base --all`; none for unrelated histories. */
  readonly bases: readonly string[];
  /** The commits that only the first one has, and only the second one. */
  readonly ahead: readonly string[];
  readonly behind: readonly string[];
}

/** Relates two commits; reads no further back than it must. */
export async function relate(
  objects: Objects,
  a: string | undefined,
  b: string | undefined,
  signal?: AbortSignal,
): Promise<Relation> {
  const { marks, common } = await paint(objects, a, b, signal);
  const only = (side: number): string[] =>
    [...marks].filter(([, mark]) => (mark & both) === side).map(([oid]) => oid);
  const best = [...common].filter((oid) => !isStale(marks.get(oid)));
  const bases: string[] = [];
  for (const oid of best) {
    // With clocks that are wrong, one common ancestor may be an older version of another.
    const others = best.filter((other) => other !== oid);
    const isOld = others.map((other) => isAncestor(objects, oid, other, signal));
    if (!(await Promise.all(isOld)).includes(true)) bases.push(oid);
  }
  return { bases: bases.sort(), ahead: only(ours), behind: only(theirs) };
}

/** Whether a commit is the other one, or in its history. */
export async function isAncestor(
  objects: Objects,
  old: string,
  young: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const { marks } = await paint(objects, old, young, signal);
  return ((marks.get(old) ?? 0) & theirs) !== 0;
}

/** Bits of a commit: in the history of the first, of the second, of a common ancestor of both. */
const [ours, theirs, both, stale] = [1, 2, 3, 4] as const;

const isStale = (mark = 0): boolean => (mark & stale) !== 0;

/**
 * Walks back from both, newest first, until all that is left to read belongs to both. Marks that come late, by a commit with
 * a wrong date, are carried down again: dates order the work, they decide nothing.
 */
async function paint(
  objects: Objects,
  a: string | undefined,
  b: string | undefined,
  signal: AbortSignal | undefined,
) {
  const marks = new Map<string, number>();
  const common = new Set<string>();
  /** Those that wait to hand their marks on to their parents, the oldest first. */
  const queue: Commit[] = [];
  const mark = async (oid: string | undefined, bits: number): Promise<void> => {
    const before = marks.get(oid ?? "") ?? 0;
    if (oid === undefined || (before | bits) === before) return;
    marks.set(oid, before | bits);
    const commit = await objects.readCommit(oid);
    queue.splice(queue.findLastIndex(({ time }) => time <= commit.time) + 1, 0, commit);
  };
  await mark(a, ours);
  await mark(b, theirs);
  /** The time of the oldest one that belonged to one side when it was read. */
  let oldestSingle = Number.POSITIVE_INFINITY;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    signal?.throwIfAborted();
    const bits = marks.get(next.oid) ?? 0;
    const isCommon = (bits & both) === both;
    if (!isCommon) oldestSingle = Math.min(oldestSingle, next.time);
    else if (!isStale(bits)) common.add(next.oid);
    for (const parent of next.parents) await mark(parent, isCommon ? bits | stale : bits);
    const newest = queue.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
    // All that wait are older than what one side alone has, and ancestors of a common ancestor.
    if (newest < oldestSingle && queue.every(({ oid }) => isStale(marks.get(oid)))) break;
  }
  return { marks, common };
}

/**
 * The objects that `to` has and `from` has not (undefined: all of them), each found to be there. For what is pushed, and to
 * check what was fetched: the library leaves out of a pack's index what it cannot read.
 */
export async function newObjects(
  objects: Objects,
  from: string | undefined,
  to: string,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const oid of (await relate(objects, to, from, signal)).ahead) {
    signal?.throwIfAborted();
    const { tree, parents } = await objects.readCommit(oid);
    const olds = await Promise.all(parents.map((parent) => objects.readCommit(parent)));
    found.add(oid);
    const before = olds.map((old) => old.tree);
    await addTree(objects, tree, before, found);
  }
  return found;
}

/** Checks what a commit holds as `newObjects` does, but nothing of its history: that of a whole vault takes minutes on a board. */
export async function checkTip(objects: Objects, oid: string): Promise<void> {
  await addTree(objects, (await objects.readCommit(oid)).tree, [], new Set());
}

async function addTree(
  objects: Objects,
  tree: string,
  olds: readonly string[],
  found: Set<string>,
): Promise<void> {
  if (tree === emptyTree || olds.includes(tree) || found.has(tree)) return;
  found.add(tree);
  const before = (await Promise.all(olds.map((old) => objects.readTree(old)))).flat();
  const known = new Set(before.map(({ oid }) => oid));
  for (const { name, mode, oid } of await objects.readTree(tree)) {
    if (known.has(oid) || found.has(oid) || mode === submoduleMode) continue;
    const same = before.filter((old) => old.name === name && old.mode === folderMode);
    const below = same.map((old) => old.oid);
    if (mode === folderMode) await addTree(objects, oid, below, found);
    else await objects.read(oid);
    found.add(oid);
  }
}
