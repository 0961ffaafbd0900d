import { foldLetters } from "../../language/text/letters.ts";

/** A word of a text and its position. */
export interface FoldedWord {
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

/** Splits a text into words without case, accents and apostrophes, for comparison. */
export function foldWords(text: string): FoldedWord[] {
  return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’ـ]*/gu)].flatMap(({ 0: word, index }) => {
    const folded = foldLetters(word);
    return folded === "" ? [] : { folded, start: index, end: index + word.length };
  });
}
