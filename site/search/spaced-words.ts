const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
/** Scripts that put no spaces between words. */
const letter =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々]";
const run = new RegExp(`${letter}+`, "gu");
const gap = new RegExp(`(?<=${letter}(?:</mark>)?) (?=(?:<mark>)?${letter})`, "gu");

/** A text whose words Pagefind tells apart; questions pass through it too. */
export const spacedWords = (text: string): string =>
  text.replace(run, (letters) => {
    const words = [...segmenter.segment(letters)].map(({ segment }) => segment);
    return ` ${words.join(" ")} `;
  });

/** As it was written. */
export const joinedWords = (text: string): string => text.replace(gap, "");
