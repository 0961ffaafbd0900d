import { detectLanguage, languageOf } from "../index/languages.ts";
import { tokenize } from "../index/tokenize.ts";

/** Endings by which a noun of our languages is one or many, or of one gender or the other. */
const endings = ["", "s", "es", "as", "os", "a", "o", "e", "n", "en", "er"];
const shortestStem = 4;

/**
 * True for two forms of one noun, folded: "tomato" and "tomatoes", "gato" and "gatas". Narrower than a stem, which
 * "booked" shares with "books".
 */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  if (`${one}s` === other || `${other}s` === one) return true;
  const shorter = Math.min(one.length, other.length);
  let stem = 0;
  while (stem < shorter && one[stem] === other[stem]) stem++;
  return (
    stem >= shortestStem && endings.includes(one.slice(stem)) && endings.includes(other.slice(stem))
  );
}

/** True where a text writes a folded word with a capital and does not begin with it. */
function isWrittenAsName(word: string, text: string): boolean {
  const names = [...text.matchAll(/(?<=[\p{L}\p{N},;:]\s)\p{Lu}[\p{L}\p{M}]+/gu)];
  return names.some(([name]) => tokenize(name, "query").some((token) => token.text === word));
}

/** True where a text has all words of a title, and one of them as a name; a weekday names nothing. */
export function names(text: string, title: string): boolean {
  const words = tokenize(text, "query");
  const times = timeWordsOf(detectLanguage(words, "en"));
  const parts = tokenize(title, "query").map((part) =>
    words.find((word) => !times.has(word.text) && isSameWord(word.text, part.text)),
  );
  return (
    parts.length > 0 &&
    parts.every((part) => part !== undefined) &&
    parts.some((part) => part !== undefined && isWrittenAsName(part.text, text))
  );
}

/**
 * The words with which a language says when: its weekdays, months, parts of the day and "last week", folded and as
 * stems. They say nothing of what a line is about.
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
