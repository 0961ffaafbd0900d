import { dateFormat } from "./date-format.ts";

/** Dates, numbers and names as a language writes them. Dates come as `YYYY-MM-DD`; what is none is given back as it is. */
export type Formats = ReturnType<typeof createFormats>;

/** Intl's objects are dear to make and every page needs the same ones. */
const formatsByLanguage = new Map<string, Formats>();

/** The formats of a language. */
export function formatsFor(language: string): Formats {
  let formats = formatsByLanguage.get(language);
  if (formats === undefined) {
    formats = createFormats(language);
    formatsByLanguage.set(language, formats);
  }
  return formats;
}

function createFormats(language: string) {
  const number = new Intl.NumberFormat(language);
  const year = new Intl.NumberFormat(language, { useGrouping: false });
  const lists = new Intl.ListFormat(language, { type: "unit", style: "short" });
  const names = new Intl.DisplayNames(language, { type: "language", fallback: "code" });
  const dated =
    (format: Intl.DateTimeFormat) =>
    (date: string): string =>
      withDate(date, (at) => format.format(at));
  const part = (options: Intl.DateTimeFormatOptions): ((date: string) => string) =>
    dated(new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }));
  return {
    number: (value: number) => number.format(value),
    /** `Feb 12, 2026`. */
    date: dated(dateFormat(language)),
    /** `Thursday 12 February 2026`. */
    fullDate: part({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    weekday: part({ weekday: "short" }),
    dayNumber: (date: string) => withDate(date, (at) => number.format(at.getUTCDate())),
    shortMonth: part({ month: "short" }),
    /** Of `YYYY-MM`: `February 2026`. */
    month: part({ month: "long", year: "numeric" }),
    /** Of `YYYY-MM`: `February`. */
    monthName: part({ month: "long" }),
    year: (value: number) => year.format(value),
    /** `two days ago`, of a date or a time without zone, seen from `today`. */
    relative: createRelative(language),
    /** Name of a language by its code. */
    language: (code: string) => nameOfLanguage(names, code),
    list: (words: readonly string[]) => lists.format(words),
  };
}

const dayLength = 86_400_000;

function createRelative(language: string): (time: string, today: string) => string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return (time, today) =>
    withDate(time.slice(0, 10), (at) => {
      const days = Math.round((at.getTime() - Date.parse(`${today}T00:00:00Z`)) / dayLength);
      if (Number.isNaN(days)) return time;
      const [count, unit] = stepOf(days);
      return format.format(count, unit);
    });
}

function stepOf(days: number): [number, Intl.RelativeTimeFormatUnit] {
  const distance = Math.abs(days);
  if (distance < 14) return [days, "day"];
  if (distance < 60) return [Math.trunc(days / 7), "week"];
  if (distance < 730) return [Math.trunc(days / 30.44), "month"];
  return [Math.trunc(days / 365.25), "year"];
}

function nameOfLanguage(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code; // Not a BCP 47 tag.
  }
}

function withDate(date: string, say: (at: Date) => string): string {
  const full = date.length === 7 ? `${date}-01` : date;
  const at = new Date(`${full}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? date : say(at);
}
