import type { LabelledLink } from "../../markdown/document-view.ts";
import type { SiteDocument } from "../../vault/site-vault.ts";
import { editorLink } from "../entry-frame.ts";
import type {
  BacklinkView,
  DocumentPageView,
  HistoryView,
  NeighboursView,
  Section,
} from "../page.ts";
import type { Rendering } from "../rendering.ts";
import { hrefOf } from "../urls.ts";
import type { Outline } from "./outline.ts";
import type { SitePlan } from "./plan-pages.ts";
import { keyOf, type PlannedPage, plainPage } from "./planned-page.ts";

/** A document's own page. */
export function planDocument(plan: SitePlan, document: SiteDocument): PlannedPage {
  const { outline, rendering } = plan;
  const { linkTo, editor, root } = outline;
  const { frontmatter } = document.topic;
  const linked = linkedFrom(outline, document);
  const view: Omit<DocumentPageView, "view" | "properties" | "backlinks" | "moreBacklinks"> = {
    ...{ type: "document", title: document.title, file: document.path },
    ...writingOf(`${document.title}\n${document.text}`),
    breadcrumbs: breadcrumbsOf(plan, document),
    tree: outline.tree.around(document),
    summary: frontmatter.summary ?? "",
    aliases: frontmatter.aliases,
    bank: document.hasBank ? linkTo.group("banks", document.bank) : undefined,
    tags: document.tags.map((tag) => linkTo.group("tags", tag)),
    created: frontmatter.created,
    updated: document.updated,
    entryCount: document.memoryCount,
    isArchived: document.place.archived,
    links: linked.map((other) => linkTo.document(other)),
    brokenLinks: brokenLinks(document),
    neighbours: neighboursOf(outline, document, linked),
    history: historyOf(plan, document),
    editHref: editor === undefined ? undefined : editorLink(editor, root, document.path, 1),
  };
  return {
    ...{ url: document.url, type: "document", file: document.path },
    key: keyOf(
      view,
      rendering.documentKey(document),
      properties(rendering.inlineKey, document),
      backlinks(outline, rendering.inlineKey, document),
    ),
    view: () => ({
      ...view,
      view: rendering.document(document),
      properties: properties(rendering.inline, document),
      ...backlinks(outline, rendering.inline, document),
    }),
  };
}

/** With `inline` for their values: as HTML, or as a key. */
const properties = (
  inline: Rendering["inline"],
  document: SiteDocument,
): DocumentPageView["properties"] =>
  document.properties.map(({ name, values }) => ({
    name,
    values: values.slice(0, maxValues).map((value) => inline(value, document)),
  }));

/** Of one property. */
const maxValues = 50;

/** Documents that it links to, each once, in the order of its links. */
function linkedFrom({ vault }: Outline, document: SiteDocument): SiteDocument[] {
  const linked = new Set<SiteDocument>();
  for (const { found } of document.links) {
    const other = found?.type === "document" ? vault.documentsByPath.get(found.path) : undefined;
    if (other !== undefined && other !== document) linked.add(other);
  }
  return [...linked];
}

const brokenLinks = ({ links }: SiteDocument): string[] => [
  ...new Set(links.filter(({ found }) => found === undefined).map(({ target }) => target)),
];

/** With `inline` for their lines: as HTML, or as a key. */
function backlinks(
  { vault, linkTo, base }: Outline,
  inline: Rendering["inline"],
  document: SiteDocument,
): Pick<DocumentPageView, "backlinks" | "moreBacklinks"> {
  const linesByPath = [...Map.groupBy(document.backlinks, ({ from }) => from)];
  const shown = linesByPath.slice(0, maxLinking).flatMap(([path, lines]): BacklinkView[] => {
    const from = vault.documentsByPath.get(path);
    if (from === undefined) return [];
    const first = lines.slice(0, maxLines).map(({ text, anchor }) => ({
      html: inline(text, from),
      href: hrefOf(base, from.url, anchor),
    }));
    return [{ document: linkTo.document(from), lines: first, more: lines.length - first.length }];
  });
  return { backlinks: shown, moreBacklinks: linesByPath.length - shown.length };
}

/** Linking documents on a page, and lines of each. */
const maxLinking = 100;
const maxLines = 5;

const maxNeighbours = 12;

/** Those linked both ways first, on a circle, from its top on. */
function neighboursOf(
  { vault, linkTo, base }: Outline,
  document: SiteDocument,
  linked: readonly SiteDocument[],
): NeighboursView | undefined {
  const linking = new Set(
    document.backlinks.flatMap(({ from }) => vault.documentsByPath.get(from) ?? []),
  );
  const both = linked.filter((other) => linking.has(other));
  const all = [...new Set([...both, ...linked, ...linking])].filter((other) => other !== document);
  if (all.length === 0) return undefined;
  const near = all.slice(0, maxNeighbours);
  const nodes = near.map((other, i) => {
    const angle = (2 * Math.PI * i) / near.length - Math.PI / 2;
    const { label, href = base } = linkTo.document(other);
    return { label, href, x: onCircle(Math.cos(angle)), y: onCircle(Math.sin(angle)) };
  });
  return { nodes, more: all.length - near.length };
}

const onCircle = (part: number): number => Math.round((50 + 40 * part) * 10) / 10;

function historyOf(
  { histories, outline }: SitePlan,
  document: SiteDocument,
): { href: string; count: number } | undefined {
  const count = histories.get(document.path)?.changes.length ?? 0;
  if (count === 0) return undefined;
  return { href: hrefOf(outline.base, historyUrl(document)), count };
}

/** Where a document stands: its section, whose it is, and for notes the folders above it. */
function breadcrumbsOf({ outline, strings }: SitePlan, document: SiteDocument): LabelledLink[] {
  const { place, path } = document;
  const section = (name: Section): LabelledLink => ({
    label: strings.sections[name],
    href: hrefOf(outline.base, `${name}/`),
  });
  const [group, id] = place.scope.split("/");
  const whose =
    id !== undefined && (group === "people" || group === "agents")
      ? [section(group), outline.linkTo.group(group, id)]
      : [];
  if (place.archived) return [section("archive"), ...whose];
  const folders = place.kind === "note" ? place.topic.split("/").slice(0, -1) : [];
  const own = path.startsWith(`${place.scope}/`) ? folders.filter((_, i) => i >= 2) : folders;
  const href = outline.lists.hrefOf(document);
  const words = (place.scope === "" ? folders : own).map((label, i, all) => ({
    label,
    href: i === all.length - 1 ? href : undefined,
  }));
  return [...(whose.length > 0 ? whose : [section(outline.lists.section)]), ...words];
}

/** Where a document's history lies, below the base. */
const historyUrl = ({ url }: SiteDocument): string => `${url}history/`;

/** What changed in each document, of those whose past is known. */
export function planHistories({ outline, histories }: SitePlan): PlannedPage[] {
  return outline.vault.documents.flatMap((document) => {
    const history = histories.get(document.path);
    if (history === undefined || history.changes.length === 0) return [];
    const view: HistoryView = {
      ...{ type: "history", title: document.title, changes: history.changes, notes: history.notes },
      document: outline.linkTo.document(document),
    };
    return plainPage(historyUrl(document), view, document.path);
  });
}

const maxCharacters = 4_000;

/** Scripts that one language is written in, nearly always. */
const languageByScript: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, "ja"],
  [/\p{sc=Hangul}/gu, "ko"],
  [/\p{sc=Han}/gu, "zh"],
  [/\p{sc=Thai}/gu, "th"],
  [/\p{sc=Hebrew}/gu, "he"],
  [/\p{sc=Arabic}/gu, "ar"],
  [/\p{sc=Greek}/gu, "el"],
  [/\p{sc=Devanagari}/gu, "hi"],
];

const letters = /\p{L}/gu;
const rightToLeft =
  /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}\p{sc=Mandaic}]/gu;

/**
 * The language of a text as far as its script shows it, and which way it runs, by its beginning. Latin and Cyrillic say no
 * language; Japanese has Han too.
 */
export function writingOf(text: string): Pick<DocumentPageView, "language" | "direction"> {
  const start = text.slice(0, maxCharacters);
  const count = (pattern: RegExp): number => start.match(pattern)?.length ?? 0;
  const all = count(letters);
  if (all === 0) return { language: undefined, direction: "auto" };
  const backwards = count(rightToLeft) / all;
  const [, language] =
    languageByScript.find(([script, code]) => count(script) / all > (code === "ja" ? 0.1 : 0.5)) ??
    [];
  return { language, direction: backwards > 0.5 ? "rtl" : backwards > 0.1 ? "auto" : "ltr" };
}
