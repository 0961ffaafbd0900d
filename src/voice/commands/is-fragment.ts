/**
 * True where what was corrected is a piece of what was said last rather than another sentence: "Reus" of "I live in Deus".
 * Pure.
 */
export function isFragment(corrected: string, said: string): boolean {
  const words = countWords(corrected);
  return words <= mostWords && words < countWords(said);
}

const mostWords = 3;

const countWords = (text: string): number =>
  (text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’·]*/gu) ?? []).length;
