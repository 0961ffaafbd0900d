import { stemText } from "../../index/stem-text.ts";
import { calendarNames } from "../../language/languages.ts";
import { foldText } from "../../language/text/letters.ts";
import { numbersIn } from "../../language/text/number-words.ts";

/** How two texts are compared. */
export interface Wording {
  readonly language: string;
  /** How the person is called: a memory may name them who spoke of themselves. */
  readonly speaker: string | null;
}

/** The words of a text that carry meaning, each once, without days, which become dates, and who speaks. */
export function contentOf(text: string, { language, speaker }: Wording): readonly string[] {
  const own = new Set(stemText(speaker ?? "", language).all);
  return [...new Set(stemText(withoutDates(text), language).content)].filter(
    (word) => !own.has(word),
  );
}

/** Tells whether one text has a word, in any form; a number in digits may have been said in words. */
export function hasWord(
  said: string,
  { language }: Pick<Wording, "language">,
): (word: string) => boolean {
  const spoken = [...new Set(stemText(said, language).content)];
  const { values } = numbersIn(said, language);
  return (word) =>
    spoken.some((other) => isForm(word, other)) || (/^\d+$/.test(word) && values.has(Number(word)));
}

/** The share (0 to 1) of a text's content words that stand in what was said; 0 of a text without any. */
export function supportFor(text: string, said: string, wording: Wording): number {
  const content = contentOf(text, wording);
  return content.filter(hasWord(said, wording)).length / Math.max(1, content.length);
}

/** Two forms of one word: equal, or with a long common beginning ("swim", "swimming"; "allergy", "allergic"). */
export function isForm(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 4 || /\p{N}/u.test(short)) return false;
  let common = 0;
  while (common < short.length && short[common] === long[common]) common++;
  return common === short.length || (common >= 5 && common >= long.length * 0.7);
}

/** Days, years and times of day are left out: "next Friday at five" becomes a date and "17:00". */
export const withoutDates = (text: string): string => text.replace(dates, " ");

const dates = (() => {
  const month = `(?:${calendarNames("months").join("|")})(?!\\p{L})`;
  const day = "\\d{1,2}(?:st|nd|rd|th|er|º|\\.)?";
  const written = `\\b${day}\\s+(?:(?:de|of)\\s+|d['’])?${month}|(?<!\\p{L})${month}\\.?\\s+${day}(?!\\d)`;
  const numbers = "\\b\\d{4}-\\d\\d(?:-\\d\\d)?\\b|\\b\\d{1,2}[:.h]\\d\\d\\b|\\b(?:19|20)\\d\\d\\b";
  return new RegExp(`${numbers}|${written}`, "giu");
})();

/** Words with a capital letter within a sentence, but for "I". */
export const namesIn = (text: string): string[] =>
  (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(
    (word, i) => i > 0 && word !== "I" && /^\p{Lu}/u.test(word),
  );

/** Small letters without accents. */
export const foldedWords = (text: string): string[] =>
  foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
