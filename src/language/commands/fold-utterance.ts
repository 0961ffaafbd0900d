import { foldLetters } from "../text/letters.ts";

/** What was said, as commands are compared. */
export interface FoldedUtterance {
  /** Words without case, accents and apostrophes, with one space between them, and a comma where there was punctuation. */
  readonly folded: string;
  /** The piece of the original that stands between two places of `folded`, from its first word to its last. */
  readonly original: (from: number, to: number) => string;
}

/** Words with a number or a letter; apostrophes belong to them, hyphens part them. */
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’‘`´·]*/gu;

export function foldUtterance(text: string): FoldedUtterance {
  let folded = "";
  const places: { readonly at: number; readonly start: number; readonly end: number }[] = [];
  for (const match of text.matchAll(word)) {
    const [found] = match;
    const letters = foldLetters(found);
    if (letters === "") continue;
    const last = places.at(-1);
    const between = last === undefined ? "" : text.slice(last.end, match.index);
    if (last !== undefined) folded += /[.,;:!?…،؛؟¿¡]/u.test(between) ? ", " : " ";
    places.push({ at: folded.length, start: match.index, end: match.index + found.length });
    folded += letters;
  }
  return {
    folded,
    original(from, to) {
      const meant = places.filter(({ at }) => at >= from && at < to);
      const [first] = meant;
      const last = meant.at(-1);
      if (first === undefined || last === undefined) return "";
      const opening = /(?<![¿¡])[¿¡]*$/u.exec(text.slice(0, first.start))?.[0].length ?? 0;
      const isLast = last === places.at(-1);
      return text.slice(first.start - opening, isLast ? undefined : last.end).trim();
    },
  };
}
