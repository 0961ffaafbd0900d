import { maxObjectBytes } from "../object-format.ts";
import type { Commit } from "../objects/commit.ts";
import type { Objects } from "../objects/objects.ts";
import { emptyTree, folderMode, submoduleMode } from "../objects/tree.ts";

/** All best common ancestors of two commits, as `git merge-base --all`, and the commits that only one of them has. */
export async function relate(
  objects: Objects,
  a: string | undefined,
  b: string | undefined,
  signal?: AbortSignal,
): Promise<Readonly<Record<"bases" | "ahead" | "behind", readonly string[]>>> {
  const { marks, common } = await paint(objects, a, b, signal);
  const only = (side: number): string[] =>
    [...marks].filter(([, mark]) => (mark & both) === side).map(([oid]) => oid);
  const best = [...common].filter((oid) => !isStale(marks.get(oid)));
  const bases: string[] = [];
  for (const oid of best) {
    // With clocks that are wrong, one common ancestor may be an older version of another.
    const others = best.filter((other) => other !== oid);
    const younger = await Promise.all(others.map((one) => paint(objects, oid, one, signal)));
    if (younger.every((one) => one.marks.get(oid) === ours)) bases.push(oid);
  }
  return { bases: bases.sort(), ahead: only(ours), behind: only(theirs) };
}

/** Bits of a commit: in the history of the first, of the second, of a common ancestor of both. */
const [ours, theirs, both, stale] = [1, 2, 3, 4] as const;

const isStale = (mark = 0): boolean => (mark & stale) !== 0;

/** Walks back from both, newest first, until all that is left to read belongs to both. */
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
  /** One that comes late, by a commit with a wrong date, is carried down again: dates decide nothing. */
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

/** The objects that `to` has and `from` has not (undefined: all), each found to be there: to push, or as a check. */
export async function newObjects(
  objects: Objects,
  from: string | undefined,
  to: string,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const { ahead, bases } = await relate(objects, to, from, signal);
  const known = new Set([emptyTree]);
  for (const oid of bases) await addTree(objects, (await objects.readCommit(oid)).tree, known);
  const found = new Set(known);
  for (const oid of ahead) {
    signal?.throwIfAborted();
    found.add(oid);
    await checkTip(objects, oid, found);
  }
  return found.difference(known);
}

/** Checks that all that a commit holds is there, but for what is found already; nothing of its history. */
export async function checkTip(
  objects: Objects,
  oid: string,
  found: Set<string> = new Set([emptyTree]),
): Promise<void> {
  await addTree(objects, (await objects.readCommit(oid)).tree, found, true);
}

/** Finds a tree and all that is below it, but for one that is too large; with `isChecked`, reads each new file. */
async function addTree(
  objects: Objects,
  tree: string,
  found: Set<string>,
  isChecked = false,
): Promise<void> {
  if (found.has(tree)) return;
  found.add(tree);
  if ((await objects.size(tree)) > maxObjectBytes) return;
  for (const { mode, oid } of await objects.readTree(tree)) {
    if (mode === folderMode) await addTree(objects, oid, found, isChecked);
    else if (mode !== submoduleMode && !found.has(oid)) {
      if (isChecked) await objects.readOrEmpty(oid);
      found.add(oid);
    }
  }
}
