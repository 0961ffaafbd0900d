import type { NamedDay } from "../grammar/dates.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { capital } from "../text/letters.ts";
import { type Finding, plainFinding } from "./finding.ts";
import { readName, readSubject, slug } from "./subject.ts";

interface DatedClause {
  readonly text: string;
  readonly said: string;
}

/** Something that will happen on a day that is named; the day is written as a date. */
export function readPlan({ text, said }: DatedClause, grammar: Grammar): Finding | null {
  if (said === "" || grammar.recurring.test(text) || grammar.plan.past.test(text)) return null;
  const day = grammar.findDay(text, said);
  if (day === null || day.iso <= said.slice(0, day.iso.length)) return null;
  const rest = without(text, day);
  const bare = rest.replace(grammar.time, "").trim();
  if (rest === "" || grammar.plan.you.test(rest) || !isPlanned(bare, grammar)) return null;
  if (lacksSubject(bare, grammar)) return null;
  if (day.iso.length === 7 && grammar.plan.state.test(bare) && !grammar.plan.first.test(bare))
    return { ...plainFinding("thing", text, text), person: "none" };
  const noun = rest.replace(grammar.plan.have, "").trim();
  const worded =
    noun !== rest && noun !== ""
      ? `${noun} ${day.written}`
      : text.slice(0, day.from) + day.written + text.slice(day.to);
  const appointment = appointmentIn(rest, grammar);
  const subject = readSubject(rest, grammar);
  return {
    ...plainFinding("plan", worded.trim(), rest),
    key: appointment === "" ? "" : `${bearerOf(rest, grammar)}${appointment}_date`,
    subject: subject?.key ?? "",
    subjectText: subject?.text ?? "",
    person: "none",
  };
}

/** `comes on Tuesday at 10`, with its day and time or without: the subject is unknown. */
export function isOfNobody({ text, said }: DatedClause, grammar: Grammar): boolean {
  const day = said === "" ? null : grammar.findDay(text, said);
  const rest = day === null ? text : without(text, day);
  return lacksSubject(rest.replace(grammar.time, "").trim(), grammar);
}

function lacksSubject(text: string, grammar: Grammar): boolean {
  const verb = grammar.plan.bare.exec(text)?.[0];
  if (verb === undefined) return false;
  const rest = ` ${text.slice(verb.length).trim()} `;
  return !/ \p{Lu}\p{L}/u.test(rest) && !grammar.plan.noun.test(rest);
}

const bearer =
  / (?:for|de|del|du|do|da|pour|von) (?:la |el |en |o |a )?(?=\p{Lu})| d'(?=\p{Lu})|(?<!\p{L})(?=\p{Lu}\p{L}*'s )/u;

/** Whose appointment it is, as the beginning of a key: `the dentist for Tom` is not the person's own. */
function bearerOf(rest: string, grammar: Grammar): string {
  const match = bearer.exec(rest);
  const name =
    match === null ? "" : readName(rest.slice(match.index + match[0].length), grammar.words);
  return name === "" ? "" : `${slug(name.split(" ")[0] ?? "")}_`;
}

/**
 * A text with its relative day written as a date; days of the calendar stay. A decision is about what comes, an event was, a
 * note is either, as its verbs say.
 */
export function withDate(
  text: string,
  said: string,
  grammar: Grammar,
  about: "decision" | "event" | "note",
): string {
  const isOver = (from: number, to: number): boolean =>
    about !== "decision" && grammar.plan.past.test(clauseAround(text, from, to));
  // The weekday of a habit is no date; the day since when it is a habit is one.
  const isHabit = grammar.recurring.test(text);
  const day = grammar.findDay(isHabit ? withoutWeekdays(text, grammar) : text, said, isOver);
  const isAhead = day !== null && day.iso > said.slice(0, day.iso.length);
  if (day === null || (isAhead && (isHabit || about === "event"))) return text;
  return capital(text.slice(0, day.from) + day.written + text.slice(day.to));
}

/** Dots take their place, so that positions stay the same. */
function withoutWeekdays(text: string, { weekday }: Grammar): string {
  const all = new RegExp(weekday.source, "giu");
  return text.replace(all, (name) => "·".repeat(name.length));
}

/** What stands between the commas around a part of a text; all of it where that is no more than the part. */
function clauseAround(text: string, from: number, to: number): string {
  const left =
    text
      .slice(0, from)
      .split(/[,;:] /u)
      .at(-1) ?? "";
  const right = text.slice(to).split(/[,;:] /u)[0] ?? "";
  return left.trim() + right.trim() === "" ? text : left + text.slice(from, to) + right;
}

function without(text: string, day: NamedDay): string {
  return `${text.slice(0, day.from).trim()} ${text.slice(day.to).replace(/^[, ]+/u, "")}`
    .replace(/(?<! ) +([,.])/gu, "$1")
    .replace(/^[, ]+|(?<![, ])[, ]+$/gu, "");
}

function isPlanned(rest: string, grammar: Grammar): boolean {
  if (grammar.plan.first.test(rest)) return true;
  const subject = readSubject(rest, grammar);
  if (subject !== null && grammar.plan.third.test(subject.rest)) return true;
  const thing = thingBefore(rest, grammar);
  if (thing !== "" && grammar.plan.third.test(thing)) return true;
  return rest.split(" ").length <= 8 && appointmentAtStart(rest, grammar);
}

/** What follows `the plumber` or `our new kitchen`: the words from the second on, tried one after the other. */
function thingBefore(rest: string, grammar: Grammar): string {
  const article = new RegExp(`^(?:${grammar.rules.the}|${grammar.rules.my})[ ]?`, "iu").exec(
    rest,
  )?.[0];
  if (article === undefined || !/[ ']$/u.test(article)) return "";
  const words = rest.slice(article.length).split(" ");
  for (let i = 1; i <= 4 && i < words.length; i++) {
    const tail = words.slice(i).join(" ");
    if (grammar.plan.third.test(tail)) return tail;
  }
  return "";
}

function appointmentAtStart(rest: string, grammar: Grammar): boolean {
  return grammar.plan.appointment.exec(rest.replace(grammar.plan.thing, ""))?.index === 0;
}

function appointmentIn(rest: string, grammar: Grammar): string {
  return grammar.appointments.slotOf(grammar.plan.appointment.exec(rest)?.[0] ?? "");
}
