import { expect, test } from "vitest";
import { hueOfBank } from "../../../site/components/bank-hue.ts";
import { dateRuns } from "../../../site/components/entry-marks.ts";
import { step, yearSquares } from "../../../site/components/year-squares.ts";
import { anEntry, aYear } from "./fixtures.ts";

test.each([
  [2023, 365],
  [2024, 366],
  [2026, 365],
])("yearSquares() draws each day of %i once", (year, count) => {
  const { halves } = yearSquares({ year, days: [], months: [] });
  const squares = halves.flatMap(({ path }, half) =>
    (path.match(/M[^z]*z/g) ?? []).map((square) => `${half} ${square}`),
  );
  expect(squares).toHaveLength(count);
  expect(new Set(squares).size).toBe(count);
});

test("yearSquares() puts a day into the row of its weekday, and leaves out what is not of the year", () => {
  const day = (date: string) => ({ date, count: 1, href: "/" });
  const days = ["2026-01-05", "2026-02-12", "2026-12-31", "2025-12-31", "no day"].map(day);
  const placed = yearSquares({ year: 2026, days, months: [] }).halves.flatMap((half) => half.days);
  expect(placed.map(({ date, y }) => [date, y / step])).toEqual([
    ["2026-01-05", 0],
    ["2026-02-12", 3],
    ["2026-12-31", 3],
  ]);
});

test("yearSquares() tells much from little, by one scale for all years", () => {
  const year = (counts: readonly number[]) =>
    counts.map((count, at) => ({ date: `2026-03-${10 + at}`, count, href: "/" }));
  const levels = (counts: readonly number[]) =>
    yearSquares({ year: 2026, days: year(counts), months: [] }).halves.flatMap(({ days }) =>
      days.map(({ level }) => level),
    );
  expect(levels([1, 2, 3, 4, 7, 8, 100])).toEqual([1, 2, 2, 3, 3, 4, 4]);
  expect(levels([1])).toEqual([1]);
});

test("yearSquares() has the days by date, and joins the halves within a week", () => {
  const { days, year, months } = aYear(2026);
  const squares = yearSquares({ year, months, days: days.toReversed() });
  const dates = squares.halves.flatMap((half) => half.days.map(({ date }) => date));
  expect(dates).toEqual(days.map(({ date }) => date));
  expect(squares.isJoined).toBe(true);
  expect(yearSquares({ year: 2024, days: [], months: [] }).isJoined, "1 July is a Monday").toBe(
    false,
  );
});

test("hueOfBank() gives the banks of a new vault a colour each", () => {
  const banks = ["Personal", "Work", "General", "Relationships", "Health", "Interests", "Events"];
  expect(new Set(banks.map(hueOfBank)).size).toBe(banks.length);
  expect(hueOfBank("日本 🍚")).toBe(hueOfBank("日本 🍚"));
});

test("dateRuns() shows a date once in a run", () => {
  const runs = (dates: (string | undefined)[]) => dateRuns(dates.map((date) => anEntry({ date })));
  expect(runs(["a", "a", "b", undefined, undefined, "b"])).toEqual([
    ...["shown", "run", "shown", "dash", "run", "shown"],
  ]);
  expect(runs([])).toEqual([]);
});
