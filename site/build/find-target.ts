import type { TopicPath } from "../../src/vault/paths.ts";
import { createLinkResolver } from "../vault/link-resolver.ts";
import type { Attachment, SiteDocument, SiteLink, SiteVault } from "../vault/site-vault.ts";
import { remember } from "./memoize.ts";

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
