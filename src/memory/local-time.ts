/** Local time of a moment (ms since the epoch) as `YYYY-MM-DDTHH:MM:SS`, in a time zone or the system's own. */
export function localTime(ms: number, timeZone: string | undefined): string {
  if (timeZone !== undefined) return zonedTime(ms, timeZone);
  // Intl would cost every short command 25 ms of loading: only who sets a zone pays for it.
  const date = new Date(ms);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(pad);
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(pad);
  return `${day.join("-")}T${time.join(":")}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Swedish writes times as ISO 8601 does. */
function zonedTime(ms: number, timeZone: string): string {
  const iso = { timeZone, dateStyle: "short", timeStyle: "medium" } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", iso);
  formats.set(timeZone, format);
  return format.format(ms).replace(" ", "T");
}

/** The same with its offset from UTC: `2026-02-12T14:30:00+01:00`. */
export function offsetTime(ms: number, timeZone: string | undefined): string {
  const local = localTime(ms, timeZone);
  const minutes = Math.round((Date.parse(`${local}Z`) - Math.floor(ms / 1_000) * 1_000) / 60_000);
  const [hours, rest] = [Math.abs(minutes) / 60, Math.abs(minutes) % 60].map(Math.floor);
  return `${local}${minutes < 0 ? "-" : "+"}${pad(hours ?? 0)}:${pad(rest ?? 0)}`;
}

const pad = (number: number): string => String(number).padStart(2, "0");

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** How long before `now` a local time was ("2 days ago"); both as `YYYY-MM-DDTHH:MM:SS`, '' if it is no time. */
export function timeAgo(time: string, now: string): string {
  const isDay = time.endsWith("T00:00:00"); // A date without a time of day.
  const until = isDay ? `${now.slice(0, 10)}T00:00:00` : now;
  const seconds = (Date.parse(`${until}Z`) - Date.parse(`${time}Z`)) / 1000;
  if (Number.isNaN(seconds)) return "";
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return format.format(-Math.round(seconds / size), unit);
  }
  return isDay ? format.format(0, "day") : "just now";
}
