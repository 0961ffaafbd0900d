/** Dates, numbers and names as a language writes them. Dates come as `YYYY-MM-DD`; what is none is given back as it is. */
export interface Formats {
  number(value: number): string;
  /** `12 Feb 2026`: for the narrow column beside entries. */
  shortDate(date: string): string;
  /** `12 February 2026`. */
  date(date: string): string;
  /** `Thursday 12 February 2026`. */
  fullDate(date: string): string;
  /** `Thu`. */
  weekday(date: string): string;
  /** `12`. */
  dayNumber(date: string): string;
  /** `Feb`. */
  shortMonth(date: string): string;
  /** Of `YYYY-MM`: `February 2026`. */
  month(month: string): string;
  /** Of `YYYY-MM`: `February`. */
  monthName(month: string): string;
  year(year: number): string;
  /** `two days ago`, of a date or a time without zone, seen from `today`. */
  relative(time: string, today: string): string;
  /** Name of a language by its code. */
  language(code: string): string;
  list(words: readonly string[]): string;
}

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

function createFormats(language: string): Formats {
  const number = new Intl.NumberFormat(language);
  const year = new Intl.NumberFormat(language, { useGrouping: false });
  const lists = new Intl.ListFormat(language, { type: "unit", style: "short" });
  const names = new Intl.DisplayNames(language, { type: "language", fallback: "code" });
  const part = (options: Intl.DateTimeFormatOptions): ((date: string) => string) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
    return (date) => withDate(date, (at) => format.format(at));
  };
  return {
    number: (value) => number.format(value),
    shortDate: createShortDate(language),
    date: part({ day: "numeric", month: "long", year: "numeric" }),
    fullDate: part({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    weekday: part({ weekday: "short" }),
    dayNumber: (date) => withDate(date, (at) => number.format(at.getUTCDate())),
    shortMonth: part({ month: "short" }),
    month: part({ month: "long", year: "numeric" }),
    monthName: part({ month: "long" }),
    year: (value) => year.format(value),
    relative: createRelative(language),
    language: (code) => nameOfLanguage(names, code),
    list: (words) => lists.format(words),
  };
}

/** Day, month and year in the language's order, without its words between them ("12 de febr. del 2026" is too wide). */
function createShortDate(language: string): (date: string) => string {
  const format = new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  const month = new Intl.DateTimeFormat(language, { month: "short", timeZone: "UTC" });
  return (date) =>
    withDate(date, (at) =>
      format
        .formatToParts(at)
        .filter(({ type }) => type !== "literal")
        .map(({ type, value }) => (type === "month" ? month.format(at) : value))
        .join("\u00a0"),
    );
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
