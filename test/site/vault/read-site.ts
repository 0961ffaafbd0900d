import { fileUrlsOf, urlsOf } from "../../../site/build/urls.ts";
import { type ReadVaultOptions, readVault } from "../../../site/vault/read-vault.ts";
import type { SiteDocument, SiteVault } from "../../../site/vault/site-vault.ts";
import { useVault } from "../../temp.ts";

/** As most vaults have them. */
export const options: ReadVaultOptions = {
  title: "Ours",
  banks: ["Personal", "Work", "General", "Health"],
  defaultBank: "General",
  include: [],
  protectedBanks: ["Health"],
  urlsOf,
  fileUrlsOf,
};

/** The site's view of a vault with these files. */
export function readSite(
  files: Readonly<Record<string, string | Uint8Array>>,
  own: Partial<ReadVaultOptions> = {},
): Promise<SiteVault> {
  return readVault(useVault(files), { ...options, ...own });
}

/** All that the model says, each document once. */
export function everythingIn(vault: SiteVault): string {
  const seen = new Set<unknown>();
  return JSON.stringify(vault, (_, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    if (seen.has(value)) return "(seen)";
    seen.add(value);
    if (value instanceof Map) return [...value];
    return value instanceof Set ? [...value] : value;
  });
}

export function documentAt(vault: SiteVault, path: string): SiteDocument {
  const document = vault.documentsByPath.get(path);
  if (document === undefined) throw new Error(`no document ${path}`);
  return document;
}
