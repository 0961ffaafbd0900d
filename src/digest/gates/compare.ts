import { isDeepStrictEqual } from "node:util";
import { stemText } from "../../index/stem-text.ts";
import { calendarNames } from "../../language/languages.ts";
import { withoutReminder } from "../../language/talk/spoken-cues.ts";
import { foldText } from "../../language/text/letters.ts";
import { numbersIn } from "../../language/text/number-words.ts";

/** How two texts are compared. */
export interface Wording {
  readonly language: string;
  /** How the person is called: a memory may name them who spoke of themselves. */
  readonly speaker: string | null;
}

/**
 * True when two statements say the same in the same words: equal stems in the same order, but for articles and "I",
 * and no difference in negations, numbers or names. Nothing less is a duplicate: a contradiction is as similar.
 */
export function isSameFact(one: string, other: string, language: string, usual?: string): boolean {
  const [a, b] = [statementWords(one, language, usual), statementWords(other, language, usual)];
  return a.length > 0 && isDeepStrictEqual(a, b) && agree(one, other);
}

/** The stems by which statements are compared; both in one language, or one word would have two stems. */
export const statementWords = (text: string, language: string, usual?: string): string[] =>
  stemText(text, language, usual).all.filter((word) => !ignored.has(word));

/** Articles, and the subject of a memory that is written as it was said. */
const ignored = new Set(
  `the a an i el la los las lo un una uno unos unas els les l yo jo en na o os as um uma eu le un une des du je j
  der die das den dem ein eine einen ich il gli io`.split(/\s+/),
);

/** True when two texts have the same negations, numbers and names in order: only then may they say the same. */
export function agree(one: string, other: string): boolean {
  const texts = [one, other].map((text) => text.normalize("NFC")); // "Julia" is not "Júlia".
  const names = new Set(texts.flatMap(namesIn).map((name) => name.toLowerCase()));
  const isMeant = (word: string): boolean => names.has(word) || /^\p{N}/u.test(word);
  const [a, b] = texts.map((text) =>
    text
      .toLowerCase()
      .match(/\p{N}+(?:[.,:/-]\p{N}+)*|[\p{L}\p{M}\p{N}]+/gu)
      ?.filter(isMeant),
  );
  return isDeepStrictEqual(a ?? [], b ?? []) && deniesAlike(one, other);
}

const deniesAlike = (one: string, other: string): boolean =>
  isDeepStrictEqual(negationsOf(one), negationsOf(other));

/** How many content stems two statements share, of the shorter one's (0 to 1). */
export function sharedContent(one: string, other: string, language: string): number {
  const [a, b] = [wordsOf(one, language), wordsOf(other, language)];
  return a.intersection(b).size / Math.max(1, Math.min(a.size, b.size));
}

const wordsOf = (text: string, language: string): ReadonlySet<string> =>
  new Set(stemText(text, language).content);

/**
 * True when a sentence says all that a text says, whichever forms of its words it has, and maybe more; not when it says
 * the opposite. A text of one word is entailed only by a sentence of that word alone.
 */
export function entails(sentence: string, text: string, language: string): boolean {
  const said = [...wordsOf(sentence, language)];
  const wanted = wordsOf(text, language);
  if (wanted.size === 0 || (wanted.size === 1 && said.length > 1)) return false;
  const isWhole = [...wanted].every((word) => said.some((other) => isForm(word, other)));
  return isWhole && deniesAlike(withoutReminder(sentence), text);
}

/** The words of a text that carry meaning, each once, without days, which become dates, and who speaks. */
export function contentOf(text: string, { language, speaker }: Wording): readonly string[] {
  const own = stemText(speaker ?? "", language).all;
  return [...wordsOf(withoutDates(text), language)].filter((word) => !own.includes(word));
}

/** Tells whether one text has a word, in any form; a number in digits may have been said in words. */
export function hasWord(said: string, language: string): (word: string) => boolean {
  const spoken = [...wordsOf(said, language)];
  const { values } = numbersIn(said, language);
  return (word) =>
    spoken.some((other) => isForm(word, other)) || (/^\d+$/.test(word) && values.has(Number(word)));
}

/** The share (0 to 1) of a text's content words that stand in what was said; 0 of a text without any. */
export function supportFor(text: string, said: string, wording: Wording): number {
  const content = contentOf(text, wording);
  return content.filter(hasWord(said, wording.language)).length / Math.max(1, content.length);
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

/** Signs that turn a sentence into its opposite, sorted; how many of them there are must be equal. */
export function negationsOf(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? [];
  const inWords = words
    .map((word) => word.replace(/'s$/, ""))
    .filter((word) => negations.has(word) || /^\p{L}+n't$/u.test(word));
  return [...inWords, ...(text.match(/[不没無无未别]|ない|ません|않|안 |못/gu) ?? [])].sort();
}

/** A text cut at each word that denies or dislikes something: what is said of tea stands behind the sign. */
export const partsAtDenials = (text: string): readonly string[] =>
  withoutReminder(text)
    .replace(/\S+/gu, (word) =>
      negationsOf(word).length > 0 || dislikes.test(foldText(word)) ? "\n" : word,
    )
    .split("\n");

const negations = new Set(
  `no not never none nobody nothing neither nor without cannot dont doesnt didnt isnt arent wasnt wont cant stopped quit
  longer anymore unless except nunca jamas nada nadie ninguno ninguna ningun ni sin tampoco dejo deje excepto salvo
  mai res ningu cap sense tampoc deixat pas ne n jamais rien aucun aucune personne sans plus nao ninguem nenhum nenhuma
  sem nem nicht kein keine keinen keinem keiner nie niemals nichts niemand ohne weder ausser non niente nulla nessuno
  senza ikke inte niet geen нет не ни без لا ليس بدون`.split(/\s+/),
);
const dislikes =
  /(?<!\p{L})(?:dislik(?:es?|ed|ing)|hat(?:es?|ed|ing)|detest(?:s|ed|[oae]|en|an)?|loath(?:es?|ed|ing)|odi(?:[oae]|an|en)|odei[oa]|hais?|hass[et]|verabscheu[et])(?!\p{L})/u;
