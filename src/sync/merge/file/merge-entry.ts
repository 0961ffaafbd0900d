import { type EntryParts, splitEntry } from "../../../vault/entry.ts";
import type { Token } from "../../../vault/entry-tokens.ts";
import { mergeKeyed } from "./merge-keyed.ts";
import { mergeLines } from "./merge-order.ts";
import { plainText } from "./pair-edits.ts";
import { pick } from "./pick.ts";
import { hideSome } from "./share-marks.ts";
import { lineText } from "./text-version.ts";
import type { Unit } from "./to-units.ts";

/**
 * The lines of an entry that both sides edited, where the edits go together: marker, checkbox, metadata by key, nested
 * lines, or one side has struck it. Undefined where both said something else.
 */
export function mergeEntry(base: Unit, a: Unit, b: Unit): readonly string[] | undefined {
  const [old, one, two] = [toParts(base), toParts(a), toParts(b)];
  if (old === undefined || one === undefined || two === undefined) return undefined;
  const isSameText = [a, b].every((unit) => plainText(unit) === plainText(base));
  const words =
    one.words === two.words || [one.words, two.words].includes(old.words)
      ? pick(old.words, one.words, two.words)
      : isSameText && mergeWords(old.words, one.words, two.words);
  const nested = mergeNested(old.nested, one.nested, two.nested);
  if (typeof words !== "string" || nested === undefined) return undefined;
  return [pick(old.marker, one.marker, two.marker) + words, ...nested];
}

interface Parts {
  readonly marker: string;
  readonly words: string;
  readonly nested: readonly string[];
}

/** Entries whose words stand on one line, behind their marker. */
function toParts({ lines: [first = "", ...nested], entry }: Unit): Parts | undefined {
  const marker = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*/.exec(first)?.[0];
  if (entry?.ownLines !== 1 || marker === undefined) return undefined;
  return { marker, words: lineText(first).slice(marker.length), nested };
}

/** The same text, struck or not, with metadata that both sides changed; undefined where they contradict each other. */
function mergeWords(base: string, a: string, b: string): string | undefined {
  const [old, one, two] = [splitEntry([base]), splitEntry([a]), splitEntry([b])];
  let isClash = false;
  const tokens = mergeKeyed(
    { base: toTokens(old), a: toTokens(one), b: toTokens(two) },
    {
      both: (x, y, was) => {
        const isEdited = x.raw !== y.raw && was?.raw !== x.raw && was?.raw !== y.raw;
        // Of two that stand for it, either one does.
        isClash ||= isEdited && x.key !== "2superseded";
        return pick(was?.raw, x.raw, y.raw) === x.raw ? x : y;
      },
      isEdited: (x, was) => {
        isClash ||= x.raw !== was.raw;
        return false;
      },
    },
  );
  if (isClash) return undefined;
  const text = pick(old.text, one.text, two.text);
  const words = [text, ...tokens.map(({ raw }) => raw)].join(" ");
  const back = splitEntry([words]);
  const isRead = back.text === text && back.tokens.length === tokens.length;
  return isRead ? pick(old.box, one.box, two.box) + words : undefined;
}

/** How a line spells each piece of its metadata, by what may be there once. */
const toTokens = ({
  words,
  tokens,
}: EntryParts): { readonly key: string; readonly raw: string }[] =>
  tokens.map((token) => ({ key: tokenKey(token), raw: words.slice(token.start, token.end) }));

/** Numbered as what both sides add is put in order: marks behind plain tags, which would pull them into the text. */
function tokenKey(token: Token): string {
  if (token.type === "date") return "1";
  if (token.type === "blockId") return "5";
  if (token.type === "field") return `2${token.key}`;
  return /^(?:protected|preference)$/i.test(token.value) ? `4${token.value}` : `3${token.value}`;
}

/** Nested list items line by line; anything else is not torn. */
function mergeNested(
  base: readonly string[],
  a: readonly string[],
  b: readonly string[],
): readonly string[] | undefined {
  const [old, one, two] = [base, a, b].map((lines) => lines.map(lineText).join("\n"));
  if (one === two || two === old) return a;
  if (one === old) return b;
  if (![...base, ...a, ...b].every((line) => /^[ \t]+[-*+][ \t]/.test(line))) return undefined;
  // A line may be another one's edit, and would stand open beside it: as a whole, each version gets the other's marks.
  if (hideSome(a) || hideSome(b)) return undefined;
  return mergeLines(base, a, b);
}
