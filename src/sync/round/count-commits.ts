import type { Objects } from "../git/objects.ts";

/** How many commits each of two has that the other has not. */
export interface Difference {
  readonly ahead: number;
  readonly behind: number;
}

const ours = 1;
const theirs = 2;
const both = ours | theirs;
/** Beyond this the exact number interests nobody. */
const most = 20_000;

/** Walks both histories, newest first, down to where they meet; that of a shallow clone ends where it was cut off. */
export async function countCommits(
  objects: Objects,
  sides: { readonly ours: string | undefined; readonly theirs: string | undefined },
  signal?: AbortSignal,
): Promise<Difference> {
  const shallow = await objects.readShallow();
  const walk: Walk = { sideByOid: new Map(), timeByOid: new Map(), waiting: new Set(), single: 0 };
  const parentsOf = async (oid: string): Promise<readonly string[]> =>
    shallow.has(oid) ? [] : (await objects.readCommit(oid)).parents;
  const add = async (tip: string, side: number): Promise<void> => {
    const todo = [tip];
    for (let oid = todo.pop(); oid !== undefined; oid = todo.pop()) {
      const isNew = !walk.sideByOid.has(oid);
      if (!mark(walk, oid, side)) continue;
      if (isNew) {
        walk.timeByOid.set(oid, (await objects.readCommit(oid)).time);
        walk.waiting.add(oid);
      }
      // Looked at before a child of equal or wrong date: what it is told now, its parents must be told too.
      else if (!walk.waiting.has(oid)) todo.push(...(await parentsOf(oid)));
    }
  };
  if (sides.ours !== undefined) await add(sides.ours, ours);
  if (sides.theirs !== undefined) await add(sides.theirs, theirs);
  for (let steps = 0; steps < most && !isDone(walk); steps++) {
    signal?.throwIfAborted();
    const newest = takeNewest(walk);
    if (newest === undefined) break;
    for (const parent of await parentsOf(newest))
      await add(parent, walk.sideByOid.get(newest) ?? 0);
  }
  const all = [...walk.sideByOid.values()];
  return {
    ahead: all.filter((side) => side === ours).length,
    behind: all.filter((side) => side === theirs).length,
  };
}

interface Walk {
  readonly sideByOid: Map<string, number>;
  readonly timeByOid: Map<string, number>;
  /** Commits whose parents are still to be looked at. */
  readonly waiting: Set<string>;
  /** How many of those belong to one side only, as far as is known. */
  single: number;
}

/** Whether the commit got a mark that it did not have. */
function mark(walk: Walk, oid: string, side: number): boolean {
  const before = walk.sideByOid.get(oid) ?? 0;
  const after = before | side;
  if (after === before) return false;
  walk.sideByOid.set(oid, after);
  if (before === 0 && after !== both) walk.single++;
  if (before !== 0 && walk.waiting.has(oid)) walk.single--;
  return true;
}

/** Whether nothing that waits can lead to a commit of one side: children are not older than their parents. */
function isDone(walk: Walk): boolean {
  if (walk.single > 0) return false;
  let oldest = Number.POSITIVE_INFINITY;
  for (const [oid, side] of walk.sideByOid) {
    if (side !== both) oldest = Math.min(oldest, timeOf(walk, oid));
  }
  return [...walk.waiting].every((oid) => timeOf(walk, oid) < oldest);
}

function takeNewest(walk: Walk): string | undefined {
  let newest: string | undefined;
  for (const oid of walk.waiting) {
    if (newest === undefined || timeOf(walk, oid) > timeOf(walk, newest)) newest = oid;
  }
  if (newest === undefined) return undefined;
  walk.waiting.delete(newest);
  if (walk.sideByOid.get(newest) !== both) walk.single--;
  return newest;
}

const timeOf = (walk: Walk, oid: string): number => walk.timeByOid.get(oid) ?? 0;
