import { wordsIn } from "../languages.ts";
import type { Language } from "../types/language.ts";
import type { DateRules } from "../types/rules.ts";
import { daysSinceLast, daysToNext, monday, pad, plusDays, plusMonths } from "./calendar.ts";
import { after, before, expand, lexicon } from "./compile.ts";
import { vagueRules } from "./vague-dates.ts";

/** A day named in a text. */
export interface NamedDay {
  readonly from: number;
  readonly to: number;
  /** `YYYY-MM-DD`; `YYYY-MM` or `YYYY` where only a month or a year was named. */
  readonly iso: string;
  /** What takes the words' place in a memory. */
  readonly written: string;
}

/** How days are named, with the names of the calendar. */
export type NamedDateRules = DateRules &
  Required<Pick<Language, "months" | "weekdays" | "numbers">>;

/** One way to name a day. */
export interface DayRule {
  readonly pattern: RegExp;
  /** False where what stands before or after the words gives them another meaning. */
  readonly fits?: (before: string, after: string) => boolean;
  read(groups: Groups, said: string, words: string, isOver: boolean): Day | null;
}

export type Groups = Readonly<Record<string, string | undefined>>;

export interface Day {
  readonly iso: string;
  /** Null keeps the words; `add` is written after them, `put` in their place. */
  readonly write: { readonly add: string } | { readonly put: string } | null;
}

/** Finds the first day named in a text, seen from the day it was said; `isOver` where the text is about the past. */
export type FindDay = (
  text: string,
  said: string,
  isOver?: (from: number, to: number) => boolean,
) => NamedDay | null;

/** Makes the finder of days of a language. */
export function createFindDay(rules: NamedDateRules): FindDay {
  const all = dayRules(rules);
  return (text, said, isOver = () => false) => {
    for (const { pattern, fits, read } of all) {
      const match = pattern.exec(text);
      if (match === null) continue;
      const words = match[0];
      const end = match.index + words.length;
      if (fits?.(text.slice(0, match.index), text.slice(end)) === false) continue;
      const day = read(
        match.groups ?? {},
        said,
        words,
        isSince(text, match.index, end) ||
          (isOver(match.index, end) && !isToward(text.slice(0, match.index), match.groups)),
      );
      if (day === null) continue;
      return {
        from: match.index,
        to: end,
        iso: day.iso,
        written: written(words, day.write).replace(afterPreposition(text, match.index), ""),
      };
    }
    return null;
  };
}

/** A day after `since` is in the past. */
function isSince(text: string, from: number, to: number): boolean {
  return since.test(text.slice(Math.max(0, from - 12), to));
}

/** What was moved `to Friday` or booked `for Friday` is to come. */
const isToward = (before: string, groups: Groups = {}): boolean =>
  groups.wd !== undefined && toward.test(before.slice(-12));

const toward =
  /(?:^|\s)(?:for|to|until|till|by|para|a|al|per a|per al|fins|até|hasta|pour|à|au|auf|für|bis|zum) $/iu;

const since = /(?<!\p{L})(?:since|seit|desde|des de|des del|depuis) /iu;

const preposition =
  /(?:^|\s)(?:for|to|until|till|by|since|from|before|after|auf|für|bis|seit|ab|vor|nach|desde|des de|des|depuis|of|von|de|du) $/iu;

/** What is dropped of `on Friday` after `for`, or of `in 2024` after `since`; nothing elsewhere. */
function afterPreposition(text: string, at: number): RegExp {
  return preposition.test(text.slice(Math.max(0, at - 12), at))
    ? /^(?:on|am|in|im Monat|im Jahr|en|em|al|el) (?=.*\d{4})/u
    : /^(?!)/u;
}

function written(words: string, write: Day["write"]): string {
  if (write === null) return words;
  return "add" in write ? words + write.add : write.put;
}

function dayRules(rules: NamedDateRules): readonly DayRule[] {
  const months = numbered(rules.months);
  const weekdays = numbered(rules.weekdays);
  const numbers = numbered(rules.numbers);
  const days = numbered(rules.days);
  const seasons = numbered(rules.seasons.names);
  const lists = {
    month: `?<month>${months.source}`,
    wd: `?<wd>${weekdays.source}`,
    d: "?<d>[0-3]?\\d",
    y: "?<y>(?:19|20)\\d\\d",
    n: `?<n>(?<!-|(?:${numbers.source}) )(?:\\d{1,2}|${numbers.source})`, // Not the end of "twenty-five".
    season: `?<season>${seasons.source}`,
  };
  const pattern = (source: string, more = {}) => {
    const expanded = expand(source, { ...lists, ...more }).replaceAll("(?:?<", "(?<");
    return new RegExp(`${before}(?:${expanded})${after}`, "iu");
  };
  const inWords = { d: `${lists.d}|${days.source}` };
  const on = (iso: string) => ({ iso, write: { put: `${rules.on} ${iso}` } });
  return [
    {
      pattern: /(?<![\d-])(?<iso>20\d\d-[01]\d-[0-3]\d)(?!\d)/u,
      read: ({ iso = "" }) => valid(iso),
    },
    ...rules.absolute.map(
      (source): DayRule => ({
        pattern: pattern(`(?:${source})${yearBeside(rules)}`, inWords),
        read: ({ d = "", month = "", y, ny, ly }, said, words, isOver) =>
          absolute({
            d: days.of(d),
            month: months.of(month),
            y,
            shift: ny !== undefined ? 1 : ly !== undefined ? -1 : 0,
            said,
            words: words.slice(0, words.length - (ny ?? ly ?? "").length),
            beforeYear: rules.beforeYear,
            isOver,
          }),
      }),
    ),
    ...rules.dayOnly.map(
      (source): DayRule => ({
        pattern: pattern(source),
        read: ({ d = "" }, said) => {
          const iso = nextDayOfMonth(said, Number(d));
          return iso === "" ? null : on(iso);
        },
      }),
    ),
    ...rules.relative.map(
      ([source, days]): DayRule => ({
        pattern: pattern(source),
        read: ({ n }, said) => on(plusDays(said, days * (n === undefined ? 1 : numbers.of(n)))),
      }),
    ),
    ...weekdayRules(rules, pattern, { weekdays, fits: standsAlone(weekdays.source, days.source) }),
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
        const iso = plusMonths(said, 1);
        return { iso, write: { put: `${rules.inMonth} ${iso}` } };
      },
    },
    ...vagueRules(rules, pattern, {
      monthOf: months.of,
      numberOf: numbers.of,
      seasonOf: seasons.of,
    }),
  ];
}

interface Numbered {
  readonly source: string;
  of(word: string): number;
}

/** Words whose place in the list is their number; digits stand for themselves. */
function numbered(words: string): Numbered {
  const groups = wordsIn(words).map((group, i) => `${i + 1}:${group}`);
  const found = lexicon(groups.join(" "));
  return {
    source: found.source,
    of: (word) => (/^\d+$/u.test(word) ? Number(word) : Number(found.meaningOf(word))),
  };
}

/** A weekday: of the next week, the last and the next one. */
function weekdayRules(
  rules: DateRules,
  pattern: (source: string) => RegExp,
  { weekdays, fits }: { readonly weekdays: Numbered } & Required<Pick<DayRule, "fits">>,
): readonly DayRule[] {
  const weekday = (source: string, from: DayFrom, over: DayFrom = from): DayRule => ({
    pattern: pattern(source),
    fits,
    read: ({ wd = "" }, said, words, isOver) => {
      const on = /^(?:on|el|na|no|le|am|em)(?= )/iu.exec(words)?.[0].toLowerCase() ?? rules.on;
      const iso = (isOver ? over : from)(said, weekdays.of(wd));
      const day = rules.smallWeekdays ? wd.toLowerCase() : wd;
      return { iso, write: { put: `${on} ${day} ${iso}` } };
    },
  });
  return [
    ...rules.weekdayOfNextWeek.map((s) =>
      weekday(s, (said, day) => plusDays(monday(said), 6 + day)),
    ),
    ...rules.lastWeekday.map((s) => weekday(s, last)),
    ...rules.nextWeekday.map((s) => weekday(s, next, last)),
  ];
}

type DayFrom = (said: string, weekday: number) => string;

const next: DayFrom = (said, day) => plusDays(said, daysToNext(day, said));
const last: DayFrom = (said, day) => plusDays(said, -daysSinceLast(day, said));

/** `next year` or `of last year` after a day, where the number of the year is written instead. */
function yearBeside({ nextYear, past }: DateRules): string {
  const beside = "(?:,? |,? (?:of|de|del|im|in) |,? d')";
  return `(?:(?<ly>${beside}(?:${past.year}))|(?<ny>${beside}(?:${nextYear})))?`;
}

const and = "(?:and|or|to|till|until|y|o|e|i|a|al|hasta|fins|et|ou|au|à|und|oder|bis|até)";
const the = "(?:the|on|el|els|los|le|les|am|den|à|às)";

/** Neither one of several weekdays, which make a habit or a span, nor the name of a day whose number follows. */
function standsAlone(weekday: string, day: string): NonNullable<DayRule["fits"]> {
  const more = new RegExp(`^(?:,| ${and})(?: ${the})? (?:${weekday})${after}`, "iu");
  const earlier = new RegExp(`${before}(?:${weekday})(?:,| ${and})(?: ${the})? ?$`, "iu");
  const number = new RegExp(
    `^,? (?:(?:the|den|dem|le|día|dia) )?(?:[0-3]?\\d(?![\\d:.h])|${day})${after}(?! (?:\\p{L}+-)?(?:uhr|heures?|h)(?!\\p{L}))`,
    "iu",
  );
  return (left, right) =>
    !more.test(right) && !number.test(right) && !earlier.test(left.slice(-40));
}

interface MonthDay {
  readonly d: number;
  readonly month: number;
  readonly y: string | undefined;
  /** 1 for the next year, -1 for the last. */
  readonly shift: number;
  readonly said: string;
  readonly words: string;
  readonly beforeYear: string;
  readonly isOver: boolean;
}

function absolute({ d, month, y, shift, said, words, beforeYear, isOver }: MonthDay): Day | null {
  const md = `${pad(month)}-${pad(d)}`;
  if (y !== undefined) return valid(`${y}-${md}`);
  const year = Number(said.slice(0, 4));
  const iso = `${year + (shift || Number(`${year}-${md}` < said))}-${md}`;
  if (isOver && shift === 0) return valid(iso) && { iso, write: null }; // Its year is unknown.
  const put = `${words}${beforeYear}${iso.slice(0, 4)}`;
  return valid(iso) === null ? null : { iso, write: { put } };
}

function valid(iso: string): Day | null {
  const time = Date.parse(`${iso}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso) return null;
  return { iso, write: null };
}

function nextDayOfMonth(said: string, d: number): string {
  if (d < 1 || d > 31) return "";
  for (const month of [said.slice(0, 7), plusMonths(said, 1)]) {
    const iso = `${month}-${pad(d)}`;
    if (iso >= said && valid(iso) !== null) return iso;
  }
  return "";
}
