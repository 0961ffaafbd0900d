import { parseEntry, splitEntry } from "../../../vault/entry.ts";
import type { Token } from "../../../vault/entry-tokens.ts";
import { mergeOrder, toIds } from "./merge-order.ts";
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
  const nested = mergeNested(old.nested, one.nested, two.nested);
  const own = mergeOwn(old, one, two, base, a, b);
  return own === undefined || nested === undefined ? undefined : [own, ...nested];
}

interface Parts {
  readonly marker: string;
  readonly words: string;
  readonly nested: readonly string[];
}

/** Entries whose words stand on one line, behind their marker. */
function toParts({ lines, entry }: Unit): Parts | undefined {
  const marker = markerOf(lines[0] ?? "");
  if (entry?.ownLines !== 1 || marker === undefined) return undefined;
  return { marker, words: lineText(lines[0] ?? "").slice(marker.length), nested: lines.slice(1) };
}

const markerOf = (line: string): string | undefined =>
  /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*/.exec(line)?.[0];

function mergeOwn(
  old: Parts,
  one: Parts,
  two: Parts,
  base: Unit,
  a: Unit,
  b: Unit,
): string | undefined {
  const marker = pick(old.marker, one.marker, two.marker);
  if (one.words === two.words || two.words === old.words) return marker + one.words;
  if (one.words === old.words) return marker + two.words;
  const text = plainText(base);
  if (plainText(a) !== text || plainText(b) !== text) return undefined;
  const words = mergeWords(old.words, one.words, two.words);
  return words === undefined ? undefined : marker + words;
}

/** The same text, struck or not, with metadata that both sides changed. */
function mergeWords(base: string, a: string, b: string): string | undefined {
  const [old, one, two] = [splitEntry([base]), splitEntry([a]), splitEntry([b])];
  const tokens = mergeTokens(toTokens(old), toTokens(one), toTokens(two));
  if (tokens === undefined) return undefined;
  const box = pick(old.box, one.box, two.box);
  const text = pick(old.text, one.text, two.text);
  const written = [...tokens].sort(byPlace).map(([, raw]) => raw);
  const words = [box + text, ...written].join(" ");
  // A line that says the same as a whole keeps its own order.
  const same = [a, b].filter((line) => isSame(line, words)).sort()[0];
  if (same !== undefined) return same;
  const back = splitEntry([words]);
  return back.text === text && back.tokens.length === tokens.size ? words : undefined;
}

/** How a line spells each piece of its metadata, by what may be there once. */
type Tokens = ReadonlyMap<string, string>;

function toTokens({ words, tokens }: ReturnType<typeof splitEntry>): Tokens {
  const ids = toIds(tokens.map(tokenKey));
  return new Map(tokens.map(({ start, end }, i) => [ids[i] ?? "", words.slice(start, end)]));
}

function tokenKey(token: Token): string {
  const kinds = { date: "1", field: "2", tag: "3", blockId: "5" };
  const kind = kinds[token.type];
  if (token.type === "field") return `${kind}${token.key}`;
  if (token.type !== "tag") return kind;
  // Marks stand behind plain tags, which would pull them into the text.
  return /^(?:protected|preference)$/i.test(token.value)
    ? `4${token.value}`
    : `${kind}${token.value}`;
}

const placeOf = (id: string): string => id.slice(id.indexOf("=") + 1) + id;

function byPlace([x]: readonly [string, string], [y]: readonly [string, string]): number {
  return placeOf(x) < placeOf(y) ? -1 : 1;
}

/** Key by key; undefined where both sides gave one key different values. */
function mergeTokens(base: Tokens, a: Tokens, b: Tokens): Tokens | undefined {
  const merged = new Map<string, string>();
  for (const id of new Set([...base.keys(), ...a.keys(), ...b.keys()])) {
    const [old, one, two] = [base.get(id), a.get(id), b.get(id)];
    const isClash = one !== two && one !== old && two !== old;
    if (isClash && !(id === "=2superseded" && one !== undefined && two !== undefined))
      return undefined;
    const value = isClash
      ? pick(old, one, two, (x = "", y = "") => x > y)
      : one === old
        ? two
        : one;
    if (value !== undefined) merged.set(id, value);
  }
  return merged;
}

/** True for two lines with the same box, text and metadata, in whatever order. */
function isSame(line: string, other: string): boolean {
  const [x, y] = [splitEntry([line]), splitEntry([other])];
  if (x.box !== y.box || x.text !== y.text || parseEntry([line]).date !== parseEntry([other]).date)
    return false;
  const [left, right] = [toTokens(x), toTokens(y)];
  return left.size === right.size && [...left].every(([id, raw]) => right.get(id) === raw);
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
  if ([one, two].some((lines) => lines !== undefined && hideSome([lines]))) return undefined;
  const [oldIds, oneIds, twoIds] = [toIds(base), toIds(a), toIds(b)];
  const lineById = new Map([
    ...oneIds.map((id, i) => [id, a[i] ?? ""] as const),
    ...twoIds.map((id, i) => [id, b[i] ?? ""] as const),
  ]);
  return mergeOrder({ base: oldIds, a: oneIds, b: twoIds }).map((id) => lineById.get(id) ?? "");
}
