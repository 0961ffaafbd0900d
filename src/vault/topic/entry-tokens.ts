import { isCalendarDate } from "../calendar-date.ts";
import { isTag } from "./inline-tags.ts";

/** A piece of metadata at the end of an entry; `start` and `end` are offsets in the text. */
export type Token = { readonly start: number; readonly end: number } & (
  | { readonly type: "blockId"; readonly value: string }
  | { readonly type: "date"; readonly value: string }
  | { readonly type: "tag"; readonly value: string }
  | { readonly type: "field"; readonly key: string; readonly value: string }
);

/** The tokens that end an entry's text, in order; all white space in `text` is single spaces. */
export function trailingTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let hasDate = false;
  for (let end = text.length; ; ) {
    const token = lastToken(text, end);
    // A token that stands first is the text itself.
    if (token === undefined || token.start === 0) break;
    if (token.type === "blockId" && tokens.length > 0) break;
    if (token.type === "date" && hasDate) break;
    hasDate ||= token.type === "date";
    tokens.push(token);
    end = token.start - 1;
  }
  return withoutTextTags(tokens.reverse());
}

/** True for tags that are marks of their own wherever they stand at the end. */
export function isMark(tag: string): boolean {
  const name = tag.toLowerCase();
  return name === "protected" || name === "preference";
}

/** Reads `[key:: value]`; keys in lower case. */
export function readField(word: string): { key: string; value: string } | undefined {
  const match = /^\[([\p{L}\p{N}_][\p{L}\p{N}\p{M}_ -]*)::(.*)\]$/su.exec(word);
  if (match === null) return undefined;
  return { key: (match[1] ?? "").trimEnd().toLowerCase(), value: (match[2] ?? "").trim() };
}

/** A plain tag is metadata only behind a date or field; before that it is a word of the text. */
function withoutTextTags(tokens: readonly Token[]): Token[] {
  let cut = 0;
  for (const [i, token] of tokens.entries()) {
    if (token.type === "date" || token.type === "field") break;
    if (token.type === "tag" && !isMark(token.value)) cut = i + 1;
  }
  return tokens.slice(cut);
}

/** The token that ends at `end`, if one does. */
export function lastToken(text: string, end: number): Token | undefined {
  if (text[end - 1] === "]") {
    const start = openingBracket(text, end);
    if (start === undefined || (start > 0 && text[start - 1] !== " ")) return undefined;
    const field = readField(text.slice(start, end));
    return field && { type: "field", start, end, ...field };
  }
  const start = text.lastIndexOf(" ", end - 1) + 1;
  const word = text.slice(start, end);
  if (/^\^[A-Za-z0-9-]+$/.test(word)) return { type: "blockId", start, end, value: word.slice(1) };
  if (word.startsWith("(") && word.endsWith(")") && isCalendarDate(word.slice(1, -1))) {
    return { type: "date", start, end, value: word.slice(1, -1) };
  }
  return isTag(word) ? { type: "tag", start, end, value: word.slice(1) } : undefined;
}

/** Where the bracket opens that closes before `end`; brackets inside may nest. */
export function openingBracket(text: string, end: number): number | undefined {
  let depth = 0;
  for (let at = end - 1; at >= 0; at--) {
    const char = text[at];
    if (char === "]") depth++;
    else if (char === "[" && --depth === 0) return at;
  }
  return undefined;
}
