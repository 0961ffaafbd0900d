import { after, before, expand, lexicon } from "./compile.ts";
import type { DateRules } from "./language.ts";

/** A day named in a text. */
export interface NamedDay {
  readonly from: number;
  readonly to: number;
  /** `YYYY-MM-DD`; `YYYY-MM` or `YYYY` where only a month or a year was named. */
  readonly iso: string;
  /** What takes the words' place in a memory. */
  readonly written: string;
}

interface Rule {
  readonly pattern: RegExp;
  read(groups: Groups, said: string, words: string): Day | null;
}

type Groups = Readonly<Record<string, string | undefined>>;

interface Day {
  readonly iso: string;
  /** Null keeps the words as they are; `year` adds one to them; else this is written. */
  readonly write: { readonly add: string } | { readonly put: string } | null;
}

/** Finds the first day named in a text, seen from the day it was said. */
export type FindDay = (text: string, said: string) => NamedDay | null;

/** Makes the finder of days of a language. */
export function createFindDay(rules: DateRules): FindDay {
  const all = dayRules(rules);
  return (text, said) => {
    for (const { pattern, read } of all) {
      const match = pattern.exec(text);
      if (match === null) continue;
      const day = read(match.groups ?? {}, said, match[0]);
      if (day === null) continue;
      const words = match[0];
      return {
        from: match.index,
        to: match.index + words.length,
        iso: day.iso,
        written: written(words, day.write).replace(afterPreposition(text, match.index), ""),
      };
    }
    return null;
  };
}

const preposition =
  /(?:^|\s)(?:for|to|until|till|by|since|from|before|after|auf|für|bis|seit|ab|vor|nach) $/iu;

/** What falls away of `on Friday` after `for`; nothing elsewhere. */
function afterPreposition(text: string, at: number): RegExp {
  return preposition.test(text.slice(Math.max(0, at - 12), at)) ? /^(?:on|am) /u : /^(?!)/u;
}

function written(words: string, write: Day["write"]): string {
  if (write === null) return words;
  return "add" in write ? words + write.add : write.put;
}

function dayRules(rules: DateRules): readonly Rule[] {
  const months = numbered(rules.months);
  const weekdays = numbered(rules.weekdays);
  const numbers = numbered(rules.numbers);
  const lists = {
    month: `?<month>${months.source}`,
    wd: `?<wd>${weekdays.source}`,
    d: "?<d>[0-3]?\\d",
    y: "?<y>(?:19|20)\\d\\d",
    n: `?<n>\\d{1,2}|${numbers.source}`,
  };
  const pattern = (source: string) =>
    new RegExp(`${before}(?:${expand(source, lists).replaceAll("(?:?<", "(?<")})${after}`, "iu");
  const on = (iso: string) => ({ iso, write: { put: `${rules.on} ${iso}` } });
  const weekday = (source: string, from: (said: string, day: number) => string): Rule => ({
    pattern: pattern(source),
    read: ({ wd = "" }, said, words) => {
      const on = /^(?:on|el|na|no|le|am|em)(?= )/iu.exec(words)?.[0].toLowerCase() ?? rules.on;
      const iso = from(said, weekdays.of(wd));
      const day = rules.smallWeekdays ? wd.toLowerCase() : wd;
      return { iso, write: { put: `${on} ${day} ${iso}` } };
    },
  });
  return [
    {
      pattern: /(?<![\d-])(?<iso>20\d\d-[01]\d-[0-3]\d)(?!\d)/u,
      read: ({ iso = "" }) => valid(iso),
    },
    ...rules.absolute.map(
      (source): Rule => ({
        pattern: pattern(source),
        read: ({ d = "", month = "", y }, said) =>
          absolute({
            d: Number(d),
            month: months.of(month),
            y,
            said,
            beforeYear: rules.beforeYear,
          }),
      }),
    ),
    ...rules.dayOnly.map(
      (source): Rule => ({
        pattern: pattern(source),
        read: ({ d = "" }, said) => {
          const iso = nextDayOfMonth(said, Number(d));
          return iso === "" ? null : on(iso);
        },
      }),
    ),
    ...rules.relative.map(
      ([source, days]): Rule => ({
        pattern: pattern(source),
        read: ({ n }, said) => on(plusDays(said, days * (n === undefined ? 1 : numbers.of(n)))),
      }),
    ),
    ...rules.weekdayOfNextWeek.map((s) =>
      weekday(s, (said, day) => plusDays(monday(said), 6 + day)),
    ),
    ...rules.lastWeekday.map((s) => weekday(s, (said, day) => plusDays(said, -until(day, said)))),
    ...rules.nextWeekday.map((s) => weekday(s, (said, day) => plusDays(said, toward(said, day)))),
    {
      pattern: pattern(rules.nextWeek),
      read: (_, said) => {
        const iso = plusDays(monday(said), 7);
        return { iso, write: { put: `${rules.weekOf} ${iso}` } };
      },
    },
    {
      pattern: pattern(rules.nextMonth),
      read: (_, said) => {
        const iso = plusMonth(said);
        return { iso, write: { put: `${rules.inMonth} ${iso}` } };
      },
    },
    ...vagueRules(rules, pattern, months.of),
  ];
}

/** Weekends, months and years. */
function vagueRules(
  { weekends, monthOnly = [], nextYear, beforeYear }: DateRules,
  pattern: (source: string) => RegExp,
  monthOf: (word: string) => number,
): readonly Rule[] {
  return [
    ...(weekends ?? []).map(
      (source, i): Rule => ({
        pattern: pattern(source),
        read: (_, said) => {
          const iso = plusDays(monday(said), 5);
          return i === 0 ? { iso, write: { add: `, ${iso}` } } : { iso, write: null };
        },
      }),
    ),
    ...monthOnly.map(
      (source): Rule => ({
        pattern: pattern(source),
        read: ({ month = "" }, said) => nextMonthNamed(monthOf(month), said, beforeYear),
      }),
    ),
    ...(nextYear === undefined ? [] : [nextYear]).map(
      (source): Rule => ({
        pattern: pattern(source),
        read: (_, said) => {
          const iso = String(Number(said.slice(0, 4)) + 1);
          return { iso, write: { add: `, ${iso}` } };
        },
      }),
    ),
  ];
}

function nextMonthNamed(month: number, said: string, beforeYear: string): Day {
  const year = Number(said.slice(0, 4)) + (pad(month) < said.slice(5, 7) ? 1 : 0);
  return { iso: `${year}-${pad(month)}`, write: { add: `${beforeYear}${year}` } };
}

/** Words in an order that gives them their number; digits are their own. */
function numbered(words: string): { readonly source: string; of(word: string): number } {
  const groups = words.split(" ").map((group, i) => `${i + 1}:${group}`);
  const found = lexicon(groups.join(" "));
  return {
    source: found.source,
    of: (word) => (/^\d+$/u.test(word) ? Number(word) : Number(found.slotOf(word))),
  };
}

interface MonthDay {
  readonly d: number;
  readonly month: number;
  readonly y: string | undefined;
  readonly said: string;
  readonly beforeYear: string;
}

function absolute({ d, month, y, said, beforeYear }: MonthDay): Day | null {
  const md = `${pad(month)}-${pad(d)}`;
  if (y !== undefined) return valid(`${y}-${md}`);
  const year = Number(said.slice(0, 4));
  const first = `${year}-${md}`;
  const iso = first >= said ? first : `${year + 1}-${md}`;
  const day = valid(iso);
  return day === null ? null : { iso, write: { add: `${beforeYear}${iso.slice(0, 4)}` } };
}

function valid(iso: string): Day | null {
  const time = Date.parse(`${iso}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso) return null;
  return { iso, write: null };
}

function nextDayOfMonth(said: string, d: number): string {
  if (d < 1 || d > 31) return "";
  for (const month of [said.slice(0, 7), plusMonth(said)]) {
    const iso = `${month}-${pad(d)}`;
    if (iso >= said && valid(iso) !== null) return iso;
  }
  return "";
}

const dayMs = 86_400_000;

function plusDays(iso: string, days: number): string {
  const time = Date.parse(`${iso}T00:00:00Z`) + days * dayMs;
  return Number.isNaN(time) ? iso : new Date(time).toISOString().slice(0, 10);
}

function plusMonth(iso: string): string {
  const month = Number(iso.slice(5, 7));
  const year = Number(iso.slice(0, 4)) + (month === 12 ? 1 : 0);
  return `${year}-${pad((month % 12) + 1)}`;
}

/** 1 for Monday. */
function weekdayOf(iso: string): number {
  return new Date(`${iso}T00:00:00Z`).getUTCDay() || 7;
}

/** The same weekday as `day` in the week of `old`; a week later where that is over: a correction keeps its week. */
export function inWeekOf(old: string, day: string, said: string): string {
  const iso = plusDays(monday(old), weekdayOf(day) - 1);
  return iso > said ? iso : plusDays(iso, 7);
}

/** The day before. */
export function dayBefore(iso: string): string {
  return plusDays(iso, -1);
}

function monday(iso: string): string {
  return plusDays(iso, 1 - weekdayOf(iso));
}

/** Days to the next such weekday, at least one. */
function toward(iso: string, day: number): number {
  return (day - weekdayOf(iso) + 7) % 7 || 7;
}

/** Days since the last such weekday, at least one. */
function until(day: number, iso: string): number {
  return (weekdayOf(iso) - day + 7) % 7 || 7;
}

function pad(n: number): string {
  return String(n).padStart(2, "0");
}
