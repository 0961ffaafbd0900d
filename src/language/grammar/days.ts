import type { en } from "../en.ts";
import { monday, pad, plusDays, plusMonths, weekdayOf } from "./calendar.ts";
import { after, anywhere, before, expand, numbered } from "./compile.ts";

/** A day named in a text. */
interface NamedDay {
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
export type Calendar = typeof en.days & Pick<typeof en, "months" | "weekdays" | "numbers">;

/** The words stay and `add` follows them, or `put` and the day take their place. */
type Day = { readonly iso: string } & ({ readonly add: string } | { readonly put: string });

/** What was named, in numbers; NaN what was not. */
type Named = Readonly<Record<"d" | "month" | "n" | "season" | "unit" | "wd" | "y", number>>;

type Groups = Readonly<Record<string, string | undefined>>;

/** A line of the table. */
interface Row {
  readonly kind: string;
  readonly pattern: RegExp;
}

interface Seen {
  /** The day it was said. */
  readonly said: string;
  readonly words: string;
  readonly isOver: boolean;
  readonly year: string | undefined;
}

/** Makes the finder of days of a language, from its table. */
export function createFindDay(calendar: Calendar): FindDay {
  const numbers = {
    d: numbered(calendar.inWords),
    month: numbered(calendar.months),
    n: numbered(calendar.numbers),
    season: numbered(calendar.seasons),
    unit: numbered(calendar.units),
    wd: numbered(calendar.weekdays),
  };
  const group = (name: keyof typeof numbers): string => `?<${name}>${numbers[name].source}`;
  const lists = {
    d: `?<d>[0-3]?\\d|${numbers.d.source}`,
    month: group("month"),
    n: `?<n>(?<!-|(?:${numbers.n.source}) )(?:\\d{1,2}|${numbers.n.source})`, // Not the end of "twenty-five".
    season: group("season"),
    span: `(${group("unit")})|(${group("season")})`,
    unit: group("unit"),
    wd: group("wd"),
    y: "?<y>(?:19|20)\\d\\d",
  };
  const lines = [...calendar.table.matchAll(/^\s*(\S+): (.+)$/gmu)];
  const rows: readonly Row[] = [
    { kind: "digits", pattern: /(?<![\d-])20\d\d-[01]\d-[0-3]\d(?!\d)/u },
    ...lines.map(([, kind = "", source = ""]) => {
      const pattern = anywhere(expand(source, lists).replaceAll("(?:?<", "(?<"));
      return { kind, pattern };
    }),
  ];
  const numbersOf = ({ d, month, n, season, unit, wd, y }: Groups): Named => ({
    d: numbers.d.of(d),
    month: numbers.month.of(month),
    n: numbers.n.of(n),
    season: numbers.season.of(season),
    unit: numbers.unit.of(unit),
    wd: numbers.wd.of(wd),
    y: Number(y),
  });
  const standsAlone = createStandsAlone(numbers.wd.source, numbers.d.source);
  const read = ({ kind, pattern }: Row, ...[text, said, isOver]: Parameters<FindDay>) => {
    const { 0: matched, index: from = 0, groups = {} } = pattern.exec(text) ?? {};
    if (matched === undefined) return null;
    const named = numbersOf(groups);
    const isWeekday = named.wd >= 0 && kind !== "date";
    const left = text.slice(Math.max(0, from - 40), from);
    const right = text.slice(from + matched.length);
    if (isWeekday && !standsAlone(left, right)) return null;
    const year = kind === "date" ? yearOf(right, said) : undefined;
    const to = from + matched.length + (year?.to ?? 0);
    const isAhead = isWeekday && toward.test(left);
    const isPast = isSince(left + matched) || (!isAhead && isOver?.(from, to) === true);
    const words = text.slice(from, to);
    const day = dayOf(kind, named, { said, words, isOver: isPast, year: year?.iso }, calendar);
    return day && { from, to, iso: day.iso, written: written(day, words, left) };
  };
  const find: FindDay = (...asked) => {
    for (const row of rows) {
      const day = read(row, ...asked);
      if (day !== null) return day;
    }
    return null;
  };
  /** Behind a date: `next year`, `of last year`. */
  const yearOf = (right: string, said: string): NamedDay | undefined => {
    const day = find(right.slice(0, maxBehind), said);
    const isBehind = day !== null && joins.test(right.slice(0, day.from));
    return isBehind && day.iso.length === yearLength ? day : undefined;
  };
  return find;
}

const maxBehind = 20;
const joins = /^(?:,? (?:(?:of|de|del|im|in) )?|,? d')$/u;
const yearLength = 4;

/** A day after `since` is in the past. */
const isSince = (text: string): boolean =>
  /(?<!\p{L})(?:since|seit|desde|des de|des del|depuis) /iu.test(text.slice(-40));

/** What was moved `to Friday` or booked `for Friday` is to come. */
const toward =
  /(?:^|\s)(?:for|to|until|till|by|para(?: el| o| a)?|a|al|per al?|fins(?: a)?|até|hasta(?: el)?|pour|à|au|auf|für|bis|zum) $/iu;

/** After these, what stands before a month or a year is one too many. */
const preposition =
  /(?:^|\s)(?:for|to|until|till|by|since|from|before|after|auf|für|bis|seit|ab|vor|nach|desde|des de|des|depuis|of|von|de|du) $/iu;

function written(day: Day, words: string, left: string): string {
  if ("add" in day) return words + day.add;
  return preposition.test(left) ? day.iso : `${day.put} ${day.iso}`;
}

/** Neither one of several weekdays, which make a habit or a span, nor the name of a day whose number follows. */
function createStandsAlone(weekdays: string, days: string) {
  const and = `(?:,| (?:and|or|to|till|until|y|o|e|i|a|al|hasta|fins|et|ou|au|à|und|oder|bis|até)) ?(?:(?:the|on|el|els|los|le|les|am|den|à|às) )?`;
  const more = new RegExp(`^${and}(?:${weekdays})${after}`, "iu");
  const earlier = new RegExp(`${before}(?:${weekdays})${and}$`, "iu");
  const number = new RegExp(
    `^,? (?:(?:the|den|dem|le|día|dia) )?(?:[0-3]?\\d(?![\\d:.h])|${days})${after}(?! (?:\\p{L}+-)?(?:uhr|heures?|h)(?!\\p{L}))`,
    "iu",
  );
  return (left: string, right: string): boolean =>
    !more.test(right) && !number.test(right) && !earlier.test(left);
}

/** What a kind of line comes to; null where the words name no day after all. */
function dayOf(kind: string, named: Named, seen: Seen, words: Calendar): Day | null {
  if (kind === "digits") return isDay(seen.words) ? { iso: seen.words, add: "" } : null;
  if (kind === "date") return dateOf(named, seen);
  if (kind === "day") return nextDayOfMonth(named.d, seen.said, words.on);
  const sign = kind.startsWith("-") ? -1 : Number(kind.startsWith("+"));
  if (kind.endsWith("n")) return countedOf(sign * named.n, named.unit, seen, words.on);
  if (kind.endsWith("d")) return countedOf(Number.parseInt(kind, 10), 1, seen, words.on);
  return named.wd > 0 ? weekday(named.wd, sign, seen) : spanOf(sign, named, seen, words);
}

function countedOf(count: number, unit: number, { said }: Seen, on: string): Day {
  const iso = away(said, unit, count);
  return unit > week ? inBrackets(iso) : { iso, put: on };
}

/** The last, the next or the nearest month, season, week or year. */
function spanOf(
  sign: number,
  { month, season, unit }: Named,
  { said, isOver }: Seen,
  words: Calendar,
): Day | null {
  const now = Number(said.slice(5, 7));
  if (month > 0) {
    const back = (now - month + 12) % 12;
    const ahead = isOver || back === 0 ? 0 : 12;
    return inBrackets(plusMonths(said, sign < 0 ? -(back || 12) : ahead - back));
  }
  // A winter lies in two years.
  const hasBegun = Number(season * 3 <= now);
  if (season > 0) return inBrackets(away(said, years, sign && hasBegun - Number(sign < 0)));
  const iso = away(said, unit, sign);
  if (unit === week) return { iso: monday(iso), put: words.weekOf };
  return unit > week ? { iso, put: words.in } : null;
}

const inBrackets = (iso: string): Day => ({ iso, add: ` (${iso})` });

/** Places among the units. */
const [week, months, years] = [2, 3, 4];

/** So many days, weeks, months or years from a day. */
function away(said: string, unit: number, by: number): string {
  if (unit === years) return String(Number(said.slice(0, 4)) + by);
  return unit === months ? plusMonths(said, by) : plusDays(said, unit === week ? 7 * by : by);
}

/** That of the week that comes, the last one, or the nearest on the side that the text is about. */
function weekday(wd: number, sign: number, { said, isOver }: Seen): Day {
  const ahead = (wd - weekdayOf(said) + 7) % 7;
  const nearest = plusDays(said, sign < 0 || isOver ? ahead - 7 : ahead || 7);
  const iso = sign > 0 ? plusDays(monday(said), 6 + wd) : nearest;
  return { iso, add: ` ${iso}` };
}

/** A day of a month, with its year: the next one, where none is named; which one of the past nobody knows. */
function dateOf({ d, month, y }: Named, { said, words, isOver, year }: Seen): Day | null {
  const day = `${pad(month)}-${pad(d)}`;
  const now = Number(said.slice(0, 4));
  const next = year ?? now + Number(`${now}-${day}` < said);
  const iso = `${y > 0 ? y : next}-${day}`;
  if (!isDay(iso)) return null;
  if (y > 0) return { iso, add: "" };
  if (year !== undefined) return { iso, add: ` (${year})` };
  const of = / d(?:e |['’])/u.test(words) ? " de" : "";
  return { iso, add: isOver ? "" : `${of} ${next}` };
}

function nextDayOfMonth(d: number, said: string, on: string): Day | null {
  const days = [said.slice(0, 7), plusMonths(said, 1)].map((month) => `${month}-${pad(d)}`);
  const iso = days.find((one) => one >= said && isDay(one));
  return iso === undefined ? null : { iso, put: on };
}

/** It stands in the calendar: no 31 June. */
const isDay = (iso: string): boolean => plusDays(iso, 0) === iso && !Number.isNaN(Date.parse(iso));
