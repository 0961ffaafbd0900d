import { LociError } from "../../errors.ts";
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
  const shallow = await objects.readShallow();
  const common = new Set<string>();
  const walk: Walk = { objects, marks: new Map(), queue: [] };
  const { marks, queue } = walk;
  await mark(walk, a, ours);
  await mark(walk, b, theirs);
  /** The time of the oldest one that belonged to one side when it was read. */
  let oldestSingle = Number.POSITIVE_INFINITY;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    signal?.throwIfAborted();
    const bits = marks.get(next.oid) ?? 0;
    const isCommon = (bits & both) === both;
    if (!isCommon) oldestSingle = Math.min(oldestSingle, next.time);
    else if (!isStale(bits)) common.add(next.oid);
    const parents = shallow.has(next.oid) ? [] : next.parents;
    for (const parent of parents) await mark(walk, parent, isCommon ? bits | stale : bits);
    if (isOver(walk, oldestSingle)) break;
  }
  return { marks, common };
}

interface Walk {
  readonly objects: Objects;
  readonly marks: Map<string, number>;
  /** Those that wait to hand their marks on to their parents, the oldest first. */
  readonly queue: Commit[];
}

/** Whether all that wait are older than what one side alone has, and ancestors of a common ancestor. */
const isOver = ({ marks, queue }: Walk, oldestSingle: number): boolean =>
  (queue.at(-1)?.time ?? Number.NEGATIVE_INFINITY) < oldestSingle &&
  queue.every(({ oid }) => isStale(marks.get(oid)));

async function mark(
  { objects, marks, queue }: Walk,
  oid: string | undefined,
  bits: number,
): Promise<void> {
  const before = marks.get(oid ?? "") ?? 0;
  if (oid === undefined || (before | bits) === before) return;
  marks.set(oid, before | bits);
  const commit = await objects.readCommit(oid);
  queue.splice(queue.findLastIndex(({ time }) => time <= commit.time) + 1, 0, commit);
}

/**
 * The objects that `to` has and `from` has not (undefined: all of them), found to be there and to have no hostile names. For what
 * is pushed, and to check what was fetched: a pack's index lists only objects that could be read when it was made.
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
    if (isDangerousName(name)) throw damaged(`a folder holds the name ${JSON.stringify(name)}`);
    if (known.has(oid) || found.has(oid) || mode === submoduleMode) continue;
    const same = before.filter((old) => old.name === name && old.mode === folderMode);
    const below = same.map((old) => old.oid);
    if (mode === folderMode) await addTree(objects, oid, below, found);
    else if (!(await objects.has(oid))) throw damaged(`the object ${oid} is missing`);
    found.add(oid);
  }
}

const damaged = (what: string): Error =>
  new LociError("GIT_BLOCKED", `Cannot use what was fetched: it is damaged: ${what}`);

/** Names that would leave the vault or enter its git folder, on whatever file system; as `git fsck` has them. */
export function isDangerousName(name: string): boolean {
  if (["", ".", ".."].includes(name) || /[/\\\0]/.test(name)) return true;
  const [stem = ""] = Buffer.from(name, "latin1")
    .toString("utf8")
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "") // HFS+ ignores these.
    .split(":", 1); // NTFS has streams.
  return /^(?:\.git|git~\d+)[ .]*$/i.test(stem);
}
