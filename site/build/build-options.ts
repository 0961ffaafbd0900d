import type { TopicPath } from "../../src/vault/paths.ts";
import type { DocumentHistory } from "../history/read-history.ts";
import type { HideChoice } from "../vault/hide-rules.ts";
import type { PublicList } from "../vault/public-list.ts";
import type { ReadFiles } from "../vault/read-files.ts";
import type { SiteProblem, SiteVault } from "../vault/site-vault.ts";

/** What a site is built from, where to, and what it shows. Everything is said here: nothing is read from settings. */
export interface BuildOptions extends HideChoice {
  /** The vault's folder. */
  readonly root: string;
  /** Folder of the site: new, empty or an earlier build; outside the vault, or below its `.loci`. */
  readonly out: string;
  /** Where the site will lie: `/`, or `/notes/`. A missing slash at either end is added. */
  readonly base: string;
  readonly title: string;
  /** Of the interface: a language that site/i18n has; English for others. */
  readonly language: string;
  /** Whether a line's end in the text of a note is a line break; false where it is left out. */
  readonly lineBreaks?: boolean | undefined;
  /** Milliseconds since 1970: decides what "today" is. */
  readonly now: number;
  /** IANA name, for "today"; the system's where it is left out. */
  readonly timezone?: string | undefined;
  /** The vault's banks, in their order. */
  readonly banks: readonly string[];
  /** Only what this list has is shown (`--public`). */
  readonly publicList?: PublicList | undefined;
  /** Absolute address of the site's host (`https://ana.example`), for feed and sitemap. */
  readonly siteUrl?: string | undefined;
  /** Editor that "edit" links open; no such links where it is left out, and never under `--public`. */
  readonly editor?: Editor | undefined;
  /** Links to `talk/`: only where `loci up` serves the site. */
  readonly isServed: boolean;
  /** Pages reload themselves when the vault changes. */
  readonly isLive: boolean;
  /**
   * Changes of each document; no history pages where it is left out. A failure of it is a problem in the report. `version`
   * changes with the code that says what is private: what was kept by another's rules is not to be used.
   */
  readonly history?:
    | ((vault: SiteVault, version: string) => Promise<ReadonlyMap<TopicPath, DocumentHistory>>)
    | undefined;
  /** Whether the search index is built; true where it is left out. */
  readonly search?: boolean | undefined;
  /** Called when all pages are written, and only the search index and what goes are left; with how many files were written. */
  readonly onPages?: ((written: number) => void) | undefined;
  /** What was read of files before, by this process: those that are as they were are not read again. */
  readonly readFiles?: ReadFiles | undefined;
  /** Called at most every 100 ms and at the end of each stage. */
  readonly onProgress?: ((stage: BuildStage, done: number, total: number) => void) | undefined;
  /** Stops between two pages; the build then rejects with its reason and the next one goes on from there. */
  readonly signal?: AbortSignal | undefined;
}

export type Editor = "vscode" | "vscodium" | "cursor" | "zed" | "idea" | "obsidian";

/** In the order that they run; search runs beside those behind history, of live pages behind them. */
export type BuildStage =
  | "templates"
  | "read"
  | "history"
  | "graph"
  | "plan"
  | "files"
  | "pages"
  | "search";

/** What a build did. */
export interface BuildReport {
  /** Absolute path of the site's folder. */
  readonly out: string;
  /** Documents and entries that the site shows. */
  readonly documents: number;
  readonly entries: number;
  readonly pages: number;
  /** Files that were written, left as they were, and removed: pages, assets, attachments; the search index is not counted. */
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /** What was left out as private. */
  readonly hidden: SiteVault["hidden"];
  /** The owner's name for each of those documents; not given for a site for everyone. */
  readonly hiddenScopes: readonly string[];
  /** Of the vault's files and of the build; a build with problems is a build all the same. */
  readonly problems: readonly SiteProblem[];
  /** Of the search index; 0 without one. */
  readonly records: number;
  /** What is not in the site and why, in a sentence each: "No sitemap.xml: it needs the site's address". */
  readonly notes: readonly string[];
  readonly milliseconds: { readonly total: number };
}
