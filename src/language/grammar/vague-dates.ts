import type { DateRules } from "../types/rules.ts";
import { monday, pad, plusDays, plusMonths } from "./calendar.ts";
import { lexicon } from "./compile.ts";
import type { Day, DayRule, Groups } from "./dates.ts";

type NumbersOf = Readonly<Record<"monthOf" | "numberOf" | "seasonOf", (word: string) => number>>;

/** What is over, as precisely as it was said: `last month` is a month, `two years ago` a year. */
function pastRules(
  { past, inMonth, weekOf }: DateRules,
  pattern: (source: string) => RegExp,
  { monthOf, numberOf }: NumbersOf,
): readonly DayRule[] {
  const inOne = (words: string, iso: string): Day => ({ iso, write: { put: `${words} ${iso}` } });
  const year = (said: string, back: number): Day =>
    inOne(past.inYear, String(Number(said.slice(0, 4)) - back));
  const month = (said: string, back: number): Day => inOne(inMonth, plusMonths(said, -back));
  const count = ({ n = "" }: Groups): number => numberOf(n);
  const rule = (source: string, read: DayRule["read"]): DayRule => ({
    pattern: pattern(source),
    read,
  });
  return [
    { pattern: pattern(past.week), read: (_, said) => inOne(weekOf, plusDays(monday(said), -7)) },
    { pattern: pattern(past.month), read: (_, said) => month(said, 1) },
    { pattern: pattern(past.year), read: (_, said) => year(said, 1) },
    ...[past.monthsAgo, past.yearsAgo].flatMap((source, i) => {
      const back = i === 0 ? month : year;
      const since = ({ iso }: Day): Day => ({ iso, write: { add: ` (${iso})` } });
      return [
        // "fa dos anys que hi visc": a day would say when, not since when.
        rule(`(?:${source})(?= qu[e'])`, (groups, said) => since(back(said, count(groups)))),
        rule(source, (groups, said) => back(said, count(groups))),
      ];
    }),
    {
      pattern: pattern(past.named),
      read: ({ month: name = "" }, said) =>
        month(said, (Number(said.slice(5, 7)) - monthOf(name) + 12) % 12 || 12),
    },
    {
      pattern: pattern(past.inMonth),
      read({ month: name = "" }, said, _, isOver) {
        return isOver ? month(said, (Number(said.slice(5, 7)) - monthOf(name) + 12) % 12) : null;
      },
    },
  ];
}

/** The next, the last or this spring, summer or autumn; a winter lies in two years. */
function seasonRules(
  { seasons }: DateRules,
  pattern: (source: string) => RegExp,
  { seasonOf }: NumbersOf,
): readonly DayRule[] {
  const rule = (source: string, shiftOf: (isBehind: boolean) => number): DayRule => ({
    pattern: pattern(source),
    read({ season = "" }, said, words) {
      const begins = `${said.slice(0, 4)}-${pad(seasonOf(season) * 3)}`;
      const iso = String(Number(said.slice(0, 4)) + shiftOf(begins <= said.slice(0, 7)));
      if (source === seasons.current) return { iso, write: { put: `${words} (${iso})` } };
      const put = seasons.written.replace("{season}", () => season).replace("{year}", iso);
      return { iso, write: { put } };
    },
  });
  return [
    rule(seasons.next, Number),
    rule(seasons.last, (isBehind) => Number(isBehind) - 1),
    rule(seasons.current, () => 0),
  ];
}

/** Weekends, months, seasons and years, next and last. */
export function vagueRules(
  rules: DateRules,
  pattern: (source: string) => RegExp,
  numbers: NumbersOf,
): readonly DayRule[] {
  const { weekends = [], monthOnly, nextYear, beforeYear, past } = rules;
  return [
    ...pastRules(rules, pattern, numbers),
    ...seasonRules(rules, pattern, numbers),
    ...feastRules(rules, pattern),
    ...weekends.map(
      (source, i): DayRule => ({
        pattern: pattern(source),
        read: (_, said) => {
          const iso = plusDays(monday(said), 5);
          return i === 0 ? { iso, write: { add: `, ${iso}` } } : { iso, write: null };
        },
      }),
    ),
    ...monthOnly.map(
      (source): DayRule => ({
        pattern: pattern(source),
        read: ({ month = "" }, said, _, isOver) =>
          monthNamed(numbers.monthOf(month), { said, beforeYear, isOver }),
      }),
    ),
    {
      pattern: pattern(nextYear),
      read: (_, said) => {
        const iso = String(Number(said.slice(0, 4)) + 1);
        return { iso, write: { put: `${past.inYear} ${iso}` } };
      },
    },
  ];
}

/** The next month of that name, or where it is over the last. */
function monthNamed(
  month: number,
  { said, beforeYear, isOver }: { said: string; beforeYear: string; isOver: boolean },
): Day {
  const year = Number(said.slice(0, 4));
  const isBehind = pad(month) < said.slice(5, 7);
  const iso = `${isOver ? year - Number(!isBehind) : year + Number(isBehind)}-${pad(month)}`;
  return { iso, write: { add: `${beforeYear}${iso.slice(0, 4)}` } };
}

/** A feast in a text about the past is the last one; with its year, or the word for this one, it is that year's. */
function feastRules(
  { feasts }: DateRules,
  pattern: (source: string) => RegExp,
): readonly DayRule[] {
  const named = lexicon(feasts.names);
  return [
    {
      pattern: pattern(
        `(?<feast>${named.source})(?:,? (?:(?:of|in|de|del|im|von|en) )?(?:(?<y>(?:19|20)\\d\\d)|(?<ty>${feasts.thisYear})))?`,
      ),
      read({ feast = "", y, ty }, said, _, isOver) {
        const dayIn = (year: number): string => dayOfFeast(named.meaningOf(feast), year);
        const year = Number(said.slice(0, 4));
        const near =
          y !== undefined ? Number(y) : year - Number(ty === undefined && dayIn(year) > said);
        const isKnown = isOver || y !== undefined || ty !== undefined;
        return isKnown ? { iso: dayIn(near), write: { add: `, ${dayIn(near)}` } } : null;
      },
    },
  ];
}

/** A feast is `12-25` or so many days from Easter: `easter+49`. */
function dayOfFeast(rule: string, year: number): string {
  const days = /^easter(?<days>[+-]\d+)$/u.exec(rule)?.groups?.days;
  return days === undefined ? `${year}-${rule}` : plusDays(easter(year), Number(days));
}

/** Easter Sunday of the Gregorian calendar (Butcher's algorithm, as in Meeus, Astronomical Algorithms). */
function easter(year: number): string {
  const [century, ofCentury, golden] = [Math.floor(year / 100), year % 100, year % 19];
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - (century >> 2) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * (ofCentury >> 2) - epact - (ofCentury % 4)) % 7;
  const days = epact + weekday - 7 * Math.floor((golden + 11 * epact + 22 * weekday) / 451) + 114;
  return `${year}-${pad(Math.floor(days / 31))}-${pad((days % 31) + 1)}`;
}
