import { insideOf } from "../../src/vault/topic/comments.ts";
import { codeSpans, isEscaped } from "../../src/vault/topic/inline-tags.ts";
import type { MarkdownStrings } from "../markdown/context.ts";
import type { DocumentView, EntryView } from "../markdown/document-view.ts";
import { renderDocument } from "../markdown/render-document.ts";
import { renderInline } from "../markdown/render-inline.ts";
import { anchorsOf } from "../vault/anchors.ts";
import { findLinks } from "../vault/links.ts";
import type { SiteDocument, SiteEntry } from "../vault/site-vault.ts";
import { entryFrame } from "./entry-frame.ts";
import {
  type Anchors,
  createContextOf,
  createFind,
  type Find,
  type Found,
  isDocument,
} from "./markdown-context.ts";
import { remember } from "./memoize.ts";
import type { Outline } from "./plan/outline.ts";
import { keyOf } from "./plan/planned-page.ts";

/** Markdown of the vault as HTML; and beside each, a key that changes with whatever would be rendered, at little cost. */
export interface Rendering {
  /** A document's body. */
  readonly document: (document: SiteDocument) => DocumentView;
  readonly documentKey: (document: SiteDocument) => string;
  /** An entry in a list. */
  readonly entry: (entry: SiteEntry) => EntryView;
  readonly entryKey: (entry: SiteEntry) => string;
  /** A line that stands in a document, or in none. */
  readonly inline: (text: string, document: SiteDocument | undefined) => string;
  readonly inlineKey: (text: string, document: SiteDocument | undefined) => string;
}

/** Renders what stands in the vault of an outline. */
export function createRendering(
  outline: Outline,
  strings: MarkdownStrings,
  hasLineBreaks = false,
): Rendering {
  const find = createFind(outline.vault);
  const anchors = remember(anchorsOf);
  const contextOf = createContextOf(outline, strings, { find, anchors, hasLineBreaks });
  /** An entry stands in several lists. */
  const wordsOf = remember(({ entry, document }: SiteEntry) =>
    renderInline(withoutFootnotes(entry.text), contextOf(document), { isItem: true }),
  );
  const keys = createKeys(outline, find, anchors);
  return {
    ...keys,
    documentKey: (document) => keyOf(keys.documentKey(document), hasLineBreaks),
    document: (document) => renderDocument(document, contextOf(document)),
    entry: (entry) => ({
      ...entryFrame(outline, entry, "list"),
      ...{ html: wordsOf(entry), nested: "" },
    }),
    inline: (text, document) => renderInline(withoutFootnotes(text), contextOf(document)),
  };
}

type Keys = Pick<Rendering, "documentKey" | "entryKey" | "inlineKey">;

function createKeys(outline: Outline, find: Find, anchors: Anchors): Keys {
  const references = remember(referencesIn);
  const describe = remember((found: Found) => describeFound(found, anchors));
  /** Of a list's: whatever its own document leaves out of it is in there too. */
  const frameKey = remember((entry: SiteEntry) => keyOf(entryFrame(outline, entry, "list")));
  const embeddedIn = (text: string, document: SiteDocument | undefined): SiteDocument[] => {
    const { targets, hasEmbeds } = references(text);
    if (!hasEmbeds) return [];
    const found = targets.map((target) => find(document, target));
    return found.filter((one) => one !== undefined).filter(isDocument);
  };
  /** What a text shows but for what it embeds. */
  const answers = (text: string, document: SiteDocument | undefined): unknown => {
    const { targets, tags } = references(text);
    return [
      targets.map((target) => describe(find(document, target))),
      /[[(]\s*#/.test(text) ? describe(document) : [],
      tags.map((tag) => outline.linkTo.group("tags", tag).href ?? ""),
    ];
  };
  const ownKey = remember((document: SiteDocument) => {
    const { text, url, title, entries, links } = document;
    const defined = links.map(({ target }) => describe(find(document, target)));
    return keyOf(url, title, text, defined, answers(text, document), entries.map(frameKey));
  });
  /** Keys of all that is embedded, and embedded there. */
  const embeddedKeys = (text: string, document: SiteDocument | undefined): readonly string[] => {
    const reached = new Set<SiteDocument>();
    const open = embeddedIn(text, document);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(...embeddedIn(next.text, next));
    }
    return [...reached].map(ownKey).sort();
  };
  const shownIn = (text: string, document: SiteDocument | undefined): unknown =>
    /[[#]|<img /.test(text)
      ? [text, answers(text, document), embeddedKeys(text, document), document?.url]
      : text;
  return {
    entryKey: remember((entry) =>
      keyOf(frameKey(entry), shownIn(entry.entry.text, entry.document)),
    ),
    inlineKey: (text, document) => keyOf(shownIn(text, document)),
    documentKey: (document) => keyOf(ownKey(document), embeddedKeys(document.text, document)),
  };
}

/** All that a link to it, or an attachment's showing, may say. */
function describeFound(found: Found, anchors: Anchors): readonly unknown[] {
  if (found === undefined) return [];
  if (isDocument(found)) return [found.url, found.title, [...anchors(found)].sort()];
  return [found.url, found.kind, found.path, found.data];
}

/** What a Markdown text may ask its context for: rather too much than too little, so what stands in code counts too. */
interface References {
  /** Of links and embeds, as `findLinks` has them. */
  readonly targets: readonly string[];
  /** Without `#`. */
  readonly tags: readonly string[];
  /** Whether some target may be shown in its place. */
  readonly hasEmbeds: boolean;
}

/** The references of a text, each once, in a fixed order. */
function referencesIn(text: string): References {
  const links = findLinks(text, []);
  const tags = [...text.matchAll(/#([^\s#,.;:!?()[\]{}"'`<>|]+)/gu)].map(([, tag = ""]) => tag);
  return {
    targets: [...new Set(links.map(({ target }) => target))].sort(),
    tags: [...new Set(tags)].sort(),
    hasEmbeds: links.some(({ isEmbed }) => isEmbed),
  };
}

/** A line without the marks of its document's footnotes, for lists that do not show those; in code they stay. */
function withoutFootnotes(text: string): string {
  if (!text.includes("[^")) return text;
  const isCode = insideOf(codeSpans(text));
  return text.replace(/\[\^[^[\]\s]+\](?![(:[])/g, (mark, at: number) =>
    isCode(at) || isEscaped(text, at) ? mark : "",
  );
}
