import type { DateRules } from "../types/rules.ts";
import { pad, plusDays } from "./calendar.ts";
import { lexicon } from "./compile.ts";
import type { DayRule } from "./dates.ts";

/** A feast in what is told of the past is the last one; with its year, or the word for this one, it is that year's. */
export function feastRules(
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
        const dayIn = (year: number): string => dayOfFeast(named.slotOf(feast), year);
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
