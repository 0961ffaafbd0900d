import { en } from "../../../site/i18n/en.ts";
import type { Embedded, MarkdownContext } from "../../../site/markdown/context.ts";
import type { DocumentView, EntryView } from "../../../site/markdown/document-view.ts";
import { renderDocument } from "../../../site/markdown/render-document.ts";
import { anchorOf } from "../../../site/vault/heading-id.ts";
import { toDocument } from "../../../site/vault/site-document.ts";
import type { SiteDocument } from "../../../site/vault/site-vault.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";

/** The file at `topics/<slug>.md`, as the site has it. */
export function documentOf(text: string, slug = "page"): SiteDocument {
  const file = { path: toTopicPath(`topics/${slug}.md`), text: text.toWellFormed() };
  return toDocument(file, `topics/${slug}/`, { banks: ["General"], defaultBank: "General" });
}

/** A site of these notes: every other name leads nowhere, but for files that end in `.png` and the like. */
export function contextOf(
  notes: Readonly<Record<string, string>> = {},
  own?: SiteDocument,
): MarkdownContext {
  const pages = new Map(
    Object.entries(notes).map(([slug, text]) => [slug, documentOf(text, slug)]),
  );
  const context: MarkdownContext = {
    strings: en.markdown,
    hrefOf: (target, heading) => {
      const page = pages.get(target) ?? (target === "" ? (own ?? documentOf("")) : undefined);
      if (page === undefined) return undefined;
      const hash = heading === undefined ? "" : `#${encodeURIComponent(anchorOf(heading))}`;
      return { href: `/${page.url}${hash}`, title: page.title };
    },
    hrefOfTag: (tag) => `/tags/${tag.split("/").map(encodeURIComponent).join("/")}/`,
    embed: (target) => fileOf(target) ?? noteOf(target),
    entryViewOf: ({ entry, anchor, document }, html): EntryView => ({
      anchor,
      ...html,
      href: `/${document.url}#${anchor}`,
      date: entry.date,
      tags: [],
      importance: undefined,
      until: undefined,
      isProtected: false,
      task: entry.task,
      isSuperseded: false,
      bank: undefined,
      person: undefined,
      agent: undefined,
      source: undefined,
      supersededBy: undefined,
      supersedes: undefined,
      fields: [],
      editHref: undefined,
      document: { label: document.title, href: `/${document.url}` },
    }),
  };
  const noteOf = (target: string): Embedded | undefined => {
    const document = target === "" ? own : pages.get(target);
    if (document === undefined) return undefined;
    const itsOwn = document === own ? context : contextOf(notes, document);
    return { type: "document", document, href: `/${document.url}`, context: itsOwn };
  };
  return context;
}

const kinds = { png: "image", svg: "image", mp3: "audio", mp4: "video", pdf: "file" } as const;

function fileOf(target: string): Embedded | undefined {
  const ending = /^[\w -]+\.(png|svg|mp3|mp4|pdf)$/.exec(target)?.[1];
  if (ending === undefined) return undefined;
  const src =
    ending === "svg" ? "data:image/svg+xml,%3Csvg%2F%3E" : `/files/${encodeURIComponent(target)}`;
  for (const [name, type] of Object.entries(kinds))
    if (name === ending) return { type, src, title: target, isInk: target === "icon.svg" };
  return undefined;
}

/** A page with this text below its title. */
export function renderText(text: string, context = contextOf()): DocumentView {
  return renderDocument(documentOf(`# Page\n\n${text}`), context);
}

/** All HTML of a document, in order. */
export function htmlOf({ blocks }: DocumentView): string[] {
  return blocks.flatMap((block) => {
    if (block.type === "prose") return [block.html];
    return block.items.flatMap((item) =>
      item.type === "item" ? [item.html] : [item.entry.html, item.entry.nested],
    );
  });
}

/** The HTML of a text that is prose alone. */
export const proseOf = (text: string, context = contextOf()): string => {
  const { blocks } = renderText(text, context);
  return blocks
    .map((block) => (block.type === "prose" ? block.html : `(${block.type})`))
    .join("\n");
};
