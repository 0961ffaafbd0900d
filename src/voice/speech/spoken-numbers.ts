import type { SpokenWords } from "../../language/types/phrases.ts";

/** Puts dates, ranges and signs into words. Numbers, units and currencies stay, because synthesizers can read them. */
export function speakNumbers(text: string, words: SpokenWords): string {
  if (!/\d/.test(text)) return text;
  return text
    .replace(isoDate, (all: string, ...found: unknown[]) => speakDate(all, found, words))
    .replace(isoMonth, (all: string) => format(`${all}-01`, { month: "long" }, words) ?? all)
    .replace(/([$€£¥₹]) ?(\d(?:[\d.,]{0,20}\d)?)(?! ?[$€£¥₹])/g, "$2 $1")
    .replace(/(?<![\w~≈])[~≈] ?(?=\d)/g, words.about === "" ? "" : `${words.about} `)
    .replace(/(?<=\d ?[%€$°]?[CF]?) ?[–—] ?(?=\d)/g, ` ${words.to} `)
    .replace(
      /(?<![\p{L}\d.,:/–-])(\d{1,3})-(\d{1,3})(?![\d\p{L}/–-]|[.,:]\d)/gu,
      (all, from, to) => (Number(from) < Number(to) ? `${from} ${words.to} ${to}` : all),
    )
    .replace(/(?<=^|[\s(])[-−](?=\d)/g, words.minus === "-" ? "-" : `${words.minus} `)
    .replace(/(?<=\d) [*] (?=\d)/g, " × ")
    .replace(fullHour, (_, hour: string, after: string | undefined) =>
      after === undefined ? `${hour} ${words.hour}`.trimEnd() : `${hour}${after}`,
    );
}

/** An ISO date, with or without a time. */
const isoDate =
  /(?<![\d-])(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?(?![\d-])/g;
const isoMonth = /(?<![\d-])(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])(?![\d-])/g;
/** A full hour such as 10:00, with a word for the hour if there is one. */
const fullHour =
  /(?<![\d:.,])([1-9]|1\d|2[0-3]):00(?![\d:])( ?(?:[ap]\.?m\b|uhr\b|heures?\b|horas?\b|h\b))?/gi;

function speakDate(all: string, found: readonly unknown[], words: SpokenWords): string {
  const [date, time, offset, text] = found;
  const spoken = format(String(date), { day: "numeric", month: "long" }, words);
  if (spoken === undefined) return all;
  const before =
    typeof offset === "number" ? String(text).slice(Math.max(0, offset - 12), offset) : "";
  const needsDay = words.day !== "" && /\p{L} $/u.test(before) && !afterDay.test(before);
  const inFrench = words.locale === "fr" ? spoken.replace(/^1 /, "1er ") : spoken;
  const day = needsDay ? `${words.day} ${inFrench}` : inFrench;
  return typeof time === "string" ? `${day}, ${time}` : day;
}

/** The text before a date already has the article. */
const afterDay = /(?:^|[^\p{L}])(?:el|del|al|pel|le|du|au|les|des|dia|día|dies|días|jour) $/iu;

function format(
  date: string,
  parts: Intl.DateTimeFormatOptions,
  { locale }: SpokenWords,
): string | undefined {
  const day = new Date(`${date}T00:00:00Z`);
  // Date turns 30 February into a day in March.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date) return undefined;
  return new Intl.DateTimeFormat(locale, { ...parts, year: "numeric", timeZone: "UTC" }).format(
    day,
  );
}
