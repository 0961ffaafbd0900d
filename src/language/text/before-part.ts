import { tablesOf } from "../languages.ts";

/**
 * A memory that took the place of another and does not say all that the other said ends in what was before:
 * `Ben's dentist moved (before: Ben's dentist appointment is on 26 November)`.
 */
const wordByLanguage = tablesOf("before");

/** Of the whole memory; a longer one loses words of what was before, never of what is said now. */
const maxCharacters = 400;
/** Cut shorter, what was before says nothing. */
const fewestCharacters = 20;

const start = new RegExp(` \\((?:${[...new Set(wordByLanguage.values())].join("|")}): `, "u");

/** A memory without the part that says what was before. */
export function withoutBefore(text: string): string {
  const at = text.endsWith(")") ? text.search(start) : -1;
  return at < 0 ? text : text.slice(0, at);
}

/** What is said now, in a language (two letters), then what the older memory said without its own such part. */
export function withBefore(text: string, older: string, language: string): string {
  const word = wordByLanguage.get(language) ?? "before";
  const said = text.replace(/(?<![\s.])[\s.]+$/u, "");
  const room = maxCharacters - said.length - word.length - " (: )".length;
  const line = withoutBefore(older).replace(/\s+/gu, " ");
  const before = cut(line.replace(/(?<![\s.])[\s.]+$/u, ""), room);
  return before === "" ? text : `${said} (${word}: ${before})`;
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most < fewestCharacters) return "";
  const head = text.slice(0, most - 1).toWellFormed();
  return `${head.slice(0, Math.max(head.lastIndexOf(" "), fewestCharacters)).trimEnd()}…`;
}
