import type { DayWords } from "../statements.ts";
import { daysSinceLast, daysToNext, monday, pad, plusDays, plusMonths } from "./calendar.ts";
import { after, before, expand, numbered } from "./compile.ts";

/** A day named in a text. */
export interface NamedDay {
  readonly from: number;
  readonly to: number;
  /** `YYYY-MM-DD`; `YYYY-MM` or `YYYY` where only a month or a year was named. */
  readonly iso: string;
  /** What takes the words' place in a memory. */
  readonly written: string;
}

/** Finds the first day named in a text, seen from the day it was said; `isOver` where the text is about the past. */
export type FindDay = (
  text: string,
  said: string,
  isOver?: (from: number, to: number) => boolean,
) => NamedDay | null;

/** What a language calls its days. */
export interface Calendar extends DayWords {
  readonly months: string;
  readonly weekdays: string;
  readonly numbers: string;
}

/** The words stay and `add` follows them, or `put` and the day take their place. */
type Day = { readonly iso: string } & ({ readonly add: string } | { readonly put: string });

/** What was named, in numbers; NaN what was not. */
type Named = Readonly<
  Record<"d" | "month" | "n" | "season" | "unit" | "wd" | "y" | "shift", number>
>;

interface Seen {
  /** The day it was said. */
  readonly said: string;
  readonly words: string;
  readonly isOver: boolean;
}

/** Null where the words name no day after all. */
type Read = (named: Named, seen: Seen) => Day | null;

/** Makes the finder of days of a language, from its table. */
export function createFindDay(calendar: Calendar): FindDay {
  const rows = readTable(calendar);
  return (text, said, isOver = () => false) => {
    for (const { pattern, fits, ahead, read, named } of rows) {
      const { 0: words, index: from = 0, groups = {} } = pattern.exec(text) ?? {};
      if (words === undefined) continue;
      const to = from + words.length;
      const left = text.slice(Math.max(0, from - 40), from);
      if (!fits(left, text.slice(to))) continue;
      const isPast = isSince(left + words) || (!ahead.test(left) && isOver(from, to));
      const day = read(named(groups), { said, words, isOver: isPast });
      if (day !== null) return { from, to, iso: day.iso, written: written(day, words, left) };
    }
    return null;
  };
}

/** A day after `since` is in the past. */
const isSince = (text: string): boolean =>
  /(?<!\p{L})(?:since|seit|desde|des de|des del|depuis) /iu.test(text.slice(-40));

/** What was moved `to Friday` or booked `for Friday` is to come. */
const toward =
  /(?:^|\s)(?:for|to|until|till|by|para(?: el| o| a)?|a|al|per al?|fins(?: a)?|até|hasta(?: el)?|pour|à|au|auf|für|bis|zum) $/iu;

const never = /(?!)/u;

/** After these, what stands before a month or a year is one too many. */
const preposition =
  /(?:^|\s)(?:for|to|until|till|by|since|from|before|after|auf|für|bis|seit|ab|vor|nach|desde|des de|des|depuis|of|von|de|du) $/iu;

function written(day: Day, words: string, left: string): string {
  if ("add" in day) return words + day.add;
  return preposition.test(left) ? day.iso : `${day.put} ${day.iso}`;
}

interface Row {
  readonly pattern: RegExp;
  readonly fits: (left: string, right: string) => boolean;
  /** What stands before a day to come, whatever the tense. */
  readonly ahead: RegExp;
  readonly read: Read;
  readonly named: (groups: Readonly<Record<string, string | undefined>>) => Named;
}

/** Each line of the table as a pattern and what it comes to, and before them a day in digits. */
function readTable(calendar: Calendar): readonly Row[] {
  const months = numbered(calendar.months);
  const weekdays = numbered(calendar.weekdays);
  const numbers = numbered(calendar.numbers);
  const days = numbered(calendar.inWords);
  const seasons = numbered(calendar.seasons);
  const units = numbered(calendar.units);
  const lists = {
    d: `?<d>[0-3]?\\d|${days.source}`,
    month: `?<month>${months.source}`,
    n: `?<n>(?<!-|(?:${numbers.source}) )(?:\\d{1,2}|${numbers.source})`, // Not the end of "twenty-five".
    season: `?<season>${seasons.source}`,
    unit: `?<unit>${units.source}`,
    wd: `?<wd>${weekdays.source}`,
    y: "?<y>(?:19|20)\\d\\d",
  };
  const named: Row["named"] = ({ d, month, n, season, unit, wd, y, last, next }) => ({
    d: days.of(d),
    month: months.of(month),
    n: numbers.of(n),
    season: seasons.of(season),
    unit: units.of(unit),
    wd: weekdays.of(wd),
    y: Number(y),
    shift: Number(next !== undefined) - Number(last !== undefined),
  });
  const lines = [...calendar.table.matchAll(/^\s*(\S+): (.+)$/gmu)];
  const sourceOf = (wanted: string) => lines.find(([, kind]) => kind === wanted)?.[2] ?? "(?!)";
  // `next year` or `of last year` after a date.
  const year = `(?:(?:,? (?:(?:of|de|del|im|in) )?|,? d')(?:(?<last>${sourceOf("-")})|(?<next>${sourceOf("+")})))?`;
  const and = `(?:,| (?:and|or|to|till|until|y|o|e|i|a|al|hasta|fins|et|ou|au|à|und|oder|bis|até)) ?(?:(?:the|on|el|els|los|le|les|am|den|à|às) )?`;
  const more = new RegExp(`^${and}(?:${weekdays.source})${after}`, "iu");
  const earlier = new RegExp(`${before}(?:${weekdays.source})${and}$`, "iu");
  const number = new RegExp(
    `^,? (?:(?:the|den|dem|le|día|dia) )?(?:[0-3]?\\d(?![\\d:.h])|${days.source})${after}(?! (?:\\p{L}+-)?(?:uhr|heures?|h)(?!\\p{L}))`,
    "iu",
  );
  /** Neither one of several weekdays, which make a habit or a span, nor the name of a day whose number follows. */
  const standsAlone: Row["fits"] = (left, right) =>
    !more.test(right) && !number.test(right) && !earlier.test(left);
  const rows = lines.map(([, kind = "", source = ""]): Row => {
    const expanded = expand(kind === "date" ? `(?:${source})${year}` : source, lists);
    const pattern = new RegExp(`${before}(?:${expanded.replaceAll("(?:?<", "(?<")})${after}`, "iu");
    const isWeekday = kind.endsWith("weekday");
    const [fits, ahead] = isWeekday ? [standsAlone, toward] : [() => true, never];
    return { pattern, fits, ahead, read: readOf(kind, calendar), named };
  });
  return [{ pattern: digits, fits: () => true, ahead: never, read: readDigits, named }, ...rows];
}

const digits = /(?<![\d-])20\d\d-[01]\d-[0-3]\d(?!\d)/u;
const readDigits: Read = (_, { words }) => (isDay(words) ? { iso: words, add: "" } : null);

/** What a kind of line comes to: so many days, weeks, months or years from now, or what is named. */
function readOf(kind: string, { on, in: within, weekOf }: Calendar): Read {
  const [, sign, count = ""] = /^([+-])(n?|\dd)$/u.exec(kind) ?? [];
  if (kind === "day") return ({ d }, { said }) => nextDayOfMonth(d, said, on);
  if (sign === undefined) return byName[kind] ?? (() => null);
  // Of "a year that I haven't smoked" the words stay.
  const around = (iso: string): Day =>
    count === "n" ? { iso, add: ` (${iso})` } : { iso, put: within };
  const isDays = count.endsWith("d");
  return ({ n, unit }, { said }) => {
    const times = count === "n" ? n : Number.parseInt(count || "1", 10);
    const iso = away(said, isDays ? 1 : unit, sign === "-" ? -times : times);
    if (!isDays && unit > 2) return around(iso);
    if (isDays || count === "n") return { iso, put: on };
    return unit === 2 ? { iso: monday(iso), put: weekOf } : null;
  };
}

/** So many days (1), weeks, months or years (4) from a day. */
function away(said: string, unit: number, by: number): string {
  if (unit === 4) return String(Number(said.slice(0, 4)) + by);
  return unit === 3 ? plusMonths(said, by) : plusDays(said, unit === 2 ? 7 * by : by);
}

const byName: Readonly<Record<string, Read>> = {
  date: readDate,
  "+weekday": ({ wd }, { said }) => weekday(plusDays(monday(said), 6 + wd)),
  "-weekday": ({ wd }, { said }) => weekday(plusDays(said, -daysSinceLast(wd, said))),
  weekday: ({ wd }, { said, isOver }) =>
    weekday(plusDays(said, isOver ? -daysSinceLast(wd, said) : daysToNext(wd, said))),
  "-month": ({ month }, { said }) => inMonth(said, monthsSince(month, said) || 12),
  month: ({ month }, { said, isOver }) =>
    inMonth(said, monthsSince(month, said) - (isOver || monthsSince(month, said) === 0 ? 0 : 12)),
  "+season": (named, seen) => season(named, seen, Number),
  "-season": (named, seen) => season(named, seen, (hasBegun) => Number(hasBegun) - 1),
  season: (named, seen) => season(named, seen, () => 0),
};

const weekday = (iso: string): Day => ({ iso, add: ` ${iso}` });

const monthsSince = (month: number, said: string): number =>
  (Number(said.slice(5, 7)) - month + 12) % 12;

function inMonth(said: string, back: number): Day {
  const iso = plusMonths(said, -back);
  return { iso, add: ` (${iso})` };
}

/** The next, the last or this spring, summer or autumn; a winter lies in two years. */
function season({ season: at }: Named, { said }: Seen, shift: (hasBegun: boolean) => number): Day {
  const iso = String(Number(said.slice(0, 4)) + shift(pad(at * 3) <= said.slice(5, 7)));
  return { iso, add: ` (${iso})` };
}

/** A day of a month, with its year: the next one, where none is named; which one of the past nobody knows. */
function readDate({ d, month, y, shift }: Named, { said, words, isOver }: Seen): Day | null {
  const day = `${pad(month)}-${pad(d)}`;
  if (!Number.isNaN(y)) return isDay(`${y}-${day}`) ? { iso: `${y}-${day}`, add: "" } : null;
  const year = Number(said.slice(0, 4));
  const iso = `${year + (shift || Number(`${year}-${day}` < said))}-${day}`;
  if (!isDay(iso)) return null;
  if (shift !== 0) return { iso, add: ` (${iso.slice(0, 4)})` };
  const of = / d(?:e |['’])/u.test(words) ? " de" : "";
  return { iso, add: isOver ? "" : `${of} ${iso.slice(0, 4)}` };
}

function nextDayOfMonth(d: number, said: string, on: string): Day | null {
  const days = [said.slice(0, 7), plusMonths(said, 1)].map((month) => `${month}-${pad(d)}`);
  const iso = days.find((one) => one >= said && isDay(one));
  return iso === undefined ? null : { iso, put: on };
}

/** It stands in the calendar: no 31 June. */
const isDay = (iso: string): boolean => plusDays(iso, 0) === iso && !Number.isNaN(Date.parse(iso));
