import { toIds } from "./merge-order.ts";
import { pick } from "./pick.ts";
import { lineText } from "./text-version.ts";

/** Merges lines as diff3 does; undefined where both sides changed the same stretch. */
export function mergeHunks(
  base: readonly string[],
  a: readonly string[],
  b: readonly string[],
  { isProse }: { readonly isProse: boolean },
): readonly string[] | undefined {
  const [inA, inB] = [findKept(base, a), findKept(base, b)];
  const merged: string[] = [];
  const from = { base: 0, a: 0, b: 0 };
  const kept = base.flatMap((line, i) => {
    const [atA, atB] = [inA.get(i), inB.get(i)];
    return atA === undefined || atB === undefined ? [] : [{ i, line, atA, atB }];
  });
  const end = { i: base.length, line: "", atA: a.length, atB: b.length };
  for (const { i, line, atA, atB } of [...kept, end]) {
    const [old, one, two] = [base.slice(from.base, i), a.slice(from.a, atA), b.slice(from.b, atB)];
    const hunk = mergeHunk(old, one, two, isProse);
    if (hunk === undefined) return undefined;
    for (const own of hunk) merged.push(own);
    if (i < base.length) merged.push(pick(line, a[atA] ?? "", b[atB] ?? ""));
    Object.assign(from, { base: i + 1, a: atA + 1, b: atB + 1 });
  }
  return merged;
}

function mergeHunk(
  base: readonly string[],
  a: readonly string[],
  b: readonly string[],
  isProse: boolean,
): readonly string[] | undefined {
  const [old, one, two] = [base, a, b].map((lines) => lines.map(lineText).join("\n"));
  if (one === two || two === old) return a;
  if (one === old) return b;
  if (!isProse || base.length > 0) return undefined;
  if (holds(a, b)) return a;
  if (holds(b, a)) return b;
  return (one ?? "") < (two ?? "") ? [...a, ...b] : [...b, ...a];
}

/** True where one begins or ends with the other: it was merged already. */
function holds(lines: readonly string[], part: readonly string[]): boolean {
  const starts = part.every((line, i) => lines[i] === line);
  return starts || part.every((line, i) => lines[lines.length - part.length + i] === line);
}

/** Line of the base → line of the side: the longest run of lines, each numbered by its text, that kept their order. */
function findKept(base: readonly string[], side: readonly string[]): ReadonlyMap<number, number> {
  const [oldIds, ids] = [toIds(base.map(lineText)), toIds(side.map(lineText))];
  const kept = new Map<number, number>();
  let start = 0;
  const shortest = Math.min(base.length, side.length);
  while (start < shortest && lineText(base[start] ?? "") === lineText(side[start] ?? ""))
    kept.set(start, start++);
  let end = 0;
  const sameEnd = (): boolean =>
    lineText(base.at(-1 - end) ?? "") === lineText(side.at(-1 - end) ?? "");
  while (end < shortest - start && sameEnd()) {
    end++;
    kept.set(base.length - end, side.length - end);
  }
  const place = new Map(ids.slice(start, ids.length - end).map((id, i) => [id, start + i]));
  const middle = oldIds.slice(start, oldIds.length - end);
  const matches = middle.flatMap((id, i) => {
    const at = place.get(id);
    return at === undefined ? [] : [{ from: start + i, to: at }];
  });
  for (const { from, to } of longestRising(matches)) kept.set(from, to);
  return kept;
}

interface Match {
  readonly from: number;
  readonly to: number;
}

/** The longest rising run by `to`, in n log n. */
function longestRising(matches: readonly Match[]): Match[] {
  const tails: number[] = [];
  const previous: (number | undefined)[] = [];
  matches.forEach(({ to }, i) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((matches[tails[middle] ?? 0]?.to ?? 0) < to) low = middle + 1;
      else high = middle;
    }
    previous[i] = tails[low - 1];
    tails[low] = i;
  });
  const run: Match[] = [];
  for (let i = tails.at(-1); i !== undefined; i = previous[i]) {
    const match = matches[i];
    if (match !== undefined) run.push(match);
  }
  return run.reverse();
}
