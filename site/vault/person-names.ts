import { pathKey } from "../../src/vault/paths.ts";
import type { SiteDocument } from "./site-vault.ts";

/** What profiles call their people, for an id as anyone writes it; undefined for whom no profile names. */
export function personNames(
  documents: readonly SiteDocument[],
): (id: string) => string | undefined {
  const names = new Map(
    documents
      .filter(({ place }) => place.kind === "profile" && !place.archived)
      .filter(({ title }) => pathKey(title) !== "profile")
      .map(({ place, title }) => [place.scope, title]),
  );
  return (id) => names.get(`people/${pathKey(id)}`);
}
