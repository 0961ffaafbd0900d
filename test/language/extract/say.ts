import { extractOffline } from "../../../src/language/extract/extract.ts";
import type { Conclusion, KnownLine, SaidMessage } from "../../../src/models/task.ts";

/** What a row of a table is said in, and what is known before. */
export interface Setting {
  readonly language: string;
  /** `YYYY-MM-DD`; a Monday where nothing is said. */
  readonly date?: string;
  readonly known?: readonly KnownLine[];
}

/** What is kept of a conversation, as far as a row names it. */
export interface Kept {
  readonly text: string;
  readonly kind: Conclusion["kind"];
  readonly key?: string;
  readonly importance?: number;
  readonly bank?: string;
  readonly sensitivity?: Conclusion["sensitivity"];
  readonly relation?: Conclusion["relation"];
  readonly of?: string | null;
  readonly sources?: readonly number[];
}

/** A row: what is said (lines that begin with `<` are the assistant's) and what is kept, in its order. */
export type KeptRow = readonly [said: string | readonly string[], kept: readonly Kept[]];

/** A fact, a preference, …; with its key, or more: `fact("Lives in Reus", { key: "home_city", importance: 0.8 })`. */
type Keep = (text: string, rest?: string | Omit<Kept, "text" | "kind">) => Kept;
const keep =
  (kind: Conclusion["kind"]): Keep =>
  (text, rest = {}) => ({ text, kind, ...(typeof rest === "string" ? { key: rest } : rest) });
export const fact = keep("fact");
export const preference = keep("preference");
export const decision = keep("decision");
export const plan = keep("plan");
export const discovery = keep("discovery");

const banks = ["Personal", "Work", "General", "Relationships", "Health", "Interests", "Events"];

/** Has the offline model extract one conversation; message ids count from 1. */
export function say(said: string | readonly string[], setting: Setting): readonly Conclusion[] {
  return extractOffline({
    type: "extract",
    messages: messagesOf(typeof said === "string" ? [said] : said, setting),
    banks,
    defaultBank: "General",
    known: setting.known ?? [],
  }).conclusions;
}

/** The messages of a conversation: `< Shall I note it?` is the assistant's. */
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

/** Of each conclusion the fields that the row names: `expect(keptOf(kept, say(said, en))).toEqual(kept)`. */
export function keptOf(
  expected: readonly Kept[],
  conclusions: readonly Conclusion[],
): readonly object[] {
  return conclusions.map((conclusion, i) => {
    const fields = Object.keys(expected[i] ?? { text: "", kind: "" });
    return Object.fromEntries(
      Object.entries(conclusion).filter(([field]) => fields.includes(field)),
    );
  });
}
