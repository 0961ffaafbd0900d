import { plusDays } from "../../language/grammar/calendar.ts";
import type { SaidMessage } from "../../models/requests.ts";
import type { Quoted } from "./find-quote.ts";

/** The languages' own dates, which take a while to load. */
export interface Days {
  /** A text with its relative days ("tomorrow", "last month") as dates, counted from the day it was said on. */
  readonly write: (text: string, said: SaidMessage, isPlan: boolean) => string;
  /** False for a text with a day (`2026-03-14`) that what it comes from does not name. */
  readonly areSaid: (text: string, quoted: readonly Quoted[], known: string) => boolean;
}

/** The most of a sentence that is read. */
const maxSentence = 400;

export async function loadDays(): Promise<Days> {
  const [{ grammarOf, grammarsFor }, { withDate }, { numbersIn }] = await Promise.all([
    import("../../language/grammar/grammar.ts"),
    import("../../language/grammar/with-date.ts"),
    import("../../language/text/number-words.ts"),
  ]);
  const daysIn = ({ sentence, message }: Quoted): readonly string[] =>
    grammarsFor(sentence, message.language).flatMap(
      ({ findDay }) => findDay(sentence.slice(0, maxSentence), message.date)?.iso ?? [],
    );
  const isIn = (day: string, one: Quoted): boolean => {
    const { sentence, message } = one;
    const named = daysIn(one);
    const number = Number(day.slice(8)); // "The 14th".
    // "Tonight" names no day, and "the weekend" is not read as one.
    const [first, last] = named.length > 0 ? [-1, 1] : [-1, 14];
    return (
      named.some((other) => mayBe(day, other)) ||
      (day >= plusDays(message.date, first) && day <= plusDays(message.date, last)) ||
      numbersIn(sentence, message.language).values.has(number)
    );
  };
  return {
    write(text, { date, language }, isPlan) {
      const grammar = grammarOf(language);
      if (grammar === undefined) return text;
      return withDate(text, date, grammar, isPlan ? "decision" : "event");
    },
    areSaid(text, quoted, known) {
      const words = [known, ...quoted.map(({ sentence }) => sentence)].join("\n");
      const days = text.match(/\b\d{4}-\d\d-\d\d\b/g) ?? [];
      return days.every((day) => words.includes(day) || quoted.some((one) => isIn(day, one)));
    },
  };
}

/** "Next Friday" is one of several; what names a month or a year is of all its days. */
const mayBe = (day: string, other: string): boolean =>
  other.length < 10
    ? day.startsWith(other)
    : [-14, -7, 0, 7, 14].some((days) => plusDays(other, days) === day);
