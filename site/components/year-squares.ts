import type { YearView } from "../build/page.ts";

/** A year as a calendar of squares: a column a week that begins on Monday, a row a day. Measures in units of the drawing. */
export interface YearSquares {
  /** Two halves, so that a phone can set them one below the other. */
  readonly halves: readonly HalfYear[];
  /** Whether the second half begins within the week in which the first one ends: side by side they share a column. */
  readonly isJoined: boolean;
}

interface HalfYear {
  readonly width: number;
  /** Path of all its days. */
  readonly path: string;
  readonly days: readonly SquareDay[];
  readonly months: readonly { readonly month: string; readonly x: number }[];
}

interface SquareDay {
  readonly date: string;
  readonly count: number;
  readonly href: string;
  /** 1 to 4, by how much there is, and the same in each year. */
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** From one square to the next. */
export const step = 12;
/** Side of a square. */
export const side = 10;

/** Lays the days of a year out. */
export function yearSquares({ year, days }: YearView): YearSquares {
  const byDate = days.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const halves = [0, 6].map((firstMonth) => {
    const first = Date.UTC(year, firstMonth, 1);
    const last = Date.UTC(year, firstMonth + 6, 0);
    const offset = weekdayOf(first);
    const placeOf = (time: number): { x: number; y: number } => {
      const day = Math.round((time - first) / dayLength) + offset;
      return { x: Math.floor(day / 7) * step, y: (day % 7) * step };
    };
    const times = Array.from(
      { length: Math.round((last - first) / dayLength) + 1 },
      (_, day) => first + day * dayLength,
    );
    return {
      width: placeOf(last).x + side,
      path: times.map((time) => squareAt(placeOf(time))).join(""),
      days: byDate.flatMap(({ date, count, href }) => {
        const time = Date.parse(`${date}T00:00:00Z`);
        if (!(time >= first && time <= last)) return [];
        return [{ date, count, href, level: levelOf(count), ...placeOf(time) }];
      }),
      months: Array.from({ length: 6 }, (_, month) => {
        const time = Date.UTC(year, firstMonth + month, 1);
        const { x, y } = placeOf(time);
        return { month: new Date(time).toISOString().slice(0, 7), x: y === 0 ? x : x + step };
      }),
    };
  });
  return { halves, isJoined: weekdayOf(Date.UTC(year, 6, 1)) > 0 };
}

const dayLength = 86_400_000;

/** Monday is 0. */
const weekdayOf = (time: number): number => (new Date(time).getUTCDay() + 6) % 7;

const squareAt = ({ x, y }: { x: number; y: number }): string =>
  `M${x} ${y}h${side}v${side}h-${side}z`;

/** 1, 2 and 3, 4 to 7, and more: one long day does not pale all others, nor does a busy year a quiet one. */
const levelOf = (count: number): number =>
  Math.min(4, 1 + Math.floor(Math.log2(Math.max(1, count))));
