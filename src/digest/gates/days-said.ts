import { plusDays } from "../../language/grammar/calendar.ts";
import type { Grammar } from "../../language/grammar/grammar.ts";
import type { Tongues } from "../../language/grammar/tongues.ts";
import { sentencesOf } from "../../language/talk/spoken-cues.ts";
import { numbersIn } from "../../language/text/number-words.ts";
import type { SaidMessage } from "../../models/task.ts";
import { foldedWords, isForm } from "./support.ts";

/** What was said, and on which day. */
export type Dated = Pick<SaidMessage, "content" | "date" | "language">;

/**
 * False for a text that names a day (`2026-03-14`) that was not mentioned: what it comes from names other days, or none and
 * nothing that could be one. `heard`: all that was said, where a day may have been named before. Pure.
 */
export function areDaysSaid(
  text: string,
  { sources, heard }: { readonly sources: readonly Dated[]; readonly heard: readonly Dated[] },
  tongues: Tongues,
): boolean {
  const numbers = new Set(sources.flatMap(numbersOf));
  const isClear = (day: string): boolean =>
    numbers.has(Number(day.slice(8))) ||
    heard.some(({ content }) => content.includes(day)) ||
    sources.some(({ date }) => isNextTo(day, date));
  const unclear = (text.match(/\b\d{4}-\d\d-\d\d\b/g) ?? []).filter((day) => !isClear(day));
  if (unclear.length === 0) return true;
  const own = sources.flatMap((source) => daysIn(source, tongues));
  const all = [...own, ...heard.flatMap((one) => daysIn(one, tongues))];
  if (unclear.every((day) => all.some((other) => mayBe(day, other)))) return true;
  const isVague = numbers.size > 0 || sources.some((one) => speaksOfTime(one, tongues.all));
  return isVague && !own.some(({ length }) => length === 10);
}

/** As of rules. */
const longestSentence = 400;
const maxDays = 8;

const daysIn = ({ content, date, language }: Dated, tongues: Tongues): readonly string[] =>
  sentencesOf(content)
    .filter(({ length }) => length <= longestSentence)
    .flatMap((sentence) =>
      tongues.forText(sentence, language).flatMap((grammar) => daysOf(sentence, date, grammar)),
    );

function daysOf(sentence: string, date: string, { findDay }: Grammar): readonly string[] {
  const days: string[] = [];
  let rest = sentence;
  for (let found = findDay(rest, date); found !== null; found = findDay(rest, date)) {
    days.push(found.iso);
    rest = rest.slice(0, found.from) + "·".repeat(found.to - found.from) + rest.slice(found.to);
    if (days.length === maxDays) break;
  }
  return days;
}

const numbersOf = ({ content, language }: Dated): readonly number[] => [
  ...numbersIn(content, language).values,
];

/** "Tonight" and "last night" name no day. */
const isNextTo = (day: string, other: string): boolean =>
  [-1, 0, 1].some((days) => plusDays(other, days) === day);

/** "Next Friday" is one of several; what names a month or a year is of all its days. */
const mayBe = (day: string, other: string): boolean =>
  other.length < 10
    ? day.startsWith(other)
    : [-14, -7, 0, 7, 14].some((days) => plusDays(other, days) === day);

/** Whether a word of it is one by which days are named, though not which. */
function speaksOfTime({ content }: Dated, grammars: readonly Grammar[]): boolean {
  const words = foldedWords(content);
  return grammars.some((grammar) => {
    const { recurring: _, time: __, ...tables } = grammar.rules.dates;
    const dateWords = foldedWords(JSON.stringify(tables)).filter(
      (word) => word.length >= 4 && !grammar.words.has(word),
    );
    return words.some((word) => dateWords.some((one) => isForm(one, word)));
  });
}
