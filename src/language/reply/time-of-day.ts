import { anywhere, expand, lexicon } from "../grammar/compile.ts";
import type { NamedDateRules } from "../grammar/dates.ts";
import { formsByPlace } from "../languages.ts";
import { numbersIn } from "../text/number-words.ts";

/** A time of day that a text names, as far as it names an hour. */
export interface TimeOfDay {
  readonly words: string;
  /** -1 where it names none. */
  readonly hour: number;
  readonly minute: number;
  /** It says which half of the day it is in. */
  readonly isClear: boolean;
}

/** Reads the times of a language. */
export interface TimeReader {
  /** `every Friday`, `daily`. */
  isRepeated(text: string): boolean;
  timeIn(text: string): TimeOfDay | undefined;
  /** `in two hours`: the words, and so many minutes from now. */
  spanIn(text: string): { readonly words: string; readonly minutes: number } | undefined;
}

/** Makes the reader of a language's times: `at nine`, `at half past six in the evening`, `in two hours`. */
export function createTimeReader(code: string, rules: NamedDateRules): TimeReader {
  const { clock, halves } = rules;
  const parts = lexicon(clock.parts);
  const hours = formsByPlace(rules.numbers).flatMap((forms, i) =>
    forms.map((form) => [form, i + 1] as const),
  );
  const hourWords = hours.map(([form]) => form).sort((a, b) => b.length - a.length);
  const lists = {
    h: `?<h>[0-2]?\\d|${hourWords.join("|")}`,
    n: `?<n>\\d{1,3}|${parts.source}|${numberWord}`,
    w: `?<n>${parts.source}`,
  };
  const compile = (source: string): RegExp =>
    anywhere(expand(source, lists).replaceAll("(?:?<", "(?<"));
  // "Tomorrow morning at seven", and "at seven in the morning".
  const before = `(?:(?:${halves.join("|")}),? )?`;
  const half = `(?:,? (?:${[rules.time, ...halves].join("|")}))?`;
  const plain = anywhere(`(?:${rules.time})${half}`);
  const ways = [
    ...clock.before.map((source) => ({ pattern: compile(before + source + half), sign: -1 })),
    ...clock.after.map((source) => ({ pattern: compile(before + source + half), sign: 1 })),
  ];
  const spans = clock.spans.map(([source, minutes]) => ({ pattern: compile(source), minutes }));
  const smallNumber = (words: string): number | undefined =>
    hours.find(([form]) => form === words.toLowerCase())?.[1];
  const numberOf = (words: string): number | undefined => smallNumber(words) ?? sumOf(words, code);
  const partOf = (words: string): number | undefined =>
    Number(parts.meaningOf(words)) || numberOf(words);
  const morning = anywhere(halves[0]);
  const afternoon = anywhere(halves[1]);
  const timeOf = (words: string, hour: number, minute: number): TimeOfDay => {
    const isLate = hour < 12 && afternoon.test(words);
    const isClear = hour > 12 || morning.test(words) || afternoon.test(words);
    return { words: words.trim(), hour: isLate ? hour + 12 : hour, minute, isClear };
  };
  const partedTime = (text: string): TimeOfDay | undefined => {
    for (const { pattern, sign } of ways) {
      const found = pattern.exec(text);
      const { h = "", n = "" } = found?.groups ?? {};
      const minutes = partOf(n);
      if (found === null || minutes === undefined || minutes > 59) continue;
      const total = (smallNumber(h) ?? Number(h)) * 60 + sign * minutes;
      const ofDay = total < 60 && sign < 0 ? total + 720 : total; // A quarter to one.
      return timeOf(found[0], Math.floor(ofDay / 60), ofDay % 60);
    }
    return undefined;
  };
  const plainTime = (text: string): TimeOfDay | undefined => {
    const found = plain.exec(text);
    if (found === null) return undefined;
    const [words] = found;
    const [, digits, minutes] = /(\d{1,2})(?: ?[:.h] ?([0-5]\d))?/u.exec(words) ?? [];
    // "Dix-sept" is not "dix".
    const longest = hourWords.find((form) => anywhere(form).test(words)) ?? "";
    const hour = digits === undefined ? smallNumber(longest) : Number(digits);
    return hour === undefined || hour > 23
      ? { words: words.trim(), hour: -1, minute: 0, isClear: true }
      : timeOf(words, hour, Number(minutes ?? 0));
  };
  const each = anywhere(clock.each);
  return {
    isRepeated: (text) => each.test(text),
    timeIn: (text) => partedTime(text) ?? plainTime(text),
    spanIn: (text) => readSpan(text, spans, numberOf),
  };
}

/** The first of the spans that a text names. */
function readSpan(
  text: string,
  spans: readonly { readonly pattern: RegExp; readonly minutes: number }[],
  numberOf: (words: string) => number | undefined,
): ReturnType<TimeReader["spanIn"]> {
  for (const { pattern, minutes } of spans) {
    const { 0: words, groups } = pattern.exec(text) ?? {};
    const times = groups?.n === undefined ? 1 : numberOf(groups.n);
    if (words !== undefined && times !== undefined) return { words, minutes: times * minutes };
  }
  return undefined;
}

/** A word that may be a number, with what joins the parts of one. */
const numberWord = "\\p{L}+(?:(?:-| y | e | et )\\p{L}+){0,2}";

/** Of "twenty-five" 25, which is more than its parts. */
function sumOf(words: string, code: string): number | undefined {
  const { values } = numbersIn(words, code);
  return values.size === 0 ? undefined : Math.max(...values);
}
