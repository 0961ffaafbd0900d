import type { TermGroup } from "./query.ts";

/** How soon repetition stops to count (`k1`), and how much a long text must hold to count as much (`b`). */
export interface Bm25 {
  readonly k1: number;
  readonly b: number;
}

/** Okapi BM25 of one text. `length` is its length as a multiple of the average; the most it reaches is Σ weight · (k1 + 1). */
export function bm25(
  terms: Iterable<{ readonly weight: number; readonly count: number }>,
  length: number,
  { k1, b }: Bm25,
): number {
  let sum = 0;
  for (const { weight, count } of terms) {
    sum += (weight * count * (k1 + 1)) / (count + k1 * (1 - b + b * length));
  }
  return sum;
}

/** Weight of finding a term, when `holding` of `all` texts hold it; never negative. */
export function inverseFrequency(holding: number, all: number): number {
  const some = Math.min(holding, all);
  return Math.log(1 + (all - some + 0.5) / (some + 0.5));
}

/** inverseFrequency() by group; `found`: how many of `all` texts hold each. */
export function idfByGroup(
  groups: readonly TermGroup[],
  found: ReadonlyMap<TermGroup, number>,
  all: number,
): Map<TermGroup, number> {
  return new Map(groups.map((group) => [group, inverseFrequency(found.get(group) ?? 0, all)]));
}

export const sumOf = (numbers: Iterable<number>): number =>
  [...numbers].reduce((sum, number) => sum + number, 0);
