import type { ExtractAnswer } from "../../../src/digest/extract.ts";
import type { Conclusion } from "../../../src/digest/gates/gates.ts";
import { extractOffline } from "../../../src/language/extract/extract.ts";
import type { KnownLine, SaidMessage } from "../../../src/models/requests.ts";

/** What a row of a table is said in, and what is known before. */
export interface Setting {
  readonly language: string;
  /** `YYYY-MM-DD`; a Monday where nothing is said. */
  readonly date?: string;
  readonly known?: readonly KnownLine[];
}

const banks = ["Personal", "Work", "General", "Relationships", "Health", "Interests", "Events"];

/** Has the offline model extract one conversation; message ids count from 1, and `< Shall I note it?` is the assistant's. */
export function extractAll(said: string | readonly string[], setting: Setting): ExtractAnswer {
  const messages = messagesOf(typeof said === "string" ? [said] : said, setting);
  const { known = [] } = setting;
  return extractOffline({ messages, banks, defaultBank: "General", known });
}

/** What is kept of it. */
export const say = (said: string | readonly string[], setting: Setting): readonly Conclusion[] =>
  extractAll(said, setting).conclusions;

function messagesOf(
  lines: readonly string[],
  { language, date = "2026-03-02" }: Setting,
): SaidMessage[] {
  return lines.map((line, i) => ({
    id: i + 1,
    role: line.startsWith("<") ? "assistant" : "user",
    content: line.replace(/^< ?/u, ""),
    language,
    date,
  }));
}

/** The texts of what is kept. */
export const textsOf = (said: string | readonly string[], setting: Setting): readonly string[] =>
  say(said, setting).map(({ text }) => text);
