import { plusDays } from "../../language/grammar/calendar.ts";
import { grammarOf, grammarsFor } from "../../language/grammar/grammar.ts";
import { withDate } from "../../language/grammar/with-date.ts";
import { numbersIn } from "../../language/text/number-words.ts";
import type { SaidMessage } from "../../models/requests.ts";
import type { Quoted } from "./find-quote.ts";

/** The most of a sentence that is read. */
const maxSentence = 400;

/** A text with its relative days ("tomorrow", "last month") as dates, counted from the day it was said on. */
export function withDays(text: string, { date, language }: SaidMessage, isPlan: boolean): string {
  const grammar = grammarOf(language);
  if (grammar === undefined) return text;
  return withDate(text, date, grammar, isPlan ? "decision" : "event");
}

/** False for a text with a day (`2026-03-14`) that what it comes from does not name. */
export function areDaysSaid(text: string, quoted: readonly Quoted[], known: string): boolean {
  const words = [known, ...quoted.map(({ sentence }) => sentence)].join("\n");
  const days = text.match(/\b\d{4}-\d\d-\d\d\b/g) ?? [];
  return days.every((day) => words.includes(day) || quoted.some((one) => isIn(day, one)));
}

function isIn(day: string, { sentence, message }: Quoted): boolean {
  const { date, language } = message;
  const named = grammarsFor(sentence, language).flatMap(
    ({ findDay }) => findDay(sentence.slice(0, maxSentence), date)?.iso ?? [],
  );
  // "Tonight" names no day, and "the weekend" is not read as one.
  const [first, last] = named.length > 0 ? [-1, 1] : [-1, 14];
  return (
    named.some((other) => mayBe(day, other)) ||
    (day >= plusDays(date, first) && day <= plusDays(date, last)) ||
    numbersIn(sentence, language).values.has(Number(day.slice(8))) // "The 14th".
  );
}

/** "Next Friday" is one of several; what names a month or a year is of all its days. */
const mayBe = (day: string, other: string): boolean =>
  other.length < 10
    ? day.startsWith(other)
    : [-14, -7, 0, 7, 14].some((days) => plusDays(other, days) === day);
