import { unitKeys } from "./query-units.ts";
import type { Gram, SearchUnit } from "./search-units.ts";

/** A stretch of a text that a unit of the question found. */
export interface Found {
  /** Which unit of the question. */
  readonly unit: number;
  readonly start: number;
  readonly end: number;
}

/** Where the units of a question stand in a text, in its order. */
export function matchUnits(question: readonly SearchUnit[], text: readonly SearchUnit[]): Found[] {
  return question
    .flatMap((asked, unit) =>
      text.flatMap((there) => rangesOf(asked, there).map((range) => ({ unit, ...range }))),
    )
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

type Range = Omit<Found, "unit">;

function rangesOf(asked: SearchUnit, there: SearchUnit): Range[] {
  const keys = unitKeys(asked);
  if (asked.type === "word" && there.type === "word") {
    const { start, end } = there;
    return there.keys.some((key) => isWordFor(keys[0] ?? "", key)) ? [{ start, end }] : [];
  }
  if (asked.type !== "run" || there.type !== "run") return [];
  return startsOf(keys, there.grams).map((at) => rangeOf(there.grams, at, asked.grams.length));
}

/** The beginning of a word, or a longer form of one: Pagefind finds "dentist" for "dentists" too. */
function isWordFor(asked: string, key: string): boolean {
  if (asked === "") return false;
  if (key.startsWith(asked)) return true;
  return key.length >= 4 && asked.length - key.length <= 3 && asked.startsWith(key);
}

/** Where grams follow one another in a run. */
function startsOf(keys: readonly string[], grams: readonly Gram[]): number[] {
  const starts: number[] = [];
  for (let at = 0; at + keys.length <= grams.length; at++) {
    const fits = keys.every((key, i) => grams[at + i]?.key.startsWith(key));
    if (keys.length > 0 && fits) starts.push(at);
  }
  return starts;
}

/** From one letter of a run, so many letters on: a gram begins at each letter. */
function rangeOf(grams: readonly Gram[], at: number, letters: number): Range {
  const start = grams[at]?.start ?? 0;
  const next = grams[at + letters]?.start;
  const end = next ?? grams.at(-1)?.end ?? start;
  return { start, end: Math.max(end, start) };
}
