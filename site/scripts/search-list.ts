import { dateFormat } from "../i18n/date-format.ts";
import type { SearchTexts } from "../i18n/search-strings.ts";
import type { ExcerptPart } from "../search/excerpt.ts";
import type { FoundPiece, Hit } from "../search/rank-hit.ts";
import { nameIn } from "../search/search-record.ts";
import { makeElement } from "./make-element.ts";
import type { Answer } from "./search-index.ts";

/** What was found, and the button for more of it. */
export interface SearchList {
  readonly list: HTMLOListElement;
  readonly more: HTMLButtonElement;
  /** Of what is shown: pages, and the memories found in them. */
  counts(): { readonly pages: number; readonly memories: number };
  /** Shows an answer in place of the one before, unless `isLate` says that it is no longer needed. */
  show(answer: Answer, isLate: () => boolean): Promise<void>;
  clear(): void;
}

/** Hits that are added at a time: each is a file to load. */
const atATime = 10;

/** `grown` is called when more was added. */
export function createSearchList(context: HitContext, grown: () => void): SearchList {
  const list = makeElement("ol", { class: "search-hits" });
  const more = makeElement(
    "button",
    { type: "button", class: "search-more" },
    context.strings.more,
  );
  more.hidden = true;
  let shown: Answer | undefined;
  let memories = 0;
  const elementsOf = (found: readonly Hit[], isExact: boolean): HTMLLIElement[] => {
    memories += found.reduce((sum, hit) => sum + memoriesIn(hit), 0);
    return found.map((hit) => hitElement(hit, isExact, context));
  };

  const show = async (answer: Answer, isLate: () => boolean): Promise<void> => {
    const hits = await answer.next(atATime);
    if (isLate()) return;
    shown = answer;
    memories = 0;
    list.replaceChildren(...elementsOf(answer.exact, true), ...elementsOf(hits, false));
    more.hidden = answer.isDone();
  };
  const showMore = async (): Promise<void> => {
    const answer = shown;
    const last = list.lastElementChild;
    const hits = (await answer?.next(atATime)) ?? [];
    if (answer === undefined || shown !== answer) return;
    list.append(...elementsOf(hits, false));
    more.hidden = answer.isDone();
    grown();
    last?.nextElementSibling?.querySelector("a")?.focus();
  };
  more.addEventListener("click", () => void showMore());
  return {
    ...{ list, more, show },
    counts: () => ({ pages: list.childElementCount, memories }),
    clear() {
      shown = undefined;
      list.replaceChildren();
      more.hidden = true;
    },
  };
}

/** A page that was found by its name alone shows its newest memory, which was not. */
const memoriesIn = ({ pieces, matched }: Hit): number =>
  pieces.filter(
    ({ piece, excerpt }) =>
      !piece.isNote && (matched === 0 || excerpt.some(({ isFound }) => isFound)),
  ).length;

interface HitContext {
  readonly strings: SearchTexts;
  readonly language: string;
  /** Memories that are shown of a document. */
  readonly most: number;
}

/** A document that was found with its memories: a link each. */
function hitElement(hit: Hit, isExact: boolean, context: HitContext): HTMLLIElement {
  const { document, pieces } = hit;
  const { strings, language, most } = context;
  const [, owner] = document.scope.split("/");
  const about = [
    owner === undefined ? undefined : bdi(nameIn(document.names, owner)),
    document.isArchived ? strings.archived : undefined,
    isExact ? strings.exact : undefined,
  ];
  const href = safeHref(document.href);
  const title = makeElement("a", { href }, bdi(...excerptNodes(hit.title)));
  const rows = pieces.slice(0, most).map((found) => pieceElement(found, hit, context));
  const left = pieces.length - most;
  const more = strings.left(new Intl.NumberFormat(language).format(left));
  return makeElement(
    "li",
    { class: "search-hit" },
    makeElement("h2", {}, title, ...aboutNodes(about)),
    rows.length > 0 ? makeElement("ul", {}, ...rows) : undefined,
    left > 0 ? makeElement("p", {}, makeElement("a", { href }, more)) : undefined,
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
