import { type EntryParts, splitEntry } from "../../../vault/topic/entry.ts";
import { type Lines, lineText, mergeLines, type Parts, pick, toParts } from "./merge-parts.ts";
import { plainText } from "./pair-edits.ts";
import { hideSome } from "./share-marks.ts";
import { whole } from "./text-version.ts";
import type { Unit } from "./to-units.ts";

/**
 * The lines of an entry that both sides edited, where the edits go together: marker, checkbox, metadata by key, nested
 * lines, or one side has struck it. Undefined where both said something else.
 */
export function mergeEntry(base: Unit, a: Unit, b: Unit): Lines | undefined {
  const [old, one, two] = [splitLine(base), splitLine(a), splitLine(b)];
  if (old === undefined || one === undefined || two === undefined) return undefined;
  const isSameText = [a, b].every((unit) => plainText(unit) === plainText(base));
  const words =
    one.words === two.words || [one.words, two.words].includes(old.words)
      ? pick(old.words, one.words, two.words)
      : isSameText &&
        mergeWords(splitEntry([old.words]), splitEntry([one.words]), splitEntry([two.words]));
  const nested = mergeNested(old.nested, one.nested, two.nested);
  if (typeof words !== "string" || nested === undefined) return undefined;
  return [pick(old.marker, one.marker, two.marker) + words, ...nested];
}

/** Entries whose words stand on one line, behind their marker. */
function splitLine({ lines: [first = "", ...nested], ownLines }: Unit) {
  const marker = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*/.exec(first)?.[0];
  if (ownLines !== 1 || marker === undefined) return undefined;
  return { marker, words: lineText(first).slice(marker.length), nested };
}

/** The same text, struck or not, with metadata that both sides changed; undefined where they contradict each other. */
function mergeWords(old: EntryParts, one: EntryParts, two: EntryParts): string | undefined {
  const [base, a, b] = [toTokens(old), toTokens(one), toTokens(two)];
  const keys = [...new Set([...base.keys(), ...a.keys(), ...b.keys()])].sort();
  const isClash = (key: string): boolean => {
    const [was, x, y] = [base.get(key), a.get(key), b.get(key)];
    // Of two that stand for it, either one does.
    return x !== y && x !== was && y !== was && key !== "=2superseded";
  };
  if (keys.some(isClash)) return undefined;
  const tokens = keys.flatMap((key) => pick(base.get(key), a.get(key), b.get(key)) ?? []);
  const text = pick(old.text, one.text, two.text);
  const words = [text, ...tokens].join(" ");
  const back = splitEntry([words]);
  const isRead = back.text === text && back.tokens.length === tokens.length;
  return isRead ? pick(old.box, one.box, two.box) + words : undefined;
}

/** How a line spells each piece of its metadata, by what may be there once. */
function toTokens({ words, tokens }: EntryParts): Parts<string> {
  const ids = [...toParts(tokens, tokenKey)];
  return new Map(ids.map(([id, { start, end }]) => [id, words.slice(start, end)]));
}

/** Numbered as they are put in order: marks behind plain tags, which would pull them into the text. */
function tokenKey(token: EntryParts["tokens"][number]): string {
  if (token.type === "date") return "1";
  if (token.type === "blockId") return "5";
  if (token.type === "field") return `2${token.key}`;
  return /^(?:protected|preference)$/i.test(token.value) ? `4${token.value}` : `3${token.value}`;
}

/** Nested list items line by line; anything else is not torn. */
function mergeNested(base: Lines, a: Lines, b: Lines): Lines | undefined {
  const same = whole(base, a, b);
  if (same !== undefined) return same;
  // A line may be another one's edit, and would stand open beside it: as a whole, each version gets the other's marks.
  const isTorn = ![...base, ...a, ...b].every((line) => /^[ \t]+[-*+][ \t]/.test(line));
  return isTorn || hideSome(a) || hideSome(b) ? undefined : mergeLines(base, a, b);
}
