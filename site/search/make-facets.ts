import type { SiteVault } from "../vault/site-vault.ts";
import type { SearchFacets, TopicFacet } from "./search-facets.ts";

/** A longer list is nothing to choose from. */
const maxTags = 500;

/** What the documents and entries of a vault can be narrowed by. */
export function searchFacets(vault: SiteVault): SearchFacets {
  const entries = vault.documents.flatMap((document) => document.entries);
  const scopes = vault.documents.flatMap(
    ({ place }) => /^people\/([^/]+)$/.exec(place.scope)?.[1] ?? [],
  );
  return {
    banks: byCount([...vault.documents, ...entries].map(({ bank }) => bank)),
    people: byCount([...scopes, ...entries.flatMap(({ person }) => person ?? [])]),
    tags: byCount(vault.documents.flatMap(({ tags }) => tags)).slice(0, maxTags),
    months: [...new Set(entries.flatMap(({ date }) => date?.slice(0, 7) ?? []))].sort().reverse(),
  };
}

/** Every document, to choose one. */
export function topicFacets(vault: SiteVault): TopicFacet[] {
  return vault.documents.map(({ url, title, place }) => [url, title, place.scope]);
}

function byCount(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1))
    .map(([value]) => value);
}
