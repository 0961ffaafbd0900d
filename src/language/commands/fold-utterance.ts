import { type FoldedWord, foldWords } from "../text/letters.ts";

/** What was said, as commands are compared. */
export interface FoldedUtterance {
  /** Words without case, accents and apostrophes, with one space between them, and a comma where there was punctuation. */
  readonly folded: string;
  /** The piece of the original that stands between two places of `folded`, from its first word to its last. */
  readonly original: (from: number, to: number) => string;
}

export function foldUtterance(text: string): FoldedUtterance {
  let folded = "";
  const places: (FoldedWord & { readonly at: number })[] = [];
  for (const word of foldWords(text)) {
    const last = places.at(-1);
    const between = last === undefined ? "" : text.slice(last.end, word.start);
    if (last !== undefined) folded += /[.,;:!?…،؛؟¿¡]/u.test(between) ? ", " : " ";
    places.push({ ...word, at: folded.length });
    folded += word.folded;
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
