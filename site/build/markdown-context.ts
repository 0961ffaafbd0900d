import { basename } from "node:path";
import type { TopicPath } from "../../src/vault/paths.ts";
import type {
  Embedded,
  LinkTarget,
  MarkdownContext,
  MarkdownStrings,
} from "../markdown/context.ts";
import { anchorOf } from "../vault/heading-id.ts";
import { createLinkResolver } from "../vault/link-resolver.ts";
import type { Attachment, SiteDocument, SiteLink, SiteVault } from "../vault/site-vault.ts";
import { entryFrame } from "./entry-frame.ts";
import { remember } from "./memoize.ts";
import type { Outline } from "./plan/outline.ts";
import { hrefOf } from "./urls.ts";

/** Contexts by the document that a text stands in; undefined for texts that stand in none. */
export type ContextOf = (document: SiteDocument | undefined) => MarkdownContext;

/** The ids in a document that links may point at. */
export type Anchors = (document: SiteDocument) => ReadonlySet<string>;

/** Answers what rendering asks about the site, from its outline. */
export function createContextOf(
  outline: Outline,
  strings: MarkdownStrings,
  {
    find,
    anchors,
    hasLineBreaks,
  }: { readonly find: Find; readonly anchors: Anchors; readonly hasLineBreaks: boolean },
): ContextOf {
  const contextOf: ContextOf = remember((document) => ({
    strings,
    hasLineBreaks,
    hrefOf: (target, heading) => {
      const found = target === "" ? document : find(document, target);
      return found === undefined ? undefined : linkTo(outline.base, found, { heading, anchors });
    },
    hrefOfTag: (tag) => outline.linkTo.group("tags", tag).href,
    embed: (target) => {
      const found = target === "" ? document : find(document, target);
      return found === undefined ? undefined : embedOf(outline.base, found, contextOf);
    },
    entryViewOf: (entry, html) => ({ ...entryFrame(outline, entry, "document"), ...html }),
  }));
  return contextOf;
}

/** Told apart by what only one of them has. */
export const isDocument = (found: SiteDocument | Attachment): found is SiteDocument =>
  "topic" in found;

function linkTo(
  base: string,
  found: SiteDocument | Attachment,
  { heading, anchors }: { readonly heading: string | undefined; readonly anchors: Anchors },
): LinkTarget | undefined {
  if (isDocument(found)) {
    const wanted = heading === undefined || heading === "" ? undefined : anchorOf(heading);
    // A heading that is not there any more leads to its page.
    const anchor = wanted !== undefined && anchors(found).has(wanted) ? wanted : undefined;
    return { href: hrefOf(base, found.url, anchor), title: found.title };
  }
  if (found.url === undefined) return undefined; // An SVG is only ever an image.
  return { href: hrefOf(base, found.url), title: basename(found.path) };
}

function embedOf(
  base: string,
  found: SiteDocument | Attachment,
  contextOf: ContextOf,
): Embedded | undefined {
  if (isDocument(found)) {
    const href = hrefOf(base, found.url);
    return { type: "document", document: found, href, context: contextOf(found) };
  }
  const src = found.data ?? (found.url === undefined ? undefined : hrefOf(base, found.url));
  if (src === undefined) return undefined;
  return { type: found.kind, src, title: basename(found.path), isInk: found.isInk === true };
}

/** What a target leads to for a reader of a document, or of none. */
export type Find = (document: SiteDocument | undefined, target: string) => Found;

export type Found = SiteDocument | Attachment | undefined;

/**
 * Finds what targets lead to: as the vault resolved a document's own links; for a text that stands in no document, such as a
 * digest's, as from the vault's root.
 */
export function createFind({ documents, documentsByPath, attachments }: SiteVault): Find {
  const names = createLinkResolver(documents.map(({ topic }) => topic));
  const linksOf = remember(foundByTarget);
  const pathOf = (document: SiteDocument | undefined, target: string): string | undefined => {
    const found = document && linksOf(document).get(target);
    // Only looked at: nothing is opened by it.
    return found?.path ?? names.wiki(document?.path ?? ("index.md" as TopicPath), target);
  };
  return (document, target) => {
    const path = pathOf(document, target) ?? "";
    return documentsByPath.get(path) ?? attachments.get(path);
  };
}

function foundByTarget({ links }: SiteDocument): ReadonlyMap<string, SiteLink["found"]> {
  const found = new Map<string, SiteLink["found"]>();
  for (const link of links) {
    if (link.found !== undefined && !found.has(link.target)) found.set(link.target, link.found);
  }
  return found;
}
