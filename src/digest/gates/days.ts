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

/** Most days of one sentence that are looked for, and the most of it that is read. */
const maxDays = 8;
const maxSentence = 400;

export async function loadDays(): Promise<Days> {
  const [{ grammarOf, grammarsFor }, { withDate }, { numbersIn }] = await Promise.all([
    import("../../language/grammar/grammar.ts"),
    import("../../language/grammar/with-date.ts"),
    import("../../language/text/number-words.ts"),
  ]);
  const daysIn = ({ sentence, message }: Quoted): readonly string[] => {
    const days: string[] = [];
    for (const { findDay } of grammarsFor(sentence, message.language)) {
      let rest = sentence.slice(0, maxSentence);
      for (let left = maxDays; left > 0; left--) {
        const found = findDay(rest, message.date);
        if (found === null) break;
        days.push(found.iso);
        rest = rest.slice(0, found.from) + "·".repeat(found.to - found.from) + rest.slice(found.to);
      }
    }
    return days;
  };
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
