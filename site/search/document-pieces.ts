import type { Passage } from "../../src/vault/topic.ts";
import { headingId } from "../markdown/heading-id.ts";
import type { SiteDocument, SiteEntry } from "../vault/site-vault.ts";
import { plainText } from "./plain-text.ts";
import type { PieceRecord } from "./search-record.ts";

/** What of a document can be found: its memories and the paragraphs of its notes, in the order of the file. */
export function documentPieces(document: SiteDocument): PieceRecord[] {
  const lines = document.text.split("\n");
  const { summary } = document.topic.frontmatter;
  const pieces = [
    ...(summary === undefined
      ? []
      : [{ line: 0, piece: notePiece(document, plainText(summary), "") }]),
    ...document.entries.map((entry) => ({
      line: entry.entry.line,
      piece: entryPiece(entry, lines),
    })),
    ...document.topic.passages
      .filter((passage) => !isNested(passage, document))
      .flatMap((passage) => passagePieces(passage, document)),
  ].sort((a, b) => a.line - b.line);
  return upToLimit(pieces.map(({ piece }) => piece));
}

/** A log pasted into a note is not worth a slow search for everyone: what is beyond is not found. */
const longestPiece = 20_000;
const longestDocument = 400_000;

function entryPiece(entry: SiteEntry, lines: readonly string[]): PieceRecord {
  const { text, line, endLine, tags } = entry.entry;
  const below = lines.slice(line, endLine).filter((other) => !text.includes(other.trim()));
  return {
    text: [plainText(text), plainText(below.join("\n"))].filter((part) => part !== "").join(" "),
    ...{ anchor: entry.anchor, isNote: false, tags },
    ...{
      date: entry.date,
      bank: entry.bank,
      person: entry.person,
      isSuperseded: entry.isSuperseded,
    },
  };
}

/** What stands below an entry is found with it. */
function isNested({ line, endLine }: Passage, document: SiteDocument): boolean {
  return document.entries.some(({ entry }) => line >= entry.line && endLine <= entry.endLine);
}

function passagePieces(
  passage: Passage,
  document: SiteDocument,
): { line: number; piece: PieceRecord }[] {
  const heading = plainText(passage.headings.at(-1) ?? "");
  const anchor = heading === "" || heading === document.title ? "" : headingId(heading);
  return passage.text
    .slice(0, longestDocument)
    .split(/\n[ \t]*\n/)
    .map(plainText)
    .filter((text) => text !== "")
    .map((text) => ({ line: passage.line, piece: notePiece(document, text, anchor) }));
}

function notePiece(document: SiteDocument, text: string, anchor: string): PieceRecord {
  return {
    ...{ text, anchor, isNote: true, tags: [], date: undefined, isSuperseded: false },
    bank: document.bank,
    person: undefined,
  };
}

function upToLimit(pieces: readonly PieceRecord[]): PieceRecord[] {
  let left = longestDocument;
  return pieces.flatMap((piece) => {
    const text = piece.text.slice(0, Math.min(longestPiece, left)).toWellFormed();
    left -= text.length;
    return text === "" ? [] : [{ ...piece, text }];
  });
}
