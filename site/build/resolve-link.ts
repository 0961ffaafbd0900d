import type { TopicPath } from "../../src/vault/paths.ts";
import { createLinkResolver } from "../vault/link-resolver.ts";
import type { SiteDocument, SiteLink, SiteVault } from "../vault/site-vault.ts";
import type { Resolve } from "./markdown-context.ts";

/**
 * What targets lead to: as the vault resolved a document's own links; for a text that stands in no document, such as a
 * digest's, as from the vault's root.
 */
export function createResolve({ documents }: SiteVault): Resolve {
  const linksOf = new Map<SiteDocument, ReadonlyMap<string, SiteLink["found"]>>();
  const names = createLinkResolver(
    documents.map(({ path, title, topic }) => ({
      path,
      title,
      aliases: topic.frontmatter.aliases,
    })),
  );
  const own = (document: SiteDocument): ReadonlyMap<string, SiteLink["found"]> => {
    const known = linksOf.get(document) ?? foundByTarget(document);
    linksOf.set(document, known);
    return known;
  };
  return (document, target) => {
    const found = document === undefined ? undefined : own(document).get(target);
    if (found !== undefined) return found;
    const from = document?.path ?? ("index.md" as TopicPath); // Only looked at: nothing is opened by it.
    const path = names.wiki(from, target);
    return path === undefined ? undefined : { type: "document", path };
  };
}

function foundByTarget({ links }: SiteDocument): ReadonlyMap<string, SiteLink["found"]> {
  const found = new Map<string, SiteLink["found"]>();
  for (const link of links) {
    if (link.found !== undefined && !found.has(link.target)) found.set(link.target, link.found);
  }
  return found;
}
