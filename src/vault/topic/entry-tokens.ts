import { isCalendarDate } from "../calendar-date.ts";
import { blankCodeSpans } from "./comments.ts";

/** A piece of metadata at the end of an entry; `start` and `end` are offsets in the text. */
export type Token = { readonly start: number; readonly end: number; readonly value: string } & (
  | { readonly type: "blockId" | "date" | "tag" }
  | { readonly type: "field"; readonly key: string }
);

/** The tokens that end an entry's text, in order; all white space in `text` is single spaces. */
export function trailingTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (let end = text.length; ; ) {
    const token = lastToken(text, end);
    // A token that stands first is the text itself.
    if (token === undefined || text[token.start - 1] !== " ") break;
    if (token.type === "blockId" && tokens.length > 0) break;
    if (token.type === "date" && tokens.some(({ type }) => type === "date")) break;
    tokens.push(token);
    end = token.start - 1;
  }
  tokens.reverse();
  // A plain tag is metadata only behind a date or field; before that it is a word of the text.
  const anchor = tokens.findIndex(({ type }) => type === "date" || type === "field");
  const own = anchor < 0 ? tokens : tokens.slice(0, anchor);
  const words = own.findLastIndex(({ type, value }) => type === "tag" && !isMark(value));
  return tokens.slice(words + 1);
}

/** True for tags that are marks of their own wherever they stand at the end. */
export const isMark = (tag: string): boolean => /^(?:protected|preference)$/i.test(tag);

/** The token that ends at `end`, if one does; a backslash may stand before it. */
export function lastToken(text: string, end: number): Token | undefined {
  if (text[end - 1] === "]") return fieldAt(text, end);
  let start = text.lastIndexOf(" ", end - 1) + 1;
  while (text[start] === "\\") start++;
  const word = text.slice(start, end);
  const value = word.slice(1);
  if (/^\^[A-Za-z0-9-]+$/.test(word)) return { type: "blockId", start, end, value };
  if (isTag(word)) return { type: "tag", start, end, value };
  const day = /^\((.{10})\)$/.exec(word)?.[1];
  return day !== undefined && isCalendarDate(day)
    ? { type: "date", start, end, value: day }
    : undefined;
}

const field = /^\[([\p{L}\p{N}_][\p{L}\p{N}\p{M}_ -]*)::(.*)\]$/su;

/** `[key:: value]`, keys in lower case; brackets inside may nest. */
function fieldAt(text: string, end: number): Token | undefined {
  let depth = 0;
  let start = end;
  do {
    start--;
    if (text[start] === "]") depth++;
    else if (text[start] === "[") depth--;
  } while (depth > 0 && start > 0);
  const [, key, value = ""] = (depth === 0 && field.exec(text.slice(start, end))) || [];
  if (key === undefined) return undefined;
  return { type: "field", start, end, key: key.trimEnd().toLowerCase(), value: value.trim() };
}

/** The characters of a tag, as Obsidian has them: letters of any script, digits, `_`, `-`, `/`, emoji. */
const tagChar = "[\\p{L}\\p{N}\\p{M}\\p{Extended_Pictographic}\\u200d\\ufe0f_/-]";
/** `#2026` is a number, not a tag. */
const tag = `#(?![\\d_/-]+(?!${tagChar}))(${tagChar}+)`;
const tagPattern = new RegExp(`(?<=^|\\s)${tag}`, "gu");
const wholeTag = new RegExp(`^${tag}$`, "u");

/** All `#tags` of a text, without `#`, in order and once each; those in code spans are none. */
export function tagsOf(text: string): string[] {
  if (!text.includes("#")) return [];
  const found = [...blankCodeSpans(text).matchAll(tagPattern)];
  const apart = found.filter(({ index }) => text[index - 1] !== "`");
  return [...new Set(apart.map(([, name = ""]) => name))];
}

/** True when the word is one tag and nothing else. */
const isTag = (word: string): boolean => wholeTag.test(word);
