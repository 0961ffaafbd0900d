import { dateFormat } from "../i18n/date-format.ts";
import type { SearchTexts } from "../i18n/search-strings.ts";
import type { ExcerptPart } from "../search/excerpt.ts";
import type { FoundPiece, Hit } from "../search/rank-hit.ts";
import { nameIn } from "../search/search-record.ts";
import { makeElement } from "./make-element.ts";

export interface HitContext {
  readonly strings: SearchTexts;
  readonly language: string;
  /** Memories that are shown of a document. */
  readonly most: number;
}

/** A document that was found with its memories: a link each. */
export function hitElement(hit: Hit, isExact: boolean, context: HitContext): HTMLLIElement {
  const { document, pieces } = hit;
  const { strings, language, most } = context;
  const about = [
    document.scope === ""
      ? undefined
      : bdi(nameIn(document.names, document.scope.split("/")[1] ?? "")),
    document.isArchived ? strings.archived : undefined,
    isExact ? strings.exact : undefined,
  ];
  const left = pieces.length - most;
  return makeElement(
    "li",
    { class: "search-hit" },
    makeElement(
      "h2",
      {},
      makeElement("a", { href: safeHref(document.href) }, bdi(...excerptNodes(hit.title))),
      ...aboutNodes(about),
    ),
    pieces.length === 0
      ? undefined
      : makeElement(
          "ul",
          {},
          ...pieces.slice(0, most).map((found) => pieceElement(found, hit, context)),
        ),
    left > 0
      ? makeElement(
          "p",
          {},
          makeElement(
            "a",
            { href: safeHref(document.href) },
            strings.left(new Intl.NumberFormat(language).format(left)),
          ),
        )
      : undefined,
  );
}

function pieceElement(
  { piece, excerpt }: FoundPiece,
  hit: Hit,
  context: HitContext,
): HTMLLIElement {
  const { strings, language } = context;
  const about = [
    piece.date === undefined ? undefined : timeElement(piece.date, language),
    piece.bank === hit.document.bank ? undefined : bdi(piece.bank),
    piece.person === undefined || hit.document.scope === `people/${piece.person}`
      ? undefined
      : bdi(nameIn(hit.document.names, piece.person)),
    piece.isNote ? strings.note : undefined,
    piece.isSuperseded ? strings.superseded : undefined,
  ];
  const href =
    safeHref(hit.document.href) + (piece.anchor === "" ? "" : `#${encodeURI(piece.anchor)}`);
  return makeElement(
    "li",
    piece.isSuperseded ? { class: "is-superseded" } : {},
    makeElement(
      "a",
      { href },
      makeElement("span", { class: "search-excerpt", dir: "auto" }, ...excerptNodes(excerpt)),
      ...aboutNodes(about),
    ),
  );
}

function aboutNodes(parts: readonly (Node | string | undefined)[]): Node[] {
  const there = parts.filter((part) => part !== undefined);
  if (there.length === 0) return [];
  const nodes = there.flatMap((part, i) => (i === 0 ? [part] : [" · ", part]));
  return [new Text(" "), makeElement("span", { class: "search-about" }, ...nodes)];
}

function excerptNodes(parts: readonly ExcerptPart[]): Node[] {
  return parts.map(({ text, isFound }) =>
    isFound ? makeElement("mark", {}, text) : new Text(text),
  );
}

const bdi = (...children: (Node | string)[]): HTMLElement => makeElement("bdi", {}, ...children);

function timeElement(date: string, language: string): HTMLTimeElement {
  const at = new Date(`${date}T00:00:00Z`);
  const words = Number.isNaN(at.getTime()) ? date : dateFormat(language).format(at);
  return makeElement("time", { datetime: date }, words);
}

/** Only ever an address on this site, whatever the index says. */
function safeHref(href: string): string {
  return /^\/(?![/\\])/.test(href) ? href : "#";
}
