import { isCalendarDate } from "../calendar-date.ts";

/**
 * The day (`YYYY-MM-DD`) from which a line is to be brought up, by its field `[remind:: …]`; undefined where it has none, or
 * was brought up for that day (`[reminded:: …]`). Pure.
 */
export function reminderDay({ remind = "", reminded = "" }: Readonly<Record<string, string>>) {
  const day = remind.slice(0, 10); // Vaults of before 2027 hold times of day as well.
  return isCalendarDate(day) && reminded.slice(0, 10) < day ? day : undefined;
}
