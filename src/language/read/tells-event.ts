import { grammarsFor } from "../grammar/grammar.ts";

/**
 * True where the same words of two days (`YYYY-MM-DD`) tell of two occasions: by the words for the past of the languages
 * that they may be in, and without a year of their own. What states no day may be of any.
 */
export function isOtherOccasion(text: string, one?: string, other?: string): boolean {
  if (one === undefined || other === undefined || one === other) return false;
  return !/\p{N}{4}/u.test(text) && grammarsFor(text, "").some(({ past }) => past.test(text));
}
