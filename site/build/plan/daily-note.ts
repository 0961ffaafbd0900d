import { isCalendarDate } from "../../../src/vault/entry-tokens.ts";

/** True for the name or path of a file that is called after a day: `2026-02-12.md`, `2026-02-12 Thursday.md`. */
export function isDailyNote(path: string): boolean {
  const name = path.split("/").at(-1) ?? "";
  return /^\d{4}-\d{2}-\d{2}(?!\d)/.test(name) && isCalendarDate(name.slice(0, 10));
}
