import { numbersIn } from "../../language/text/number-words.ts";
import type { StemText } from "./same-fact.ts";

/** From this share of its words on, a text counts as said. */
export const minSupport = 0.5;

/** How two texts are compared. */
export interface Wording {
  readonly stem: StemText;
  readonly language: string;
  /** How the person is called: a memory may name them who spoke of themselves. */
  readonly speaker: string | null;
}

/**
 * The words of a text that carry meaning, each once: without the name of who speaks, days and years, for "next Friday"
 * becomes a date.
 */
export function contentOf(text: string, { stem, language, speaker }: Wording): readonly string[] {
  const given = new Set(stem([speaker ?? "", ...subjects].join(" "), language).all);
  const content = stem(withoutDates(text), language).content;
  return [...new Set(content)].filter((word) => !given.has(word));
}

/** Tells whether one text has a word, in any form; a number in digits may have been said in words. */
export function hasWord(said: string, { stem, language }: Wording): (word: string) => boolean {
  const spoken = [...new Set(stem(said, language).content)];
  const { values } = numbersIn(said, language);
  return (word) =>
    spoken.some((other) => isForm(word, other)) || (/^\d+$/.test(word) && values.has(Number(word)));
}

/**
 * The share (0 to 1) of a text's content words that stand in what was said; 0 of a text without any. Names count twice,
 * for they say most.
 */
export function supportFor(text: string, said: string, wording: Wording): number {
  const names = new Set(wording.stem(namesIn(text).join(" "), wording.language).all);
  const weigh = (words: readonly string[]): number =>
    words.length + words.filter((word) => names.has(word)).length;
  const content = contentOf(text, wording);
  return weigh(content.filter(hasWord(said, wording))) / Math.max(1, weigh(content));
}

/** For texts in two languages: they share a name or another long word, and the text brings no number of its own. */
export function isEchoed(text: string, said: string, languages: readonly string[]): boolean {
  const spoken = foldedWords(said);
  const values = new Set(languages.flatMap((language) => [...numbersIn(said, language).values]));
  const own = foldedWords(withoutDates(text));
  const isThere = (word: string): boolean =>
    values.has(Number(word)) || spoken.some((other) => isForm(word, other));
  const [numbers, words] = [own.filter(isNumber), own.filter((word) => word.length >= 4)];
  return numbers.every(isThere) && [...numbers, ...words].some(isThere);
}

const isNumber = (word: string): boolean => /\p{N}/u.test(word);

/** How a memory names the person that it is about. */
const subjects = "user person usuario usuaria usuari utilisateur nutzer utente".split(" ");

/** Two forms of one word: equal, or with a long common beginning ("swim", "swimming"; "allergy", "allergic"). */
export function isForm(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 4 || /\p{N}/u.test(short)) return false;
  let common = 0;
  while (common < short.length && short[common] === long[common]) common++;
  return common === short.length || (common >= 5 && common >= long.length * 0.7);
}

/** Days and times of day are left out: "next Friday at five" becomes a date and "17:00". */
export const withoutDates = (text: string): string => text.replace(dates, " ");

const dates = (() => {
  const month =
    "(?:jan|gen|ene|jän|fe[bv]|fév|m[aä]r|apr|abr|avr|mai|may|mag|ju[nil]|giu|lug|a[ugo][go]|août|se[pt]|o[cku]t|ott|nov|de[czs]|dic|déc)\\p{L}*";
  const day = "\\d{1,2}(?:st|nd|rd|th|er|º|\\.)?";
  return new RegExp(
    [
      "\\b\\d{4}-\\d\\d(?:-\\d\\d)?\\b",
      "\\b\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\b",
      "\\b\\d{1,2}[:.h]\\d\\d\\b",
      `\\b${day}\\s+(?:(?:de|of)\\s+|d['’])?${month}`,
      `(?<!\\p{L})${month}\\.?\\s+${day}(?!\\d)`,
      "\\b(?:19|20)\\d\\d\\b",
    ].join("|"),
    "giu",
  );
})();

/** Words with a capital letter within a sentence, but for "I". */
export const namesIn = (text: string): string[] =>
  (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(
    (word, i) => i > 0 && word !== "I" && /^\p{Lu}/u.test(word),
  );

/** Small letters without accents. */
export const foldedWords = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** A folded name, and as it stands where it is several or somebody's: "Anas", "James". */
export const nameForms = (name: string): readonly string[] => [
  name,
  `${name}s`,
  name.replace(/s$/, ""),
];
