/** Lines or blocks of one file in three versions, by ids that are unique in each. */
export interface Sequences {
  readonly base: readonly string[];
  readonly a: readonly string[];
  readonly b: readonly string[];
}

export interface OrderRules {
  /** Whether what only one side has belongs in the result; without it, what the base does not have. */
  readonly keeps?: (id: string, side: "a" | "b") => boolean;
  /** Puts two runs that were added at one place in order, each run in its own. */
  readonly join?: (a: readonly string[], b: readonly string[]) => string[];
}

/**
 * The ids of the merged sequence: what both have, in the order of the side that reordered, and what one of them has
 * added, each behind its predecessor. To merge the result again with either side yields the same result.
 */
export function mergeOrder(sequences: Sequences, rules: OrderRules = {}): string[] {
  const { base, a, b } = sequences;
  const inBase = new Set(base);
  const keeps = rules.keeps ?? ((id: string) => !inBase.has(id));
  const join = rules.join ?? joinRuns;
  const [inA, inB] = [new Set(a), new Set(b)];
  const runsA = readRuns(a, inB, (id) => keeps(id, "a"));
  const runsB = readRuns(b, inA, (id) => keeps(id, "b"));
  const more = countChanges(a, inA, base, inBase) - countChanges(b, inB, base, inBase);
  const order = orderOf(base, runsA.common, runsB.common, more);
  return ["", ...order].flatMap((id, i) => {
    const [runA, runB] = [runsA.behind.get(id) ?? [], runsB.behind.get(id) ?? []];
    const added = runA.length > 0 && runB.length > 0 ? join(runA, runB) : [...runA, ...runB];
    return i === 0 ? added : [id, ...added];
  });
}

/** Ids for keys that may occur more than once: the second gets a number, and so on. */
export function toIds(keys: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return keys.map((key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    // The mark in front keeps "" free for the start of the file.
    return count === 1 ? `=${key}` : `${count}=${key}`;
  });
}

/** The key that an id was made of. */
export const keyIn = (id: string): string => id.slice(id.indexOf("=") + 1);

/** Merges lines, each taken for what it says; what both added at one place stands one below the other. */
export function mergeLines(
  base: readonly string[],
  a: readonly string[],
  b: readonly string[],
): string[] {
  return mergeOrder({ base: toIds(base), a: toIds(a), b: toIds(b) }).map(keyIn);
}

/** Both runs whole, the one with the smaller beginning first. */
export function joinRuns(a: readonly string[], b: readonly string[]): string[] {
  return (a[0] ?? "") <= (b[0] ?? "") ? [...a, ...b] : [...b, ...a];
}

interface Runs {
  readonly common: readonly string[];
  /** What was added, by the common id before it ("" at the start). */
  readonly behind: ReadonlyMap<string, readonly string[]>;
}

function readRuns(
  side: readonly string[],
  inOther: ReadonlySet<string>,
  keeps: (id: string) => boolean,
): Runs {
  const common: string[] = [];
  const behind = new Map<string, string[]>();
  let run: string[] = [];
  behind.set("", run);
  for (const id of side) {
    if (inOther.has(id)) {
      common.push(id);
      run = [];
      behind.set(id, run);
    } else if (keeps(id)) run.push(id);
  }
  return { common, behind };
}

/** How many ids came and went: a result of merging has all of either side's. */
function countChanges(
  side: readonly string[],
  inSide: ReadonlySet<string>,
  base: readonly string[],
  inBase: ReadonlySet<string>,
): number {
  return side.filter((id) => !inBase.has(id)).length + base.filter((id) => !inSide.has(id)).length;
}

/**
 * The order of the side that reordered; where both did, of the one that changed more, else of the smaller at the
 * first difference.
 */
function orderOf(
  base: readonly string[],
  a: readonly string[],
  b: readonly string[],
  more: number,
): readonly string[] {
  const at = a.findIndex((id, i) => id !== b[i]);
  if (at < 0) return a;
  const rank = new Map(base.map((id, i) => [id, i]));
  const [isOldA, isOldB] = [isSorted(a, rank), isSorted(b, rank)];
  if (isOldA !== isOldB) return isOldA ? b : a;
  if (more !== 0) return more > 0 ? a : b;
  return (a[at] ?? "") < (b[at] ?? "") ? a : b;
}

function isSorted(ids: readonly string[], rank: ReadonlyMap<string, number>): boolean {
  let last = -1;
  for (const id of ids) {
    const at = rank.get(id);
    if (at === undefined) continue;
    if (at < last) return false;
    last = at;
  }
  return true;
}
