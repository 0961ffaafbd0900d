import { afterAll, beforeAll } from "vitest";
import { type BuiltSite, openSite, type SiteChoice, type WriteVault } from "./built-site.ts";

/** The site of a vault, built before the tests of a file and gone after them. The function gives it to a test. */
export function useSite(write: WriteVault, choice: SiteChoice = {}): () => BuiltSite {
  let site: (BuiltSite & { readonly close: () => Promise<void> }) | undefined;
  beforeAll(async () => {
    site = await openSite(write, choice);
  }, 300_000);
  afterAll(() => site?.close());
  return () => {
    if (site === undefined) throw new Error("the site was not built");
    return site;
  };
}
