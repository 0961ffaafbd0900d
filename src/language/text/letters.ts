/** A text without accents and other marks, and with straight apostrophes. */
function withoutMarks(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("’", "'");
}

/** A text in small letters, without marks, and with straight apostrophes. */
export function foldText(text: string): string {
  return withoutMarks(text).toLowerCase();
}

/** A word of a text as it is compared, and where it stands. */
export interface FoldedWord {
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a text, without case, accents and apostrophes. */
export function foldWords(text: string): FoldedWord[] {
  return [...text.matchAll(word)].flatMap(({ 0: found, index }) => {
    const folded = foldLetters(found);
    return folded === "" ? [] : { folded, start: index, end: index + found.length };
  });
}

/** Words with a number or a letter; apostrophes belong to them, hyphens part them. */
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’‘`´·]*/gu;

/** Small letters without marks and apostrophes, and one spelling for letters that have two. */
export function foldLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{M}'’‘`´·ـ]/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll("ى", "ي")
    .replaceAll("ة", "ه");
}

/** With a capital first letter. */
export function capital(text: string): string {
  const [first = "", ...rest] = text;
  return first.toUpperCase() + rest.join("");
}
