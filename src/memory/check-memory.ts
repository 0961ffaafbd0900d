import { LociError } from "../errors.ts";
import { isCalendarDate } from "../vault/calendar-date.ts";
import type { WrittenMemory } from "./remember.ts";

const maxCharacters = 4_000;

/** Throws LociError BAD_INPUT for what cannot be the words of a memory. */
export function checkWords(text: string): void {
  if (text.trim() === "") {
    throw new LociError("BAD_INPUT", "Cannot remember an empty text: say what to remember");
  }
  if (text.length > maxCharacters) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot remember a text of ${text.length} characters: a memory is one line of at most ${maxCharacters}; put longer notes into a topic file`,
      { data: { characters: text.length } },
    );
  }
}

/** Throws LociError BAD_INPUT or BAD_DATE for what cannot be a memory. */
export function checkMemory({ text, date, fields }: WrittenMemory): void {
  checkWords(text);
  if (date !== undefined && !isCalendarDate(date)) {
    throw new LociError(
      "BAD_DATE",
      `Cannot use the date "${date}": write it as YYYY-MM-DD, such as 2026-02-12`,
      { data: { date } },
    );
  }
  if (fields?.remind !== undefined && !isCalendarDate(fields.remind.slice(0, 10))) {
    throw new LociError(
      "BAD_DATE",
      `Cannot remind of it on "${fields.remind}": write a day as 2026-12-01`,
      { data: { date: fields.remind } },
    );
  }
}
