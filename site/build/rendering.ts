import type { MarkdownStrings } from "../markdown/context.ts";
import type { DocumentView, EntryView } from "../markdown/document-view.ts";
import { renderDocument } from "../markdown/render-document.ts";
import { renderInline } from "../markdown/render-inline.ts";
import type { SiteDocument, SiteEntry } from "../vault/site-vault.ts";
import { anchorsOf } from "./anchors.ts";
import { entryFrame } from "./entry-frame.ts";
import { createFind, type Find, type Found } from "./find-target.ts";
import { type Anchors, createContextOf, isDocument } from "./markdown-context.ts";
import { remember } from "./memoize.ts";
import type { Outline } from "./plan/outline.ts";
import { keyOf } from "./plan/planned-page.ts";
import { referencesIn } from "./references.ts";
import { withoutFootnotes } from "./without-footnotes.ts";

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
export function createRendering(outline: Outline, strings: MarkdownStrings): Rendering {
  const find = createFind(outline.vault);
  const anchors = remember(anchorsOf);
  const contextOf = createContextOf(outline, strings, { find, anchors });
  /** An entry stands in several lists. */
  const wordsOf = remember(({ entry, document }: SiteEntry) =>
    renderInline(withoutFootnotes(entry.text), contextOf(document)),
  );
  return {
    ...createKeys(outline, find, anchors),
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
    const { text, url, title, entries } = document;
    return keyOf(url, title, text, answers(text, document), entries.map(frameKey));
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
    text.includes("[") || text.includes("#")
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
