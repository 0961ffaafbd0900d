import { createScore, readModel } from "../gate/score.ts";
import { type Pair, type ReadLine, readPair, type SaidChange, signs } from "./pair.ts";

/**
 * The one known line that a change is about: by what it shares with what is said and by how that is said, clearly and
 * more than any other. Undefined where none is.
 */
export function changedLine<Line extends ReadLine>(
  said: SaidChange,
  known: readonly Line[],
  least = threshold,
): Line | undefined {
  const pairs = known.map((line) => readPair(said, line));
  const ranked = evidenceOf(pairs)
    .map((values, i) => ({ line: known[i], sum: sumOf(values, pairs[i]) }))
    .toSorted((a, b) => b.sum - a.sum);
  const [best, next] = ranked;
  if (best === undefined || best.sum < least) return undefined;
  return next === undefined || best.sum - next.sum > lead ? best.line : undefined;
}

/** How much surer a sentence is to change something that begins with `no, sorry`. */
export const correction = 2;

/** Log-odds from which a line is changed, and its lead over the next: a line struck wrongly is the worst. */
const threshold = 0.34;
const lead = 0.3;

/** Names of what is weighed, in the order of `evidenceOf`. */
export const evidence = ["names", "words", "nothingOfItsOwn", ...signs] as const;

/** What speaks for each of some lines; what several share does not distinguish them. */
export function evidenceOf(pairs: readonly Pair[]): readonly (readonly number[])[] {
  const all = pairs.map(({ names, words }) => [...names, ...words]);
  const rarity = (stem: string): number => 1 / all.filter((stems) => stems.includes(stem)).length;
  const sum = (stems: readonly string[]) => stems.reduce((total, stem) => total + rarity(stem), 0);
  return pairs.map((pair) => [
    Math.min(2, sum(pair.names)),
    Math.min(3, sum(pair.words)),
    Number(sum(pair.names) + sum(pair.words) + pair.signs.meant < 1),
    ...signs.map((sign) => pair.signs[sign]),
  ]);
}

function sumOf(values: readonly number[], pair: Pair | undefined): number {
  if (pair === undefined) return Number.NEGATIVE_INFINITY;
  weights ??= readModel("pair").evidence ?? {};
  return evidence.reduce(
    (sum, name, i) => sum + (values[i] ?? 0) * (weights?.[name] ?? 0),
    manner(pair.manner),
  );
}

const manner = createScore("pair");
let weights: Readonly<Record<string, number>> | undefined;
