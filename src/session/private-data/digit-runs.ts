import type { Span } from "./span.ts";

/** Groups of digits with no more than two separators between them: "+34 612 34 56 78" is a run of four. */
export interface DigitRun {
  readonly groups: readonly DigitGroup[];
}

export interface DigitGroup extends Span {
  readonly digits: string;
}

/** All runs of digits of a text, each as long as it can be. */
export function digitRuns(text: string): readonly DigitRun[] {
  const runs: DigitGroup[][] = [];
  let open: DigitGroup[] = [];
  for (const match of text.matchAll(/\d+/g)) {
    const group = { digits: match[0], start: match.index, end: match.index + match[0].length };
    const last = open.at(-1);
    if (last !== undefined && isBetweenGroups(text, last.end, group.start)) {
      open.push(group);
    } else {
      open = [group];
      runs.push(open);
    }
  }
  return runs.map((groups) => ({ groups }));
}

/**
 * True where digits may be a number of their own: not part of a word, a path, a decimal, a time, an amount, or a name such
 * as #12 and ^k3f9x2.
 */
export function standsAlone(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 12);
  return (
    !/[\p{L}\p{N}\p{M}_#^@$€£~\\]$|[\p{L}\p{N}][-/.=]$|\d[,:]$|[$€£] $/u.test(before) &&
    !/^(?:[\p{L}\p{N}\p{M}_@]|[,:.]\d)|^[-/=][\p{L}\p{N}]/u.test(after) &&
    !amount.test(after)
  );
}

/** What follows an amount or a quantity. */
const amount =
  /^ ?(?:[%€$£°]|(?:eur|euros?|usd|dollars?|dólares|kg|g|gr|grams?|ml|l|cl|km|m|cm|mm|hab|people|personas)\b)/iu;

function isBetweenGroups(text: string, from: number, to: number): boolean {
  return to - from <= longestSeparator && /^[ \t\u00a0.\-/()]+$/.test(text.slice(from, to));
}

const longestSeparator = 2;
