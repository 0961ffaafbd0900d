/** Parts of a file in order, by ids that are unique in it. */
export type Parts<T> = ReadonlyMap<string, T>;

/** Lines, or ids, in order. */
export type Lines = readonly string[];

export interface PartRules<T> {
  /** What comes of a part that both sides have. */
  readonly both: (one: T, two: T, old: T | undefined) => readonly T[];
  /** Whether a part stays that only one side has; without this rule, what the base does not have. */
  readonly keeps?: (part: T, old: T | undefined, side: Parts<T>) => boolean;
  /** Puts two runs that were added at one place in order; without it, the one with the smaller beginning first. */
  readonly join?: (a: Lines, b: Lines) => Lines;
}

/** Parts by key; of those of one key the second gets a number, and so on. */
export function toParts<T>(parts: readonly T[], keyOf: (part: T) => string): Parts<T> {
  const counts = new Map<string, number>();
  const numbered = parts.map((part): [string, T] => {
    const key = keyOf(part);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    // The mark in front keeps "" free for the start of the file.
    return [count === 1 ? `=${key}` : `${count}=${key}`, part];
  });
  return new Map(numbered);
}

/**
 * Merges parts three-way: what both have, in the order of the side that reordered, and what one of them has added, each
 * behind its predecessor. To merge the result again with either side yields the same result.
 */
export function mergeParts<T>(
  { base, a, b }: Readonly<Record<"base" | "a" | "b", Parts<T>>>,
  { both, keeps = (_, old) => old === undefined, join = joinRuns }: PartRules<T>,
): (readonly [string, T])[] {
  const toRuns = (side: Parts<T>, other: Parts<T>) =>
    readRuns(side, other, (id, part) => keeps(part, base.get(id), side));
  const [runsA, runsB] = [toRuns(a, b), toRuns(b, a)];
  const more = countChanges(a, base) - countChanges(b, base);
  const ids = ["", ...orderOf(base, runsA.common, runsB.common, more)].flatMap((id) => {
    const [runA, runB] = [runsA.behind.get(id) ?? [], runsB.behind.get(id) ?? []];
    const added = runA.length > 0 && runB.length > 0 ? join(runA, runB) : [...runA, ...runB];
    return id === "" ? added : [id, ...added];
  });
  return ids.flatMap((id) => {
    const [one, two] = [a.get(id), b.get(id)];
    if (one !== undefined && two !== undefined) {
      return both(one, two, base.get(id)).map((part) => [id, part] as const);
    }
    const part = one ?? two;
    return part === undefined ? [] : [[id, part] as const];
  });
}

/** Merges lines, each taken for what it says. */
export function mergeLines(...versions: readonly [base: Lines, a: Lines, b: Lines]): string[] {
  const [base, a, b] = versions.map((lines) => toParts(lines, lineText)) as [Keyed, Keyed, Keyed];
  const both = (one: string, two: string, old: string | undefined) => [pick(old, one, two)];
  return mergeParts({ base, a, b }, { both }).map(([, line]) => line);
}

type Keyed = Parts<string>;

/** Three-way choice of one value: of the side that changed it; where both did, the greater. */
export function pick<T>(base: T | undefined, a: T, b: T, isGreater = (x: T, y: T) => x > y): T {
  if (a === b || b === base) return a;
  if (a === base) return b;
  return isGreater(a, b) ? a : b;
}

/** What makes two lines the same line: neither its end nor blanks before that. */
export const lineText = (line: string): string => line.trimEnd();

/** Both runs whole, the one with the smaller beginning first. */
export function joinRuns(a: Lines, b: Lines): string[] {
  return (a[0] ?? "") <= (b[0] ?? "") ? [...a, ...b] : [...b, ...a];
}

/** The ids that both have, and behind each of them (behind "" at the start) what was added there. */
function readRuns<T>(side: Parts<T>, other: Parts<T>, keeps: (id: string, part: T) => boolean) {
  const common: string[] = [];
  let run: string[] = [];
  const behind = new Map([["", run]]);
  for (const [id, part] of side) {
    if (other.has(id)) {
      common.push(id);
      run = [];
      behind.set(id, run);
    } else if (keeps(id, part)) run.push(id);
  }
  return { common, behind };
}

/** How many ids came and went: a result of merging has all of either side's. */
const countChanges = (side: Parts<unknown>, base: Parts<unknown>): number =>
  new Set(side.keys()).symmetricDifference(base).size;

/**
 * The order of the side that reordered; where both did, of the one that changed more, else of the smaller at the
 * first difference.
 */
function orderOf(base: Parts<unknown>, a: Lines, b: Lines, more: number): Lines {
  const at = a.findIndex((id, i) => id !== b[i]);
  if (at < 0) return a;
  const rank = new Map([...base.keys()].map((id, i) => [id, i]));
  const [isOldA, isOldB] = [isSorted(a, rank), isSorted(b, rank)];
  if (isOldA !== isOldB) return isOldA ? b : a;
  if (more !== 0) return more > 0 ? a : b;
  return (a[at] ?? "") < (b[at] ?? "") ? a : b;
}

function isSorted(ids: Lines, rank: ReadonlyMap<string, number>): boolean {
  const ranks = ids.flatMap((id) => rank.get(id) ?? []);
  return ranks.every((own, i) => i === 0 || own > (ranks[i - 1] ?? 0));
}
