import type { NoteData } from "../../../site/vault/note-schema.ts";
import { readVault, type SiteVault } from "../../../site/vault/read-vault.ts";
import type { SiteOptions } from "../../../site/vault/site-options.ts";
import { useVault } from "../../temp.ts";

/** As most vaults have them. */
export const options: Omit<SiteOptions, "root"> = {
  title: "Ours",
  language: "en",
  banks: ["Personal", "Work", "General", "Health"],
  defaultBank: "General",
  include: [],
  protectedBanks: ["Health"],
};

/** The site's view of a vault with these files. */
export const readSite = (
  files: Readonly<Record<string, string | Uint8Array>>,
  own: Partial<SiteOptions> = {},
): SiteVault => siteAt(useVault(files), own);

export const siteAt = (root: string, own: Partial<SiteOptions> = {}): SiteVault =>
  readVault({ ...options, root, ...own }).vault;

/** All that the model says. */
export const everythingIn = (vault: SiteVault): string =>
  JSON.stringify(vault, (_, value: unknown) => (value instanceof Set ? [...value] : value));

export function noteAt(vault: SiteVault, path: string): NoteData {
  const note = vault.notes.find(({ data }) => data.path === path);
  if (note === undefined) throw new Error(`no note ${path}`);
  return note.data;
}
