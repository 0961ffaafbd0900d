import type { Replies } from "../types/phrases.ts";
import { plainLine } from "./plain-line.ts";

/** What a tool gave, in a sentence: only what it says is saved is called saved. */
export function sayResult(content: string, phrases: Replies, isSpoken: boolean): string {
  if (fieldsOf(readJson(content)).reason === "unclear") return phrases.unclear;
  const saved = savedIn(content);
  if (saved.length === 0) return `${phrases.notSaved} ${plainLine(reasonIn(content))}`.trim();
  return saved
    .map(({ status, place, text }) => {
      const before = isSpoken ? phrases.notedWords : phrases.noted;
      return `${status === "known" ? phrases.known : before} ${isSpoken ? text : place}`.trim();
    })
    .join("\n");
}

interface Saved {
  readonly status: "saved" | "known";
  readonly place: string;
  readonly text: string;
}

/** One object or several, as `remember` returns them. */
function savedIn(content: string): Saved[] {
  const found = readJson(content);
  return (Array.isArray(found) ? found : [found]).flatMap((one: unknown): Saved[] => {
    const { status, file, line, text } = fieldsOf(one);
    if (status !== "saved" && status !== "known") return [];
    const place = typeof line === "number" ? `${String(file)}:${line}` : String(file);
    const words = typeof text === "string" ? plainLine(text) : "";
    return [{ status, place: plainLine(place), text: words }];
  });
}

function reasonIn(content: string): string {
  const { error, message, reason } = fieldsOf(readJson(content));
  const said = [message, reason, error, fieldsOf(error).message];
  return said.find((words): words is string => typeof words === "string") ?? content;
}

function readJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined; // A tool may answer in plain words.
  }
}

const fieldsOf = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};
