import { pathKey } from "../../../src/vault/paths.ts";
import { personNames } from "../../vault/person-names.ts";
import type { SiteDocument, SiteEntry, SiteVault } from "../../vault/site-vault.ts";
import { withParents } from "../../vault/tags.ts";
import { type NameKind, nameUrlsOf } from "../urls.ts";

/** A person, an agent, a bank or a tag, and what is theirs. */
export interface Group {
  readonly kind: NameKind;
  /** As people write it. */
  readonly name: string;
  /** Equal for spellings of the same name. */
  readonly key: string;
  readonly url: string;
  /** By title; not of the archive. */
  readonly documents: readonly SiteDocument[];
  /** Newest first; not of the archive. */
  readonly entries: readonly SiteEntry[];
}

/** Groups by kind, each kind in the order of its list. */
export type Groups = Readonly<Record<NameKind, readonly Group[]>>;

/** Everyone and everything that the vault's documents and entries belong to. */
export function groupsOf(
  vault: SiteVault,
  banks: readonly string[],
  collator: Intl.Collator,
): Groups {
  const documents = vault.documents.filter(({ place }) => !place.archived);
  const gather = (kind: NameKind, keys: Memberships): Group[] =>
    gathered(kind, { ...keys, all: documents, entries: vault.memories }, collator);
  const nameOf = personNames(documents);
  const order = new Map(banks.map((bank, index) => [pathKey(bank), index]));
  const rank = ({ key }: Group): number => order.get(key) ?? banks.length;
  return {
    tags: gathered(
      "tags",
      {
        ofDocument: ({ tags }) => tags.flatMap(withParents),
        ofEntry: ({ entry }) => entry.tags.flatMap(withParents),
        ...{ all: documents, entries: vault.entries },
      },
      collator,
    ),
    banks: gather("banks", {
      ofDocument: ({ bank, hasBank }) => (hasBank ? [bank] : []),
      ofEntry: ({ bank }) => [bank],
    }).sort((a, b) => rank(a) - rank(b)),
    people: gather(
      "people",
      scopeMemberships("people", ({ person }) => person),
    ).map((group) => ({ ...group, name: nameOf(group.key) ?? group.name })),
    agents: gather(
      "agents",
      scopeMemberships("agents", ({ agent }) => agent),
    ),
  };
}

/** The names that documents and entries stand under, as they are written. */
interface Memberships {
  readonly ofDocument: (document: SiteDocument) => readonly string[];
  readonly ofEntry: (entry: SiteEntry) => readonly string[];
}

function scopeMemberships(
  folder: "people" | "agents",
  idOf: (entry: SiteEntry) => string | undefined,
): Memberships {
  return {
    ofDocument: ({ place: { scope } }) =>
      scope.startsWith(`${folder}/`) ? [scope.slice(folder.length + 1)] : [],
    ofEntry: (entry) => {
      const id = idOf(entry);
      return id === undefined || id.trim() === "" ? [] : [id];
    },
  };
}

interface Sources extends Memberships {
  readonly all: readonly SiteDocument[];
  readonly entries: readonly SiteEntry[];
}

interface OpenGroup {
  readonly spellings: Map<string, number>;
  readonly documents: Set<SiteDocument>;
  readonly entries: Set<SiteEntry>;
}

function gathered(kind: NameKind, sources: Sources, collator: Intl.Collator): Group[] {
  const open = new Map<string, OpenGroup>();
  const groupFor = (name: string): OpenGroup => {
    const key = pathKey(name);
    const group: OpenGroup = open.get(key) ?? {
      ...{ spellings: new Map(), documents: new Set(), entries: new Set() },
    };
    open.set(key, group);
    group.spellings.set(name, (group.spellings.get(name) ?? 0) + 1);
    return group;
  };
  for (const document of sources.all) {
    for (const name of sources.ofDocument(document)) groupFor(name).documents.add(document);
  }
  for (const entry of sources.entries) {
    for (const name of sources.ofEntry(entry)) groupFor(name).entries.add(entry);
  }
  const urls = nameUrlsOf(kind, open.keys());
  return [...open]
    .map(([key, { spellings, documents, entries }]) => ({
      ...{ kind, key, name: usualSpelling(spellings), url: urls.get(key) ?? "" },
      documents: [...documents].sort((a, b) => byTitle(a, b, collator)),
      entries: [...entries],
    }))
    .sort((a, b) => collator.compare(a.name, b.name) || (a.key < b.key ? -1 : 1));
}

/** By title in the language's order; of two alike by path, so that every build has the same order. */
export const byTitle = (a: SiteDocument, b: SiteDocument, collator: Intl.Collator): number =>
  collator.compare(a.title, b.title) || (a.path < b.path ? -1 : 1);

/** The one written most often; of two, the first by code. */
function usualSpelling(spellings: ReadonlyMap<string, number>): string {
  let [usual = "", most = 0] = ["", 0];
  for (const [spelling, count] of spellings) {
    if (count > most || (count === most && spelling < usual)) [usual, most] = [spelling, count];
  }
  return usual;
}
