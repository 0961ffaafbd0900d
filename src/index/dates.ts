import { formsByPlace, tablesOf, wordsIn } from "../language/languages.ts";
import { foldWord } from "./tokenize.ts";

/** Begins the tokens of days: a private character, which no text's tokens hold, but SQLite's tokenizer takes for a letter. */
const dayMark = "\ue001";

/** The tokens under which a day is found: `y2023 m05 d08`, each marked; none for what is not a day. */
export function dayTokens(date: string): string[] {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  return year === undefined ? [] : [yearToken(year), monthToken(month), dayToken(day)];
}

const yearToken = (year: string): string => `${dayMark}y${year}`;
const monthToken = (month = ""): string => `${dayMark}m${month.padStart(2, "0")}`;
const dayToken = (day = ""): string => `${dayMark}d${day.padStart(2, "0")}`;

/** A date or a part of one that a question names: the day tokens, and the words that it stands in place of. */
export interface NamedDate {
  readonly tokens: readonly string[];
  readonly words: readonly string[];
}

/**
 * Dates in a question: 2023-05-08, 8 May 2023, May 8th, 8.5.2023, 2023年5月8日, May 2023, in May, 2023. `words` is the question in
 * folded words; a month that is also a plain word ("may") counts only beside a number or after a preposition.
 */
export function namedDates(text: string, words: readonly string[]): NamedDate[] {
  const found: NamedDate[] = [];
  for (const [whole, year = "", month = "", day = ""] of text.matchAll(numeric)) {
    found.push(numericDate(whole, year, month, day));
  }
  for (const [whole, day = "", month = "", year = ""] of text.matchAll(european)) {
    found.push(numericDate(whole, year, month, day));
  }
  words.forEach((word, i) => {
    const month = monthByName.get(word);
    if (month === undefined) {
      if (/^(?:19|20)\d\d$/.test(word)) found.push({ tokens: [yearToken(word)], words: [word] });
      return;
    }
    const beside = [words[i - 1] ?? "", words[i + 1] ?? ""];
    if (ambiguousMonths.has(word) && !beside.some((other) => besideMonth.test(other))) return;
    found.push({ tokens: [monthToken(month)], words: [word] });
    const day = daysNear(words, i).find(isDay);
    if (day !== undefined) found.push({ tokens: [dayToken(day)], words: [day] });
  });
  return found;
}

const monthByName: ReadonlyMap<string, string> = new Map(
  [...tablesOf("months").values()].flatMap((months) =>
    formsByPlace(months).flatMap((forms, i) =>
      forms.map((name) => [foldWord(name), `${i + 1}`.padStart(2, "0")] as const),
    ),
  ),
);
const ambiguousMonths = new Set(wordsIn("may march mar mars mai mei sep marc dec jun jan"));
const between = new Set(["de", "d", "of", "the", "di"]);
const besideMonth =
  /^(?:\d{1,4}(?:st|nd|rd|th|er)?|in|on|of|since|until|during|before|after|by|last|this|next|early|late|mid|en|de|del|des|desde|du|im|am|ab|nel|di|em|do|op|sinds)$/;
const numeric =
  /(?<!\d)((?:19|20)\d\d)\s?[-/.年년]\s?(\d{1,2})(?:\s?[-/.月월]\s?(\d{1,2}))?(?!\d)/g;
const european = /(?<!\d)(\d{1,2})[./](\d{1,2})[./]((?:19|20)\d\d)(?!\d)/g;

/** Numbers beside the month at `i`, a "de", "of" or "the" between them passed over. */
function daysNear(words: readonly string[], i: number): (string | undefined)[] {
  const before = between.has(words[i - 1] ?? "") ? words[i - 2] : words[i - 1];
  const after = between.has(words[i + 1] ?? "") ? words[i + 2] : words[i + 1];
  return [before, after].map((word) => /^(\d{1,2})(?:st|nd|rd|th|er|º)?$/.exec(word ?? "")?.[1]);
}

function numericDate(whole: string, year: string, month: string, day: string): NamedDate {
  const tokens = [yearToken(year), monthToken(month)];
  if (isDay(day)) tokens.push(dayToken(day));
  return { tokens, words: whole.match(/\d+/g) ?? [] };
}

function isDay(day: string | undefined): day is string {
  return day !== undefined && Number(day) >= 1 && Number(day) <= 31;
}
