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

/** Most days of one sentence that are looked for. */
const maxDays = 8;
/** Of a sentence that is read for days. */
const longest = 400;

export async function loadDays(): Promise<Days> {
  const [{ grammarOf, tongues }, { withDate }, { numbersIn }] = await Promise.all([
    import("../../language/grammar/tongues.ts"),
    import("../../language/grammar/with-date.ts"),
    import("../../language/text/number-words.ts"),
  ]);
  const daysIn = ({ sentence, message }: Quoted): readonly string[] => {
    const days: string[] = [];
    for (const { findDay } of tongues.forText(sentence, message.language)) {
      let rest = sentence.slice(0, longest);
      for (let left = maxDays; left > 0; left--) {
        const found = findDay(rest, message.date);
        if (found === null) break;
        days.push(found.iso);
        rest = rest.slice(0, found.from) + "·".repeat(found.to - found.from) + rest.slice(found.to);
      }
    }
    return days;
  };
  return {
    write(text, { date, language }, isPlan) {
      const grammar = grammarOf(language);
      return grammar === undefined
        ? text
        : withDate(text, date, grammar, isPlan ? "decision" : "event");
    },
    areSaid(text, quoted, known) {
      const days = text.match(/\b\d{4}-\d\d-\d\d\b/g) ?? [];
      const words = [known, ...quoted.map(({ sentence }) => sentence)].join("\n");
      const named = quoted.flatMap(daysIn);
      const hasNumber = (day: string): boolean =>
        quoted.some(({ sentence, message }) =>
          numbersIn(sentence, message.language).values.has(Number(day.slice(8))),
        );
      const isUnruled = quoted.some(({ message }) => grammarOf(message.language) === undefined);
      return days.every(
        (day) =>
          words.includes(day) ||
          quoted.some(({ message }) => isNextTo(day, message.date)) ||
          named.some((other) => mayBe(day, other)) ||
          hasNumber(day) ||
          // "The weekend" is not read as a day.
          (named.length === 0 &&
            (isUnruled || quoted.some((one) => isSoon(day, one.message.date)))),
      );
    },
  };
}

/** "Tonight" and "last night" name no day. */
const isNextTo = (day: string, other: string): boolean =>
  [-1, 0, 1].some((days) => plusDays(other, days) === day);

/** "Next Friday" is one of several; what names a month or a year is of all its days. */
const mayBe = (day: string, other: string): boolean =>
  other.length < 10
    ? day.startsWith(other)
    : [-14, -7, 0, 7, 14].some((days) => plusDays(other, days) === day);

const isSoon = (day: string, other: string): boolean => day > other && day <= plusDays(other, 14);
