import { isCalendarDate } from "../calendar-date.ts";
import { isSuperseded } from "./entry.ts";
import type { Entry } from "./topic.ts";

/**
 * What an entry still waits for; undefined where it reminds nobody: done (`[reminded:: …]` for that moment or a later
 * one), superseded, over, ticked off, or without a day that there is. `at`, of `[remind:: …]`: from this local day
 * (`YYYY-MM-DD`) or minute (`YYYY-MM-DDTHH:MM`) on; `when`, of `[remind-when:: …]`: once these words come up, with a
 * comma between alternatives; at least one of the two. `now`: `YYYY-MM-DDTHH:MM:SS`. Pure.
 */
export function reminderOf(entry: Entry, now: string) {
  const { remind: at = "", "remind-when": when = "", reminded, until = now } = entry.fields;
  if (isSuperseded(entry) || entry.task === "done" || until < now.slice(0, 10)) return undefined;
  const isAtPending = isMoment(at) && !isDone(at, reminded);
  const isWhenPending = when !== "" && reminded === undefined;
  if (!isAtPending && !isWhenPending) return undefined;
  return { ...(isAtPending ? { at } : {}), ...(isWhenPending ? { when } : {}) };
}

/** Whether a day or a minute has come. */
export const hasCome = (moment: string, now: string): boolean =>
  moment <= now.slice(0, moment.length);

/** A day, or a day with a time of it. */
export const isMoment = (text: string): boolean =>
  isCalendarDate(text.slice(0, 10)) && /^.{10}(?:T(?:[01]\d|2[0-3]):[0-5]\d)?$/.test(text);

/** A mark without a time counts for its whole day, and one that is not a day for all days. */
function isDone(at: string, reminded: string | undefined): boolean {
  if (reminded === undefined) return false;
  return !isMoment(reminded) || reminded >= at.slice(0, reminded.length);
}
