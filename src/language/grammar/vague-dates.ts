import type { DateRules } from "../types/rules.ts";
import { monday, pad, plusDays, plusMonths } from "./calendar.ts";
import type { Day, DayRule, Groups } from "./dates.ts";
import { feastRules } from "./feasts.ts";

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
  const { weekends, monthOnly = [], nextYear, beforeYear, past } = rules;
  return [
    ...pastRules(rules, pattern, numbers),
    ...seasonRules(rules, pattern, numbers),
    ...feastRules(rules, pattern),
    ...(weekends ?? []).map(
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
    ...(nextYear === undefined ? [] : [nextYear]).map(
      (source): DayRule => ({
        pattern: pattern(source),
        read: (_, said) => {
          const iso = String(Number(said.slice(0, 4)) + 1);
          return { iso, write: { put: `${past.inYear} ${iso}` } };
        },
      }),
    ),
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
