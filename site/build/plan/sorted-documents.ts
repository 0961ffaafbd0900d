import { isCalendarDate } from "../../../src/vault/calendar-date.ts";
import { sha256Hex } from "../../../src/vault/sha256.ts";
import type { SiteDocument, SiteVault } from "../../vault/site-vault.ts";
import { hrefOf, pageUrl } from "../urls.ts";
import { cutEvenly } from "./cut-list.ts";
import { byTitle } from "./groups.ts";

/** All documents, and the archive, under headings and cut into pages. */
export interface DocumentLists {
  /** What the first list is called, and its address: "topics" only where there is one. */
  readonly section: "topics" | "notes";
  readonly topics: readonly (readonly PlacedDocument[])[];
  readonly archive: readonly (readonly PlacedDocument[])[];
  /** The heading that a document stands under. */
  readonly hrefOf: (document: SiteDocument) => string | undefined;
}

export interface PlacedDocument {
  readonly document: SiteDocument;
  readonly heading: Heading;
}

export interface Heading {
  readonly kind: (typeof kinds)[number];
  /** A letter, a folder, a scope or a year. */
  readonly name: string;
  /** Of its element. */
  readonly id: string;
}

/** In the order of the list. */
const kinds = ["letter", "other", "general", "notes", "folder", "scope", "daily"] as const;

const maxDocuments = 300;

interface ListOptions {
  readonly base: string;
  readonly language: string;
  readonly collator: Intl.Collator;
}

/** Puts every document under its heading. */
export function documentListsOf(
  { documents }: SiteVault,
  { base, language, collator }: ListOptions,
): DocumentLists {
  const hrefs = new Map<SiteDocument, string>();
  const listOf = (url: string, own: readonly SiteDocument[]): DocumentLists["topics"] => {
    const placed = own.map((document) => ({ document, heading: headingOf(document, language) }));
    placed.sort((a, b) => byHeading(a, b, collator));
    const pages = cutEvenly(placed, maxDocuments);
    for (const [i, page] of pages.entries()) {
      for (const { document, heading } of page) {
        hrefs.set(document, hrefOf(base, pageUrl(url, i + 1), heading.id));
      }
    }
    return pages;
  };
  const hasOthers = documents.some(({ place }) => !place.archived && place.kind !== "note");
  const section = hasOthers || documents.length === 0 ? "topics" : "notes";
  const [archive, topics] = [true, false].map((isArchived) =>
    listOf(
      isArchived ? "archive/" : `${section}/`,
      documents.filter(({ place }) => place.archived === isArchived),
    ),
  );
  return {
    section,
    topics: topics ?? [],
    archive: archive ?? [],
    hrefOf: (document) => hrefs.get(document),
  };
}

function headingOf({ path, place, title }: SiteDocument, language: string): Heading {
  if (place.scope !== "") return heading("scope", place.scope);
  if (place.kind === "general") return heading("general", "");
  if (place.kind === "note") {
    const names = path.split("/");
    const name = names.pop() ?? "";
    if (isDailyNote(name)) return heading("daily", name.slice(0, 4));
    return names.length === 0 ? heading("notes", "") : heading("folder", names.join("/"));
  }
  const [letter = ""] = title.normalize("NFD").replace(/^[^\p{L}\p{N}]+/u, "");
  return /\p{L}/u.test(letter)
    ? heading("letter", letter.toLocaleUpperCase(language).normalize("NFC"))
    : heading("other", "");
}

/** The id says nothing of what else is in the list. */
const heading = (kind: Heading["kind"], name: string): Heading => ({
  ...{ kind, name },
  id: `g-${sha256Hex(`${kind}/${name}`).slice(0, 8)}`,
});

/** Daily notes newest first, all others by name. */
function byHeading(a: PlacedDocument, b: PlacedDocument, collator: Intl.Collator): number {
  const rank = kinds.indexOf(a.heading.kind) - kinds.indexOf(b.heading.kind);
  if (rank !== 0) return rank;
  if (a.heading.kind === "daily") return byName(a.document, b.document);
  const [x, y] = [a.heading.name, b.heading.name];
  return (
    collator.compare(x, y) || (x < y ? -1 : x > y ? 1 : byTitle(a.document, b.document, collator))
  );
}

function byName(a: SiteDocument, b: SiteDocument): number {
  const [x = "", y = ""] = [a.path.split("/").at(-1), b.path.split("/").at(-1)];
  return x === y ? (a.path < b.path ? -1 : 1) : x < y ? 1 : -1;
}

/** True for the name or path of a file that is called after a day: `2026-02-12.md`, `2026-02-12 Thursday.md`. */
export function isDailyNote(path: string): boolean {
  const name = path.split("/").at(-1) ?? "";
  return /^\d{4}-\d{2}-\d{2}(?!\d)/.test(name) && isCalendarDate(name.slice(0, 10));
}
