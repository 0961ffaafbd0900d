import { ar } from "./ar.ts";
import { ca } from "./ca.ts";
import { de } from "./de.ts";
import { en, type Strings } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { pt } from "./pt.ts";

const languages: Readonly<Record<string, Strings>> = { en, es, ca, pt, fr, de, ar };

/** The interface's texts in a language, or in English. */
export const stringsFor = (language: string): Strings => languages[language] ?? en;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats `2026-02-12` for people. */
export function formatDate(
  language: string,
  date: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: "medium" },
): string {
  const key = `${language} ${JSON.stringify(options)}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
  formats.set(key, format);
  const time = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(time) ? date : format.format(time);
}
