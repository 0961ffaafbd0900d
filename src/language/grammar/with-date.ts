import { capital } from "../text/letters.ts";
import { monday, plusDays } from "./calendar.ts";
import type { Grammar } from "./grammar.ts";

/**
 * A text with its relative day written as a date; days of the calendar stay. A decision is about what comes, an event
 * was, a note is either, as its verbs say.
 */
export function withDate(
  text: string,
  said: string,
  grammar: Grammar,
  about: "decision" | "event" | "note",
): string {
  if (said === "") return text;
  const isOver = (from: number, to: number): boolean =>
    about !== "decision" && grammar.past.test(clauseAround(text, from, to, grammar));
  // The weekday of a habit is no date; the day since when it is a habit is one.
  const isHabit = grammar.each.test(text);
  const day = grammar.findDay(isHabit ? withoutWeekdays(text, grammar) : text, said, isOver);
  const isAhead = day !== null && day.iso > said.slice(0, day.iso.length);
  if (day === null || (isAhead && (isHabit || about === "event"))) return text;
  if (text.startsWith(` (${day.iso})`, day.to)) return text; // Written already.
  return capital(text.slice(0, day.from) + day.written + text.slice(day.to));
}

/** The same of a note, by the first of some languages that names a day in it. */
export const withDateIn = (text: string, said: string, grammars: readonly Grammar[]): string =>
  grammars
    .map((grammar) => withDate(text, said, grammar, "note"))
    .find((dated) => dated !== text) ?? text;

/** A text, and the languages that it may be in, the likeliest first. */
export interface ReadText {
  readonly text: string;
  readonly grammars: readonly Grammar[];
}

/**
 * The day from which a correction counts: `no, on Saturday` is the Saturday of the week that was named at first, so the
 * Sunday before it, unless that is over.
 */
export function dayInWeekOf(first: ReadText, { text, grammars }: ReadText, said: string): string {
  const days = first.grammars.flatMap(({ findDay }) => findDay(first.text, said)?.iso ?? []);
  const named = days.find((iso) => iso.length === said.length);
  if (named === undefined || !grammars.some(({ weekday }) => weekday.test(text))) return said;
  const sunday = plusDays(monday(named), -1);
  return sunday > said ? sunday : said;
}

/** Dots take their place, so that positions stay the same. */
function withoutWeekdays(text: string, { weekday }: Grammar): string {
  const all = new RegExp(weekday.source, "giu");
  return text.replace(all, (name) => "·".repeat(name.length));
}

/** The clause that a part of a text stands in; all of it where that is no more than the part. */
function clauseAround(text: string, from: number, to: number, grammar: Grammar): string {
  const split = (part: string): string[] =>
    part.split(grammar.connectors).flatMap((clause) => clause.split(/ (?:que|qu'|that) /u));
  const left = split(text.slice(0, from)).at(-1) ?? "";
  const [right = ""] = split(text.slice(to));
  return left.trim() + right.trim() === "" ? text : left + text.slice(from, to) + right;
}
