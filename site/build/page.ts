import type { DocumentChange, HistoryNote } from "../history/describe-history.ts";
import type { Strings } from "../i18n/en.ts";
import type { DocumentView, EntryView, LabelledLink } from "../markdown/document-view.ts";
import type { SiteProblem } from "../vault/site-vault.ts";
import type { Day } from "./day-view.ts";
import type { TreeItem } from "./plan/folder-tree.ts";

/** What every template gets as `Astro.locals`. */
export interface Shown {
  readonly frame: Frame;
  readonly page: PageView;
}

/** What is the same around every page. */
export interface Frame {
  /** Ends with a slash: `/` or `/notes/`. All links of a page begin with it, percent-encoded. */
  readonly base: string;
  /** The page's own address, base included. */
  readonly url: string;
  /** Of the interface: a language that site/i18n has. */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly siteTitle: string;
  /** Search engines are kept out, except with `--public`. */
  readonly isPublic: boolean;
  /** Links to `talk/`: only where `loci up` serves the site. */
  readonly isServed: boolean;
  /** Reloads itself when the vault changes: `loci up`. */
  readonly isLive: boolean;
  /** Whether there is an index to search in. */
  readonly hasSearch: boolean;
  /** `YYYY-MM-DD` of the build, for "today" and the like. */
  readonly today: string;
  /** Sections that have something in them, for the navigation; in its order. */
  readonly sections: readonly Section[];
}

export type Section = keyof Strings["sections"];

/** One page as its template gets it; `type` names the template. */
export type PageView =
  | HomeView
  | DocumentPageView
  | HistoryView
  | GroupView
  | DaysView
  | TimelineView
  | DocumentsView
  | NamesView
  | GraphView
  | SearchView
  | ProblemsView
  | NotFoundView;

/** A document in a list. */
export interface DocumentLine {
  readonly title: string;
  readonly href: string;
  readonly summary: string;
  /** Number of memories. */
  readonly entries: number;
  readonly updated: string | undefined;
  /** Whose it is, by name, where it is not a topic of everyone. */
  readonly scope: string;
}

export interface HomeView {
  readonly type: "home";
  readonly counts: { readonly documents: number; readonly entries: number };
  /** The note that the vault itself begins with, where it has one. */
  readonly note: (WrittenView & { readonly href: string }) | undefined;
  /** Of notes, those at the root. */
  readonly folders: readonly CountedLink[];
  /** The recent-topics index; without one what changed last. `time` is "" where it is unknown. */
  readonly recent: readonly (DocumentLine & { readonly time: string })[];
  /** Newest entries of the last seven days, by day. */
  readonly week: readonly Day[];
  /** Where all of them are; `""` where `week` has them all. */
  readonly weekHref: string;
  readonly year: YearView;
  readonly banks: readonly CountedLink[];
  readonly tags: readonly CountedLink[];
  readonly people: readonly CountedLink[];
}

export interface CountedLink {
  readonly label: string;
  readonly href: string;
  readonly count: number;
}

/** Entries a day, for the squares. */
export interface YearView {
  readonly year: number;
  /** Days with something on them: `YYYY-MM-DD` and how many. */
  readonly days: readonly {
    readonly date: string;
    readonly count: number;
    readonly href: string;
  }[];
  readonly months: readonly CountedLink[];
}

/** What a note says, and in which direction. */
interface WrittenView {
  readonly title: string;
  readonly summary: string;
  /** Of the text, where it can be detected: for `lang` and `dir` of the article. */
  readonly language: string | undefined;
  readonly direction: "ltr" | "rtl" | "auto";
  readonly view: DocumentView;
}

export interface DocumentPageView extends WrittenView {
  readonly type: "document";
  readonly breadcrumbs: readonly LabelledLink[];
  /** The vault's folders about this note; empty where it stands in none. */
  readonly tree: readonly TreeItem[];
  readonly aliases: readonly string[];
  /** Undefined where neither the file nor an entry of it names one. */
  readonly bank: LabelledLink | undefined;
  readonly tags: readonly LabelledLink[];
  readonly created: string | undefined;
  readonly updated: string | undefined;
  /** Of its memories: see `SiteEntry.isCounted`. */
  readonly entryCount: number;
  readonly isArchived: boolean;
  /** Of its frontmatter, each value as inline HTML. */
  readonly properties: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** Documents it links to. */
  readonly links: readonly LabelledLink[];
  /** Targets of wikilinks that lead nowhere. */
  readonly brokenLinks: readonly string[];
  readonly backlinks: readonly BacklinkView[];
  /** Documents that link here too, beside those. */
  readonly moreBacklinks: number;
  /** Static picture of its neighbours; undefined where it has none. */
  readonly neighbours: NeighboursView | undefined;
  readonly history: { readonly href: string; readonly count: number } | undefined;
  readonly editHref: string | undefined;
  /** The path in the vault, shown as its source. */
  readonly file: string;
}

export interface BacklinkView {
  readonly document: LabelledLink;
  /** The first lines of it that link here. */
  readonly lines: readonly { readonly html: string; readonly href: string }[];
  /** Further lines. */
  readonly more: number;
}

/** Neighbours on a circle around the document, in a box of 100 × 100 with the document at its centre. */
export interface NeighboursView {
  readonly nodes: readonly {
    readonly label: string;
    readonly href: string;
    readonly x: number;
    readonly y: number;
  }[];
  /** Neighbours that are not in the picture. */
  readonly more: number;
}

/** What changed in a document, by commits, newest first. */
export interface HistoryView {
  readonly type: "history";
  readonly title: string;
  readonly document: LabelledLink;
  readonly changes: readonly Omit<DocumentChange, "commit">[];
  /** Why there may have been more. */
  readonly notes: readonly HistoryNote[];
}

/** A person, an agent, a bank or a tag: its documents, and its entries, newest first. */
export interface GroupView {
  readonly type: "group";
  readonly kind: "person" | "agent" | "bank" | "tag";
  readonly name: string;
  /** The person's profile page. */
  readonly profile: LabelledLink | undefined;
  readonly documents: readonly DocumentLine[];
  readonly entries: readonly EntryView[];
  /** Number of its memories: on the first page of all, on the others of their own. */
  readonly entryCount: number;
  readonly pages: Pages;
  /** Nested tags, other banks …; on the first page. */
  readonly related: readonly CountedLink[];
}

/** Where a list that is cut into pages goes on. */
export interface Pages {
  readonly number: number;
  readonly count: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** A month of the timeline, or the last seven days. */
export interface DaysView {
  readonly type: "days";
  readonly kind: "month" | "week";
  /** `YYYY-MM`; of a week its last day. */
  readonly name: string;
  readonly days: readonly Day[];
  readonly entryCount: number;
  readonly pages: Pages;
}

interface TimelineView {
  readonly type: "timeline";
  /** Newest first. */
  readonly years: readonly YearView[];
  readonly undated: number;
}

/** All documents, by the name that fits them, or the archive. */
export interface DocumentsView {
  readonly type: "documents";
  readonly kind: "topics" | "notes" | "archive";
  /** Under their heading: a letter, a scope, a folder of notes, a year of daily notes. */
  readonly groups: readonly {
    /** Of the heading's element: breadcrumbs lead there. */
    readonly id: string;
    readonly name: string;
    readonly isLetter: boolean;
    readonly documents: readonly DocumentLine[];
  }[];
  readonly pages: Pages;
}

/** All banks, tags, people or agents. */
interface NamesView {
  readonly type: "names";
  readonly kind: "banks" | "tags" | "people" | "agents";
  readonly names: readonly CountedLink[];
}

export interface GraphView {
  readonly type: "graph";
  /** Address of `graph.json`: see site/build/graph-file.ts. */
  readonly dataHref: string;
  readonly nodes: number;
  readonly edges: number;
  /** Pages without a link: the first of them, and how many there are. */
  readonly loose: { readonly count: number; readonly links: readonly LabelledLink[] };
  /** The same in words: most linked documents first. */
  readonly hubs: readonly (DocumentLine & {
    readonly links: readonly LabelledLink[];
    /** Further documents linked with it. */
    readonly more: number;
  })[];
}

interface SearchView {
  readonly type: "search";
}

/** Files that could not be read well, links that lead nowhere. */
export interface ProblemsView {
  readonly type: "problems";
  readonly problems: readonly (Omit<SiteProblem, "code"> & {
    readonly document: LabelledLink | undefined;
  })[];
}

interface NotFoundView {
  readonly type: "not-found";
}
