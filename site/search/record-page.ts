import type { SiteDocument } from "../vault/site-vault.ts";
import { documentPieces } from "./document-pieces.ts";
import { exactTitleKey } from "./query-units.ts";
import { type PieceRecord, stringifyDocument, stringifyPiece } from "./search-record.ts";
import { searchUnits } from "./search-units.ts";

/** A document as Pagefind is given it. */
export interface RecordPage {
  readonly url: string;
  readonly html: string;
}

/**
 * A page nobody sees: for each piece an anchor, whose title keeps what the browser shows of it, and then its words,
 * folded and cut (search-units.ts) so that Pagefind splits on spaces and does no more.
 */
export function recordPage(document: SiteDocument, href: string): RecordPage {
  const { frontmatter } = document.topic;
  const aliases = frontmatter.aliases.slice(0, 50);
  const { scope, archived: isArchived } = document.place;
  const { title, bank, tags } = document;
  const pieces = documentPieces(document);
  const names = [title, ...aliases].map(exactTitleKey).filter((key) => key !== undefined);
  const parts = [
    meta("title", indexWords(title)),
    meta("alias", aliases.flatMap(indexWords)),
    ...filtersOf(document, pieces),
    `<i data-pagefind-sort="updated[data-v]" data-v="${escapeAttribute(document.updated ?? "0")}"></i>`,
    anchor("d", stringifyDocument({ title, href, aliases, tags, scope, bank, isArchived })),
    [...names, ...tags.flatMap(indexWords)].join(" "),
    ...pieces.map((piece, number) => pieceHtml(piece, number, document)),
  ];
  return { url: href, html: `<html><body>${parts.join("")}</body></html>`.toWellFormed() };
}

/** Bumped when a record of the same document becomes another. */
export const recordVersion = 1;

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
  const owner = /^people\/([^/]+)$/.exec(document.place.scope)?.[1];
  const values = {
    bank: [document.bank, ...pieces.map(({ bank }) => bank)],
    person: [owner ?? [], ...pieces.map(({ person }) => person ?? [])].flat(),
    tag: document.tags.flatMap(withParents),
    month: pieces.flatMap(({ date }) => date?.slice(0, 7) ?? []),
    topic: [document.url],
  };
  return Object.entries(values).flatMap(([name, all]) =>
    [...new Set(all)].map(
      (value) =>
        `<i data-pagefind-filter="${name}[data-v]" data-v="${escapeAttribute(filterValue(value))}"></i>`,
    ),
  );
}

/** `food/rice` is a `food` too. */
function withParents(tag: string): string[] {
  const names = tag.split("/");
  return names.map((_, i) => names.slice(0, i + 1).join("/"));
}

/** Pagefind puts runs of spaces into one. */
const filterValue = (value: string): string => value.replace(/\s+/g, " ").trim();

function meta(name: string, words: readonly string[]): string {
  if (words.length === 0) return "";
  return `<i data-pagefind-meta="${name}[data-v]" data-v="${words.join(" ")}"></i>`;
}

const anchor = (id: string, title: string): string =>
  ` <i id="${id}" data-pagefind-title="${escapeAttribute(title)}"></i> `;

function escapeAttribute(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
