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

const [ours, theirs, stale] = [1, 2, 4] as const;

/** Relates two commits; reads no further back than it must. */
export async function relate(
  objects: Objects,
  a: string | undefined,
  b: string | undefined,
  signal?: AbortSignal,
): Promise<Relation> {
  const { marks, common } = await paint(objects, a, b, signal);
  const only = (side: number): string[] =>
    [...marks].filter(([, mark]) => (mark & 3) === side).map(([oid]) => oid);
  const best = common.filter((oid) => ((marks.get(oid) ?? 0) & stale) === 0);
  const bases = await dropAncestors(objects, best, signal);
  return { bases, ahead: only(ours), behind: only(theirs) };
}

/** Whether a commit is the other one, or in its history. */
export async function isAncestor(
  objects: Objects,
  old: string,
  young: string,
  signal?: AbortSignal,
): Promise<boolean> {
  return (((await paint(objects, old, young, signal)).marks.get(old) ?? 0) & theirs) !== 0;
}

/** With clocks that are wrong, one common ancestor may be an older version of another. */
async function dropAncestors(
  objects: Objects,
  oids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const kept: string[] = [];
  for (const oid of oids) {
    const others = oids.filter((other) => other !== oid);
    const isOld = others.map((other) => isAncestor(objects, oid, other, signal));
    if (!(await Promise.all(isOld)).includes(true)) kept.push(oid);
  }
  return kept.sort();
}

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
  const walk = new Walk(objects, await objects.readShallow());
  if (a !== undefined) await walk.mark(a, ours);
  if (b !== undefined) await walk.mark(b, theirs);
  while (!walk.isDone()) {
    signal?.throwIfAborted();
    await walk.step();
  }
  return { marks: walk.marks, common: [...walk.common] };
}

class Walk {
  readonly marks = new Map<string, number>();
  readonly common = new Set<string>();
  private readonly objects: Objects;
  private readonly shallow: ReadonlySet<string>;
  /** Those that wait to hand their marks on to their parents, the oldest first. */
  private readonly queue: Commit[] = [];
  /** The time of the oldest one that belonged to one side when it was read. */
  private oldestSingle = Number.POSITIVE_INFINITY;

  constructor(objects: Objects, shallow: ReadonlySet<string>) {
    this.objects = objects;
    this.shallow = shallow;
  }

  async mark(oid: string, bits: number): Promise<void> {
    const before = this.marks.get(oid) ?? 0;
    if ((before | bits) === before) return;
    this.marks.set(oid, before | bits);
    const commit = await this.objects.readCommit(oid);
    const at = this.queue.findLastIndex(({ time }) => time <= commit.time) + 1;
    this.queue.splice(at, 0, commit);
  }

  /** Whether all that wait are older than what one side alone has, and ancestors of a common ancestor. */
  isDone(): boolean {
    const newest = this.queue.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
    return newest < this.oldestSingle && !this.queue.some((commit) => this.isFresh(commit));
  }

  async step(): Promise<void> {
    const next = this.queue.pop();
    if (next === undefined) return;
    const bits = this.marks.get(next.oid) ?? 0;
    const isCommon = (bits & 3) === 3;
    if (!isCommon) this.oldestSingle = Math.min(this.oldestSingle, next.time);
    else if (this.isFresh(next)) this.common.add(next.oid);
    const parents = this.shallow.has(next.oid) ? [] : next.parents;
    for (const parent of parents) await this.mark(parent, isCommon ? bits | stale : bits);
  }

  private isFresh({ oid }: Commit): boolean {
    return ((this.marks.get(oid) ?? 0) & stale) === 0;
  }
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
    if (mode === folderMode) {
      const below = same.map((old) => old.oid);
      await addTree(objects, oid, below, found);
    } else if (!(await objects.has(oid))) throw damaged(`the object ${oid} is missing`);
    found.add(oid);
  }
}

const damaged = (what: string): Error =>
  new LociError("GIT_BLOCKED", `Cannot use what was fetched: it is damaged: ${what}`);

/** Names that would leave the vault or enter its git folder, on whatever file system; as `git fsck` has them. */
export function isDangerousName(name: string): boolean {
  if (name === "" || name === "." || name === ".." || /[/\\\0]/.test(name)) return true;
  if (!/git/i.test(name) && !/[\x80-\xff]/.test(name)) return false;
  const [stem = ""] = Buffer.from(name, "latin1")
    .toString("utf8")
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "") // HFS+ ignores these.
    .split(":", 1); // NTFS has streams.
  return /^(?:\.git|git~\d+)[ .]*$/i.test(stem);
}
