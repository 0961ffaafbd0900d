import { LociError } from "../errors.ts";
import { isCalendarDate } from "../vault/entry-tokens.ts";
import { localTime } from "./local-time.ts";

const form =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?)?)?$/;

/**
 * Parses a moment (ms since the epoch): `2026-02-12T14:30`, in local time where it names no offset. A day,
 * month, year or minute means its end. Throws LociError BAD_DATE.
 */
export function parseMoment(text: string, timeZone: string | undefined): number {
  const [, year, month, day, hour, minute, second, offset] = form.exec(text.trim()) ?? [];
  const isDate = isCalendarDate(`${year}-${month ?? "01"}-${day ?? "01"}`);
  if (year === undefined || !isDate || Number(hour) > 23 || Number(minute) > 59) refuse(text);
  const [y, m, d] = [year, month, day].map(Number);
  if (month === undefined) return localMs([y, 12, 1], timeZone) - 1;
  if (day === undefined) return localMs([y, m, 1], timeZone) - 1;
  if (hour === undefined) return localMs([y, (m ?? 1) - 1, (d ?? 1) + 1], timeZone) - 1;
  const length = second === undefined ? 60_000 : 1_000;
  if (offset !== undefined) {
    const zone = offset.replace(/^([+-]\d\d)(\d\d)$/, "$1:$2");
    return (
      Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second ?? "00"}${zone}`) + length - 1
    );
  }
  const parts = [y, (m ?? 1) - 1, d, Number(hour), Number(minute), Number(second ?? 0)];
  return localMs(parts, timeZone) + length - 1;
}

/** Parts as `new Date` takes them; of a time that comes twice it is the first, as there. */
function localMs(parts: readonly (number | undefined)[], timeZone: string | undefined): number {
  const [year = 1970, month = 0, day = 1, hour = 0, minute = 0, second = 0] = parts;
  if (timeZone === undefined) return new Date(year, month, day, hour, minute, second).getTime();
  const utc = Date.UTC(year, month, day, hour, minute, second);
  const offsetAt = (ms: number): number => Date.parse(`${localTime(ms, timeZone)}Z`) - ms;
  const [before, after] = [offsetAt(utc - dayMs), offsetAt(utc + dayMs)];
  const found = [before, after].find((offset) => offsetAt(utc - offset) === offset);
  return utc - (found ?? before);
}

const dayMs = 86_400_000;

function refuse(text: string): never {
  throw new LociError(
    "BAD_DATE",
    `Cannot use the moment "${text}": write a day or a time, such as 2026-02-12 or 2026-02-12T14:30`,
    { data: { moment: text } },
  );
}
