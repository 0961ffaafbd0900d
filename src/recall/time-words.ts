import { languageOf } from "../index/languages.ts";
import { tokenize } from "../index/tokenize.ts";

/**
 * The words with which a language says when: its weekdays, months, parts of the day and "last week", folded and as stems.
 * They say nothing of what a line is about.
 */
export function timeWordsOf(language: string): ReadonlySet<string> {
  const known = found.get(language);
  if (known !== undefined) return known;
  const { stem } = languageOf(language);
  const tokens = tokenize(phrasesOf(language).join("\n"), "query");
  const words = new Set(tokens.flatMap((token) => [token.text, stem(token)]));
  found.set(language, words);
  return words;
}

// Read-only data of the runtime, kept for the life of the process like an imported module.
const found = new Map<string, ReadonlySet<string>>();

const units = ["day", "week", "month", "year"] as const;
const firstHour = Date.UTC(2026, 10, 22);
const hour = 3_600_000;

function phrasesOf(language: string): string[] {
  const formatted = (
    options: Intl.DateTimeFormatOptions,
    step: number,
    times: number,
  ): string[] => {
    const format = new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options });
    return Array.from({ length: times }, (_, i) => format.format(firstHour + i * step));
  };
  const names = new Intl.DisplayNames(language, { type: "dateTimeField" });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return [
    ...formatted({ weekday: "long" }, 24 * hour, 7),
    ...formatted({ month: "long" }, 30.5 * 24 * hour, 12),
    ...formatted({ hour: "numeric", dayPeriod: "long", hour12: true }, 3 * hour, 8),
    ...(["year", "month", "weekOfYear", "day", "hour", "minute"] as const).flatMap(
      (field) => names.of(field) ?? [],
    ),
    ...units.flatMap((unit) => [-2, -1, 0, 1, 2].map((n) => relative.format(n, unit))),
  ];
}
