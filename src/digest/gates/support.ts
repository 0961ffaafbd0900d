import { numbersIn } from "../../language/text/number-words.ts";
import type { StemText } from "./same-fact.ts";

/** From this share of its words on, a text counts as said. */
export const minSupport = 0.5;

/**
 * The share (0 to 1) of a text's content words that stand in what was said. Names and numbers count twice, for they
 * are what is made up most harmfully; days and years do not, for "next Friday" becomes a date. Of a text without
 * content words nothing is supported.
 */
export function supportFor(
  text: string,
  said: string,
  options: {
    readonly stem: StemText;
    readonly language: string;
    readonly assumed?: readonly string[];
  },
): number {
  const { stem, language, assumed = [] } = options;
  const spoken = [...new Set(stem(said, language).content)];
  const isNumberSaid = numberSaidIn(said, [language]);
  const given = new Set(stem([...assumed, ...subjects].join(" "), language).all);
  const content = [...new Set(stem(withoutDates(text), language).content)];
  const names = new Set(stem(namesIn(text).join(" "), language).all);
  let all = 0;
  let found = 0;
  for (const word of content.filter((word) => !given.has(word))) {
    const weight = names.has(word) || isLargeNumber(word) ? 2 : 1;
    all += weight;
    if (spoken.some((other) => isForm(word, other)) || isNumberSaid(word)) found += weight;
  }
  return all === 0 ? 0 : found / all;
}

/** Whether a number in digits was said, in digits or in words ("nine hundred"). */
function numberSaidIn(said: string, languages: readonly string[]): (word: string) => boolean {
  let values: ReadonlySet<number> | undefined;
  return (word) => {
    if (!/^\d+$/.test(word)) return false;
    values ??= new Set(languages.flatMap((language) => [...numbersIn(said, language).values]));
    return values.has(Number(word));
  };
}

/**
 * For texts in two languages: they share a name, a number or a long word, and the text brings no number of its own.
 * `languages`: those that it may have been said in.
 */
export function isEchoed(text: string, said: string, languages: readonly string[]): boolean {
  const spoken = new Set(foldedWords(said));
  const isNumberSaid = numberSaidIn(said, languages);
  const own = foldedWords(withoutDates(text));
  const numbers = own.filter((word) => /\p{N}/u.test(word));
  if (numbers.some((number) => !spoken.has(number) && !isNumberSaid(number))) return false;
  const names = new Set(namesIn(text).flatMap(foldedWords));
  return own.some(
    (word) =>
      (isLargeNumber(word) && isNumberSaid(word)) ||
      ((names.has(word) || numbers.includes(word) || word.length >= rareLength) &&
        [...spoken].some((other) => isForm(word, other))),
  );
}

/** Small ones are as often said in a word. */
const isLargeNumber = (word: string): boolean =>
  /\p{N}/u.test(word) && !/^(?:\d|1[0-2])$/.test(word);

/** How a memory names the person that it is about. */
export const subjects: readonly string[] = [
  "user",
  "person",
  "usuario",
  "usuaria",
  "usuari",
  "utilisateur",
  "nutzer",
  "utente",
];
const rareLength = 6;

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
