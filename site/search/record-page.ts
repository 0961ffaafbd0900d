import type { Passage } from "../../src/vault/topic/topic.ts";
import { escapeHtml } from "../markdown/escape-html.ts";
import { headingId } from "../vault/heading-id.ts";
import type { SiteDocument, SiteEntry } from "../vault/site-vault.ts";
import { withParents } from "../vault/tags.ts";
import { plainText } from "./plain-text.ts";
import { exactTitleKey } from "./query-units.ts";
import {
  type Names,
  type PieceRecord,
  stringifyDocument,
  stringifyPiece,
} from "./search-record.ts";
import { searchUnits } from "./search-units.ts";

/** A document as Pagefind is given it. */
export interface RecordPage {
  readonly url: string;
  /** All that the page is made from. */
  readonly key: string;
  readonly html: () => string;
}

/**
 * A page that is never shown: for each piece an anchor, whose title keeps what the browser shows of it, and then its words,
 * folded and cut (search-units.ts) so that Pagefind splits on spaces and does no more.
 */
export function recordPage(
  document: SiteDocument,
  href: string,
  nameOf: (id: string) => string | undefined = () => undefined,
): RecordPage {
  const { frontmatter } = document.topic;
  const aliases = frontmatter.aliases.slice(0, 50);
  const { scope, archived: isArchived } = document.place;
  const { title, bank, tags, url, updated = "0" } = document;
  const pieces = documentPieces(document);
  const names = namesBy(nameOf, peopleOf(document, pieces));
  const record = { title, href, aliases, tags, scope, names, bank, isArchived };
  const partsOf = (): string[] => [
    meta("title", indexWords(title)),
    meta("alias", aliases.flatMap(indexWords)),
    ...filtersOf(document, pieces),
    `<i data-pagefind-sort="updated[data-v]" data-v="${escapeHtml(updated)}"></i>`,
    anchor("d", stringifyDocument(record)),
    [title, ...aliases].flatMap((name) => exactTitleKey(name) ?? []).join(" "),
    ` ${tags.flatMap(indexWords).join(" ")}`,
    ...pieces.map((piece, number) => pieceHtml(piece, number, document)),
  ];
  return {
    url: href,
    key: JSON.stringify([record, url, updated, pieces]),
    html: () => `<html><body>${partsOf().join("")}</body></html>`.toWellFormed(),
  };
}

function pieceHtml(piece: PieceRecord, number: number, document: SiteDocument): string {
  const words = [...indexWords(piece.text), ...piece.tags.flatMap(indexWords)].join(" ");
  const start = anchor(`p${number}`, stringifyPiece(piece, document.bank));
  const isOld = piece.isSuperseded || document.place.archived;
  return `${start} ${isOld ? `<b data-pagefind-weight="0.5">${words}</b>` : words} `;
}

/** Every key of every unit: a document may be asked for in any of its spellings. */
function indexWords(text: string): string[] {
  return searchUnits(text).flatMap((unit) =>
    unit.type === "word" ? unit.keys : unit.grams.map(({ key }) => key),
  );
}

/** What narrows documents; the browser narrows their pieces by the same names and months. */
function filtersOf(document: SiteDocument, pieces: readonly PieceRecord[]): string[] {
  const values = {
    bank: banksOf(document),
    person: peopleOf(document, pieces),
    tag: document.tags.flatMap((tag) => [...withParents(tag), tag]),
    month: pieces.flatMap(({ date }) => date?.slice(0, 7) ?? []),
    topic: [document.url],
  };
  return Object.entries(values).flatMap(([name, all]) =>
    [...new Set(all)].map(
      (value) =>
        `<i data-pagefind-filter="${name}[data-v]" data-v="${escapeHtml(filterValue(value))}"></i>`,
    ),
  );
}

/** Whose it is, and whose its pieces are. */
const peopleOf = ({ place }: SiteDocument, pieces: readonly PieceRecord[]): string[] => [
  ...(/^people\/([^/]+)$/.exec(place.scope)?.slice(1) ?? []),
  ...pieces.flatMap(({ person }) => person ?? []),
];

/** The names of those that have another than their id. */
export const namesBy = (
  nameOf: (id: string) => string | undefined,
  ids: readonly string[],
): Names =>
  [...new Set(ids)]
    .map((id) => [id, nameOf(id) ?? id] as const)
    .filter(([id, name]) => id !== name);

/** Of what names one, and of its memories. */
export const banksOf = ({ bank, hasBank, entries }: SiteDocument): string[] => [
  ...(hasBank ? [bank] : []),
  ...entries.filter(({ isMemory }) => isMemory).map((entry) => entry.bank),
];

/** Pagefind puts runs of spaces into one. */
const filterValue = (value: string): string => value.replace(/\s+/g, " ").trim();

function meta(name: string, words: readonly string[]): string {
  if (words.length === 0) return "";
  return `<i data-pagefind-meta="${name}[data-v]" data-v="${words.join(" ")}"></i>`;
}

const anchor = (id: string, title: string): string =>
  ` <i id="${id}" data-pagefind-title="${escapeHtml(title)}"></i> `;

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
    ...{ anchor: entry.anchor, isNote: !entry.isMemory, tags },
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
