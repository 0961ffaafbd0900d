import { type ExcerptPart, excerptOf, type Range } from "./excerpt.ts";
import { unitKeys } from "./query-units.ts";
import { isFiltered, isPieceWithin, type SearchFilter } from "./search-filter.ts";
import type { DocumentRecord, PieceRecord } from "./search-record.ts";
import { type Gram, type SearchUnit, searchUnits } from "./search-units.ts";

export interface Question {
  readonly units: readonly SearchUnit[];
  readonly filter: SearchFilter;
}

/** A document that was found, with its pieces that were, best first. */
export interface Hit {
  readonly document: DocumentRecord;
  readonly title: readonly ExcerptPart[];
  readonly pieces: readonly FoundPiece[];
  /** Units of the question that it has, anywhere. */
  readonly matched: number;
}

export interface FoundPiece {
  readonly piece: PieceRecord;
  readonly excerpt: readonly ExcerptPart[];
}

/** What of a document answers a question; undefined where Pagefind's loose match is none, or the filter leaves nothing. */
export function rankHit(
  question: Question,
  document: DocumentRecord,
  pieces: readonly PieceRecord[],
): Hit | undefined {
  const { units, filter } = question;
  const within = taggedOf(pieces, filter.tag).filter((piece) =>
    isPieceWithin(piece, filter, document.scope),
  );
  if (isFiltered(filter) && within.length === 0) return undefined;
  const inTitle = found(units, document.title);
  const named = new Set([
    ...inTitle.map(({ unit }) => unit),
    ...[...document.aliases, ...document.tags].flatMap((name) =>
      found(units, name).map(({ unit }) => unit),
    ),
  ]);
  const ranked = within
    .map((piece) => rankPiece(piece, units))
    .filter(({ matched }) => matched.size > 0)
    .sort(byWorth);
  const matched = new Set([...named, ...ranked.flatMap((each) => [...each.matched])]).size;
  if (units.length > 0 && matched === 0) return undefined;
  // Found by its name alone: then its newest memory says what it is about.
  const shown =
    ranked.length > 0 ? ranked : within.map((piece) => rankPiece(piece, [])).sort(byWorth);
  return {
    document,
    title: excerptOf(document.title, inTitle),
    pieces: oneAnAnchor(ranked.length > 0 || units.length === 0 ? shown : shown.slice(0, 1)),
    matched,
  };
}

/** Those with the tag; all of them where it is the document's. */
function taggedOf(pieces: readonly PieceRecord[], tag: string): readonly PieceRecord[] {
  const tagged = pieces.filter(({ tags }) =>
    tags.some((own) => own === tag || own.startsWith(`${tag}/`)),
  );
  return tagged.length > 0 ? tagged : pieces;
}

interface RankedPiece extends FoundPiece {
  readonly matched: ReadonlySet<number>;
}

function rankPiece(piece: PieceRecord, units: readonly SearchUnit[]): RankedPiece {
  const inText = found(units, piece.text);
  const inTags = piece.tags.flatMap((tag) => found(units, tag));
  const matched = new Set([...inText, ...inTags].map(({ unit }) => unit));
  return { piece, excerpt: excerptOf(piece.text, inText), matched };
}

function found(units: readonly SearchUnit[], text: string): Found[] {
  return units.length === 0 ? [] : matchUnits(units, searchUnits(text));
}

/** More words of the question first, then what still holds, then the newest. */
function byWorth(a: RankedPiece, b: RankedPiece): number {
  return (
    b.matched.size - a.matched.size ||
    Number(a.piece.isSuperseded) - Number(b.piece.isSuperseded) ||
    compareDates(b.piece.date, a.piece.date)
  );
}

function compareDates(a = "", b = ""): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Paragraphs below one heading lead to the same place. */
function oneAnAnchor(pieces: readonly FoundPiece[]): FoundPiece[] {
  const anchors = new Set<string>();
  return pieces.filter(({ piece }) => {
    const isNew = !anchors.has(piece.anchor);
    anchors.add(piece.anchor);
    return isNew;
  });
}

/** A stretch of a text that a unit of the question found. */
export interface Found extends Range {
  /** Which unit of the question. */
  readonly unit: number;
}

/** Where the units of a question stand in a text, in its order. */
export function matchUnits(question: readonly SearchUnit[], text: readonly SearchUnit[]): Found[] {
  return question
    .flatMap((asked, unit) =>
      text.flatMap((there) => rangesOf(asked, there).map((range) => ({ unit, ...range }))),
    )
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

function rangesOf(asked: SearchUnit, there: SearchUnit): Range[] {
  const keys = unitKeys(asked);
  if (asked.type === "word" && there.type === "word") {
    const { start, end } = there;
    return there.keys.some((key) => isWordFor(keys[0] ?? "", key)) ? [{ start, end }] : [];
  }
  if (asked.type !== "run" || there.type !== "run") return [];
  return startsOf(keys, there.grams).map((at) => rangeOf(there.grams, at, asked.grams.length));
}

/** The beginning of a word, or a longer form of one: Pagefind finds "dentist" for "dentists" too. */
function isWordFor(asked: string, key: string): boolean {
  if (asked === "") return false;
  if (key.startsWith(asked)) return true;
  return key.length >= 4 && asked.length - key.length <= 3 && asked.startsWith(key);
}

/** Where grams follow one another in a run. */
function startsOf(keys: readonly string[], grams: readonly Gram[]): number[] {
  const starts: number[] = [];
  for (let at = 0; at + keys.length <= grams.length; at++) {
    const fits = keys.every((key, i) => grams[at + i]?.key.startsWith(key));
    if (keys.length > 0 && fits) starts.push(at);
  }
  return starts;
}

/** From one letter of a run, so many letters on: a gram begins at each letter. */
function rangeOf(grams: readonly Gram[], at: number, letters: number): Range {
  const start = grams[at]?.start ?? 0;
  const next = grams[at + letters]?.start;
  const end = next ?? grams.at(-1)?.end ?? start;
  return { start, end: Math.max(end, start) };
}
