import { isCounted, isMemory } from "../../src/vault/topic/counting.ts";
import { isSuperseded } from "../../src/vault/topic/entry.ts";
import type { Entry } from "../../src/vault/topic/topic.ts";
import { foldName } from "./hide-rules.ts";
import type { SiteDocument, SiteEntry, SiteVault } from "./site-vault.ts";

/** The vault's banks, as its settings have them. */
export interface Banks {
  readonly banks: readonly string[];
  readonly defaultBank: string;
}

/** The bank that a name means: one that the vault does not know counts as the default one. */
export function bankOf(name: string | undefined, { banks, defaultBank }: Banks): string {
  const wanted = foldName(name ?? "");
  if (wanted === "") return defaultBank;
  const known = banks.find((bank) => foldName(bank) === wanted);
  return known ?? (banks.length === 0 ? (name ?? "").trim() : defaultBank);
}

/** The entries of a document with what their file and fields say of them. */
export function toSiteEntries(document: SiteDocument, banks: Banks): SiteEntry[] {
  const entries = document.topic.entries.map((entry) => toSiteEntry(entry, document, banks));
  linkSuperseded(entries);
  return entries;
}

/** Of what the site shows; those in its archive are counted apart. */
export const countMemories = ({ memories }: Pick<SiteVault, "memories">): number =>
  memories.filter(({ isCounted }) => isCounted).length;

/** Newest first; undated ones last; then by path and line. */
export function byNewest(a: SiteEntry, b: SiteEntry): number {
  const [x, y] = [a.date ?? "", b.date ?? ""];
  if (x !== y) return x < y ? 1 : -1;
  const [p, q] = [a.document.path, b.document.path];
  if (p !== q) return p < q ? -1 : 1;
  return a.entry.line - b.entry.line;
}

type OpenEntry = { -readonly [K in keyof SiteEntry]: SiteEntry[K] };

function toSiteEntry(entry: Entry, document: SiteDocument, banks: Banks): OpenEntry {
  const { fields, tags } = entry;
  const [group, id] = document.place.scope.split("/");
  return {
    entry,
    document,
    isMemory: isMemory(entry, document.place),
    isCounted: isCounted(entry, document.place),
    anchor: `e-${entry.id}`,
    date: entry.date,
    bank: fields.bank === undefined ? document.bank : bankOf(fields.bank, banks),
    person: group === "people" ? id : wordOf(fields.person),
    agent: group === "agents" ? id : wordOf(fields.agent),
    isProtected: tags.some((tag) => tag.toLowerCase() === "protected"),
    supersededBy: undefined,
    isSuperseded: isSuperseded(entry),
  };
}

const wordOf = (value: string | undefined): string | undefined => {
  const word = value?.normalize("NFC").trim() ?? "";
  return word === "" ? undefined : word;
};

/** `[superseded:: ^k3f9x2]` names the block id of the entry that counts now, in the same file. */
function linkSuperseded(entries: readonly OpenEntry[]): void {
  if (!entries.some((entry) => entry.isSuperseded)) return;
  const byBlockId = new Map(entries.map((entry) => [entry.entry.blockId, entry]));
  for (const entry of entries) {
    const id = entry.entry.fields.superseded?.trim().replace(/^\^/, "") ?? "";
    const by = id === "" ? undefined : byBlockId.get(id);
    if (by !== entry) entry.supersededBy = by;
  }
}
