import { learnedAmong, teachingsIn } from "../../../src/vault/log/learned-in.ts";
import { pathKey } from "../../../src/vault/paths.ts";
import type { Entry } from "../../../src/vault/topic/topic.ts";
import type { LabelledLink } from "../../markdown/document-view.ts";
import type { SiteDocument, SiteEntry, SiteVault } from "../../vault/site-vault.ts";
import type { Editor } from "../build-options.ts";
import { hrefOf, type NameKind } from "../urls.ts";
import { createFindSaved, daysOf, type FindSaved, type PlannedDay } from "./days.ts";
import { type FolderTree, folderTreeOf } from "./folder-tree.ts";
import { type Group, type Groups, groupsOf } from "./groups.ts";
import { type DocumentLists, documentListsOf } from "./sorted-documents.ts";
import { type DayPage, monthPages, urlsByDay, urlsBySession } from "./timeline-pages.ts";

/** The vault in the order of its site: what there is a page of, and where. Nothing of it is rendered. */
export interface Outline extends OutlineOptions {
  readonly vault: SiteVault;
  readonly groups: Groups;
  /** Newest first. */
  readonly days: readonly PlannedDay[];
  readonly monthPages: readonly DayPage[];
  readonly findSaved: FindSaved;
  /** The entry that each superseding one stands for, where there is one. */
  readonly supersededBy: ReadonlyMap<SiteEntry, SiteEntry>;
  /** The conversation that a memory was learned in, where it is shown. */
  readonly sessionOf: (entry: Entry) => string | undefined;
  readonly groupOf: (kind: NameKind, name: string) => Group | undefined;
  /** All documents, and the archive, as their lists have them. */
  readonly lists: DocumentLists;
  readonly tree: FolderTree;
  /** Links to what has a page; words alone for what has none. */
  readonly linkTo: {
    readonly document: (document: SiteDocument, anchor?: string) => LabelledLink;
    readonly group: (kind: NameKind, name: string) => LabelledLink;
    /** A day of the timeline, by its date. */
    readonly day: (date: string) => LabelledLink;
    /** A conversation in the timeline, by its session. */
    readonly session: (session: string) => LabelledLink;
  };
}

export interface OutlineOptions {
  readonly base: string;
  readonly language: string;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly banks: readonly string[];
  readonly isPublic: boolean;
  /** The vault's folder as editors get it, where there are edit links. */
  readonly root: string;
  readonly editor: Editor | undefined;
}

/** Sorts out what pages a vault has. */
export function outlineOf(vault: SiteVault, options: OutlineOptions): Outline {
  const { base, banks, language } = options;
  const collator = new Intl.Collator(language, { numeric: true });
  const groups = groupsOf(vault, banks, collator);
  const groupsByKey = new Map(
    Object.values(groups).flatMap((list) =>
      list.map((group): [string, Group] => [`${group.kind}/${group.key}`, group]),
    ),
  );
  const groupOf = (kind: NameKind, name: string): Group | undefined =>
    groupsByKey.get(`${kind}/${pathKey(name)}`);
  const findSaved = createFindSaved(vault);
  const days = daysOf(vault, findSaved);
  const pages = monthPages(days);
  const [dayUrls, sessionUrls] = [urlsByDay(pages), urlsBySession(pages)];
  const lists = documentListsOf(vault, { base, language, collator });
  const link = (label: string, url: string | undefined, anchor?: string): LabelledLink => ({
    label,
    href: url === undefined ? undefined : hrefOf(base, url, anchor),
  });
  return {
    ...options,
    ...{ vault, groups, groupOf, days, findSaved },
    monthPages: pages,
    lists,
    tree: folderTreeOf(vault, { base, collator, lists }),
    supersededBy: supersededByOf(vault),
    sessionOf: sessionsOf(vault),
    linkTo: {
      document: ({ title, url }, anchor) => link(title, url, anchor),
      group: (kind, name) => {
        const group = groupOf(kind, name);
        return link(group?.name ?? name, group?.url);
      },
      day: (date) => link(date, dayUrls.get(date), `d-${date}`),
      session: (session) => link(session, sessionUrls.get(session), sessionAnchor(session)),
    },
  };
}

/** The id of a conversation's element in the timeline. */
export const sessionAnchor = (session: string): string => `s-${session.replace(/\s+/g, "_")}`;

function sessionsOf({ documents, digests }: SiteVault): Outline["sessionOf"] {
  const files = documents.map(({ path, topic }) => ({ path, entries: topic.entries }));
  const learned = learnedAmong(files, teachingsIn(digests));
  return (entry) => [...(learned.get(entry)?.sessions ?? [])].at(-1);
}

function supersededByOf(vault: SiteVault): ReadonlyMap<SiteEntry, SiteEntry> {
  const older = new Map<SiteEntry, SiteEntry>();
  for (const entry of vault.documents.flatMap(({ entries }) => entries)) {
    if (entry.supersededBy !== undefined && !older.has(entry.supersededBy)) {
      older.set(entry.supersededBy, entry);
    }
  }
  return older;
}
