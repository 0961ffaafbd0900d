import type { ReplyInput } from "../../models/requests.ts";
import type { en } from "../en.ts";
import { pad, plusDays } from "../grammar/calendar.ts";
import { anywhere } from "../grammar/compile.ts";
import type { NamedDay } from "../grammar/days.ts";
import { type Grammar, grammarOf } from "../grammar/grammar.ts";
import { formsIn, tablesOf } from "../languages.ts";
import { openingOf } from "../read/opening.ts";
import { capital } from "../text/letters.ts";
import { createTimeReader, type TimeOfDay, type TimeReader } from "./time-of-day.ts";

/** A memory that is to be brought up, from a day (`YYYY-MM-DD`) or a minute on. */
export interface AskedReminder {
  readonly text: string;
  readonly remind?: string;
}

const maxCharacters = 4_000;

const languages = [...tablesOf("remind")].map(([code, remind]) => ({
  code,
  lead: new RegExp(
    `^(?:(?<time>.{1,60}?),? )??${openingOf(code)}(?:${remind.lead}) (?<rest>.+?)[ .?!…]*$`,
    "iu",
  ),
  opening: new RegExp(`^(?:${remind.opening})`, "iu"),
}));

/** Reads "remind me on Friday to call the dentist"; undefined where it asks for nothing of the kind, or says neither when nor of what. Pure. */
export function readReminder({
  message,
  today,
  clock = "00:00",
}: Pick<ReplyInput, "message" | "today" | "clock">): AskedReminder | undefined {
  const said = message.replace(/\s+/g, " ").trim().slice(0, maxCharacters);
  for (const language of languages) {
    const { time = "", rest } = language.lead.exec(said)?.groups ?? {};
    // Where more than a time stands before it, what is left does not open as a reminder does.
    const words = `${time} ${rest}`.trim();
    const found = rest === undefined ? undefined : readWords(language, words, `${today}T${clock}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reads what stands behind "remind me". */
function readWords(
  { code, opening }: (typeof languages)[number],
  said: string,
  now: string,
): AskedReminder | undefined {
  const [grammar, clock] = [grammarOf(code), tablesOf("clock").get(code)];
  if (grammar === undefined || clock === undefined) return undefined;
  const today = now.slice(0, 10);
  const times = timesOf(grammar, clock);
  if (times.isRepeated(said)) return undefined; // Once is not what is asked for.
  const span = times.spanIn(said);
  if (span !== undefined) {
    const text = textOf(without(said, span.words), null, undefined, opening);
    return text === "" ? undefined : { text, remind: plusMinutes(now, span.minutes) };
  }
  const day = grammar.findDay(said, today) ?? todayIn(said, clock, today);
  const time = times.timeIn(day === null ? said : without(said, wordsOf(said, day)));
  const text = textOf(said, day, time, opening);
  const remind = momentOf(day, time, now);
  return text === "" || remind === undefined ? undefined : { text, remind };
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

/** Compiled once: that takes longer than to read. */
const readers = new Map<string, TimeReader>();

function timesOf({ code, each }: Grammar, clock: typeof en.clock): TimeReader {
  const reader = readers.get(code) ?? createTimeReader(code, clock, each);
  readers.set(code, reader);
  return reader;
}

const without = (text: string, words: string): string =>
  text.replace(words, "").replace(/ {2,}/g, " ").trim();

/** Of local time, `YYYY-MM-DDTHH:MM`. */
const plusMinutes = (now: string, minutes: number): string =>
  new Date(Date.parse(`${now.slice(0, 16)}Z`) + minutes * 60_000).toISOString().slice(0, 16);

const wordsOf = (text: string, { from, to }: NamedDay): string => text.slice(from, to);

const cutStart = (text: string, words: string): string =>
  words !== "" && text.startsWith(words) ? text.slice(words.length).replace(/^[ ,]+/, "") : text;

function todayIn(text: string, { today: words }: typeof en.clock, iso: string): NamedDay | null {
  const found = anywhere(formsIn(words).join("|")).exec(text);
  if (found === null) return null;
  return { from: found.index, to: found.index + found[0].length, iso, written: found[0] };
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
