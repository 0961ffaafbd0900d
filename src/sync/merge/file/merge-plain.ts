import { mergeLines } from "./merge-order.ts";
import { lineText, type MergedLines, type TextVersions } from "./text-version.ts";

/**
 * Merges a text that is neither Markdown nor settings: where each side changed one stretch of lines, and they lie
 * apart; in prose also what both only added to. Else both versions stay, for data and code must not be torn.
 */
export function mergePlain({ path, bases, a, b }: TextVersions): MergedLines {
  const [base, ...others] = bases;
  const isKnown = base !== undefined && others.length === 0;
  const lines = isKnown ? joinLines(path, base.lines, a.lines, b.lines) : undefined;
  return { lines, keptBoth: [] };
}

type Lines = readonly string[];

/** Files in which lines that two sides add at one place may stand one below the other. */
const proseName =
  /(?:^|\/)(?:[^/.]+|\.[^/.]+|[^/]*\.(?:txt|text|log|csv|tsv|jsonl|ndjson|rst|org))$/i;

function joinLines(path: string, base: Lines, a: Lines, b: Lines): Lines | undefined {
  if (isPartOf(base, a, b)) return b;
  if (isPartOf(base, b, a)) return a;
  const [inA, inB] = [findChange(base, a), findChange(base, b)];
  if (inA.end < inB.start) return [...b.slice(0, inA.start), ...inA.lines, ...b.slice(inA.end)];
  if (inB.end < inA.start) return [...a.slice(0, inB.start), ...inB.lines, ...a.slice(inB.end)];
  const isAdded = [a, b].every((side) => mergeLines([], base, side).length === side.length);
  return isAdded && proseName.test(path) ? mergeLines(base, a, b) : undefined;
}

/** Whether a side differs from the other one only in lines that it left alone: it was merged into that one before. */
function isPartOf(base: Lines, side: Lines, other: Lines): boolean {
  const [own, more] = [findChange(side, base), findChange(side, other)];
  return own.end < more.start || more.end < own.start;
}

/** The one stretch of lines in which two versions differ: from `start` to `end` of the first one, and what is there now. */
function findChange(from: Lines, to: Lines) {
  const isSame = (i: number, j: number): boolean =>
    lineText(from.at(i) ?? "") === lineText(to.at(j) ?? "");
  const shortest = Math.min(from.length, to.length);
  let start = 0;
  while (start < shortest && isSame(start, start)) start++;
  let rest = 0;
  while (rest < shortest - start && isSame(-1 - rest, -1 - rest)) rest++;
  return { start, end: from.length - rest, lines: to.slice(start, to.length - rest) };
}
