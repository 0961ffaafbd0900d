import type { MarkdownStrings } from "../markdown/context.ts";
import type { DocumentView, EntryView } from "../markdown/document-view.ts";
import { renderDocument } from "../markdown/render-document.ts";
import { renderInline } from "../markdown/render-inline.ts";
import type { SiteDocument, SiteEntry } from "../vault/site-vault.ts";
import { anchorsOf } from "./anchors.ts";
import { entryFrame, toEntryView } from "./entry-view.ts";
import {
  type Anchors,
  createContextOf,
  createFind,
  type Found,
  isDocument,
  type Resolve,
} from "./markdown-context.ts";
import type { Outline } from "./plan/outline.ts";
import { keyOf } from "./plan/planned-page.ts";
import { referencesIn } from "./references.ts";

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
  resolve: Resolve,
): Rendering {
  const find = createFind(outline, resolve);
  const anchors = remembering(anchorsOf);
  const contextOf = createContextOf(outline, strings, find, anchors);
  const keys = createKeys(outline, find, anchors);
  const words = new Map<SiteEntry, string>();
  /** An entry stands in several lists. */
  const wordsOf = (entry: SiteEntry): string => {
    const html = words.get(entry) ?? renderInline(entry.entry.text, contextOf(entry.document));
    words.set(entry, html);
    return html;
  };
  return {
    ...keys,
    document: (document) => renderDocument(document, contextOf(document)),
    entry: (entry) =>
      toEntryView(entryFrame(outline, entry, "list"), {
        html: wordsOf(entry),
        nested: "",
      }),
    inline: (text, document) => renderInline(text, contextOf(document)),
  };
}

type Keys = Pick<Rendering, "documentKey" | "entryKey" | "inlineKey">;
type Find = (document: SiteDocument | undefined, target: string) => Found;

/** Works each answer out once. */
function remembering<K, V>(answer: (question: K) => V): (question: K) => V {
  const known = new Map<K, V>();
  return (question) => {
    const value = known.get(question) ?? answer(question);
    known.set(question, value);
    return value;
  };
}

function createKeys(outline: Outline, find: Find, anchors: Anchors): Keys {
  const describe = remembering((found: Found) => describeFound(found, anchors));
  const entryKeys = new Map<SiteEntry, string>();
  const frameKeys = new Map<SiteEntry, string>();
  const ownKeys = new Map<SiteDocument, string>();

  /** Of a list's: whatever its own document leaves out of it is in there too. */
  const frameKey = (entry: SiteEntry): string => {
    const key = frameKeys.get(entry) ?? keyOf(entryFrame(outline, entry, "list"));
    frameKeys.set(entry, key);
    return key;
  };
  const embeddedIn = (text: string, document: SiteDocument | undefined): SiteDocument[] => {
    const { targets, hasEmbeds } = referencesIn(text);
    if (!hasEmbeds) return [];
    const found = targets.map((target) => find(document, target));
    return found.filter((one) => one !== undefined).filter(isDocument);
  };
  /** What a text shows but for what it embeds. */
  const answers = (text: string, document: SiteDocument | undefined): unknown => {
    const { targets, tags } = referencesIn(text);
    return [
      targets.map((target) => describe(find(document, target))),
      /[[(]\s*#/.test(text) ? describe(document) : [],
      tags.map((tag) => outline.linkTo.group("tags", tag).href ?? ""),
    ];
  };
  const ownKey = (document: SiteDocument): string => {
    const known = ownKeys.get(document);
    if (known !== undefined) return known;
    const { text, url, title, entries } = document;
    const key = keyOf(url, title, text, answers(text, document), entries.map(frameKey));
    ownKeys.set(document, key);
    return key;
  };
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
    entryKey: (entry) => {
      const key =
        entryKeys.get(entry) ?? keyOf(frameKey(entry), shownIn(entry.entry.text, entry.document));
      entryKeys.set(entry, key);
      return key;
    },
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
