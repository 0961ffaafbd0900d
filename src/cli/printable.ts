import { plainLine, plainWords } from "../language/reply/plain-line.ts";

/** Shortens a memory or a long note to its first 240 characters, in one line, without its markup. */
export function firstWords(text: string): string {
  const line = plainWords(text) || plainLine(text); // An image alone.
  return line.length <= 240 ? line : `${line.slice(0, 240).replace(/\s\S*$/u, "")} …`;
}

/** Control characters except tab and line feed, and characters that change the text direction. */
const dangerous = /\r(?!\n)|[^\P{Cc}\r\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Escapes control characters, as `\u001b`, so that text from a file cannot control the terminal. */
export function printable(text: string): string {
  return text.replace(dangerous, toEscape);
}

/** Converts to JSON with control characters escaped, which programs read the same. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(dangerous, toEscape);
}

const toEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Two columns wide on a terminal: the scripts of East Asia, and pictures. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
/** Drawn over the character before. */
const narrow = /\p{Mn}|\p{Me}|\p{Cf}|\p{Emoji_Modifier}/u;

/** Pads a text with blanks to so many columns of a terminal. */
export function padColumns(text: string, columns: number): string {
  let used = 0;
  for (const character of text) {
    if (!narrow.test(character)) used += wide.test(character) ? 2 : 1;
  }
  return text + " ".repeat(Math.max(0, columns - used));
}

/** A number with its noun: `1 file`, `2 files`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
