import { phrase } from "../talk/phrase.ts";
import { plainLine } from "./plain-line.ts";
import type { Speaking } from "./say-memories.ts";

/** What a tool gave, in a sentence: only what it says is saved is called saved. */
export function sayResult(content: string, { language, isSpoken }: Speaking): string {
  const found = readJson(content);
  const all = (Array.isArray(found) ? found : [found]).map(fieldsOf);
  const saved = all.flatMap(({ status, file, line, text, remind }) => {
    if (status !== "saved" && status !== "known") return [];
    const place = line === undefined ? `${file}` : `${file}:${line}`;
    const day = typeof remind === "string" ? ` (${inWords(remind, language)})` : "";
    const what = plainLine(isSpoken ? String(text ?? "") : place) + day;
    return `${phrase(status === "known" ? "known" : "noted", language)} ${what}`.trim();
  });
  if (saved.length > 0) return saved.join("\n");
  const { error, message, reason } = all[0] ?? {};
  if (reason === "unclear") return phrase("sorry", language);
  const said = [message, reason, error, fieldsOf(error).message];
  const why = said.find((words) => typeof words === "string") ?? content;
  return `${phrase("not_saved", language)} ${plainLine(String(why))}`.trim();
}

/** A day, as it is said. */
const inWords = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" }).format(new Date(day));

function readJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined; // A tool may answer in plain words.
  }
}

const fieldsOf = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};
