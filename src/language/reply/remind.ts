import type { ReplyTask } from "../../models/task.ts";
import { pad, plusDays } from "../grammar/calendar.ts";
import type { NamedDateRules, NamedDay } from "../grammar/dates.ts";
import { grammarOf } from "../grammar/tongues.ts";
import { formsByPlace, tablesOf } from "../languages.ts";
import { capital } from "../text/letters.ts";
import { withoutHesitation } from "./wish.ts";

/** A memory that is to be brought up: from a day (`YYYY-MM-DD`) or a minute on, or once words come up. */
export interface AskedReminder {
  readonly text: string;
  readonly remind?: string;
  readonly remind_when?: string;
}

const maxCharacters = 4_000;

const languages = [...tablesOf("wish")].flatMap(([code, { remind }]) =>
  remind === undefined
    ? []
    : {
        code,
        lead: new RegExp(`^(?:${remind.lead}) (?<rest>.+?)[ .?!…]*$`, "iu"),
        opening: new RegExp(`^(?:${remind.opening})`, "iu"),
        when: new RegExp(`^(?:${remind.when}),? |,? (?:${remind.when})$`, "iu"),
      },
);

/**
 * Reads "remind me on Friday to call the dentist" and "remind me to buy soil when the garden comes up"; undefined where
 * it asks for nothing of the kind, or says neither when nor of what. Pure.
 */
export function readReminder({
  message,
  today,
  clock = "00:00",
}: Pick<ReplyTask, "message" | "today" | "clock">): AskedReminder | undefined {
  const said = withoutHesitation(message.replace(/\s+/g, " ").trim().slice(0, maxCharacters));
  for (const language of languages) {
    const words = language.lead.exec(said)?.groups?.rest;
    const found = words === undefined ? undefined : readWords(language, words, `${today}T${clock}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reads what stands behind "remind me". */
function readWords(
  { code, opening, when }: (typeof languages)[number],
  words: string,
  now: string,
): AskedReminder | undefined {
  const grammar = grammarOf(code);
  if (grammar === undefined) return undefined;
  const rules = grammar.rules.dates;
  const today = now.slice(0, 10);
  const topic = when.exec(words);
  const rest = topic === null ? words : words.replace(topic[0], "");
  const day = grammar.findDay(rest, today) ?? todayIn(rest, rules, today);
  const time = timeIn(day === null ? rest : rest.replace(wordsOf(rest, day), ""), rules);
  const text = textOf(rest, day, time, opening);
  const remind = momentOf(day, time, now);
  const remind_when = topic?.groups?.topic;
  if (text !== "" && remind !== undefined) return { text, remind };
  return text === "" || remind_when === undefined ? undefined : { text, remind_when };
}

/** What to be reminded of: without the day and time where they stand first, else with the day written out. "" where nothing says that it is that. */
function textOf(
  rest: string,
  day: NamedDay | null,
  time: TimeOfDay | undefined,
  opening: RegExp,
): string {
  const dayWords = day === null ? "" : wordsOf(rest, day);
  const start = [dayWords, time?.words ?? "", dayWords].reduce(cutStart, rest);
  const opened = opening.exec(start);
  if (opened === null) return "";
  const text = start.slice(opened[0].length).trim();
  return capital(day === null ? text : text.replace(dayWords, () => day.written));
}

const wordsOf = (text: string, { from, to }: NamedDay): string => text.slice(from, to);

const cutStart = (text: string, words: string): string =>
  words !== "" && text.startsWith(words) ? text.slice(words.length).replace(/^[ ,]+/, "") : text;

function todayIn(text: string, { today: words }: NamedDateRules, iso: string): NamedDay | null {
  const found = words === undefined ? null : wholeWords(words).exec(text);
  if (found === null) return null;
  return { from: found.index, to: found.index + found[0].length, iso, written: found[0] };
}

const wholeWords = (source: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, "iu");

interface TimeOfDay {
  readonly words: string;
  readonly hour: number;
  readonly minute: number;
  /** It says which half of the day it is in. */
  readonly isClear: boolean;
}

/** The time of day in a text, as far as it names an hour. */
function timeIn(text: string, rules: NamedDateRules): TimeOfDay | undefined {
  const words = wholeWords(
    `(?:${rules.time})(?:,? (?:${[rules.time, ...(rules.halves ?? [])].join("|")}))?`,
  )
    .exec(text)?.[0]
    .trim();
  if (words === undefined) return undefined;
  const [, digits, minutes] = /(\d{1,2})(?: ?[:.h] ?([0-5]\d))?/u.exec(words) ?? [];
  const hour = digits === undefined ? hourInWords(words, rules) : Number(digits);
  if (hour === undefined || hour > 23) return { words, hour: -1, minute: 0, isClear: true };
  const [morning, afternoon] = (rules.halves ?? []).map((half) => wholeWords(half).test(words));
  const isLate = hour < 12 && afternoon === true;
  return {
    words,
    hour: isLate ? hour + 12 : hour,
    minute: Number(minutes ?? 0),
    isClear: hour > 12 || morning === true || afternoon === true,
  };
}

/** The longest number in words: "dix-sept" is not "dix". */
function hourInWords(words: string, { numbers }: NamedDateRules): number | undefined {
  const found = formsByPlace(numbers).flatMap((forms, i) =>
    forms.filter((form) => wholeWords(form).test(words)).map((form) => ({ form, hour: i + 1 })),
  );
  return found.sort((a, b) => b.form.length - a.form.length)[0]?.hour;
}

/** Of a month its first day; undefined for a day that is over, and for a year. */
function momentOf(
  day: NamedDay | null,
  time: TimeOfDay | undefined,
  now: string,
): string | undefined {
  const iso = day?.iso.length === 7 ? `${day.iso}-01` : day?.iso;
  if (iso !== undefined && (iso.length !== 10 || iso < now.slice(0, 10))) return undefined;
  return time === undefined || time.hour < 0 ? iso : momentOn(iso, time, now);
}

/**
 * The time on a day, and without one the next such time. An hour that may be of either half of the day is the next one
 * today; on another day one before seven is taken for the afternoon.
 */
function momentOn(
  day: string | undefined,
  { hour, minute, isClear }: TimeOfDay,
  now: string,
): string {
  const today = now.slice(0, 10);
  const at = (date: string, hours: number): string => `${date}T${pad(hours)}:${pad(minute)}`;
  const usual = !isClear && hour < 7 && hour > 0 ? hour + 12 : hour;
  if (day !== undefined && day !== today) return at(day, usual);
  const hours = isClear || hour > 11 ? [hour] : [hour, hour + 12];
  const next = hours.map((one) => at(today, one)).find((moment) => moment > now);
  return next ?? day ?? at(plusDays(today, 1), usual);
}
