import type { DigestBlock } from "../../src/vault/log/digest-log.ts";
import type { RecentTopic } from "../../src/vault/log/recent-index.ts";
import type { Place, TopicPath } from "../../src/vault/paths.ts";
import type { Entry, Topic } from "../../src/vault/topic/topic.ts";
import type { Property } from "./known-frontmatter.ts";

/** A vault as its site may show it: what is private was taken out of the text before anything else was read. */
export interface SiteVault {
  readonly title: string;
  /** Sorted by path. */
  readonly documents: readonly SiteDocument[];
  readonly documentsByPath: ReadonlyMap<string, SiteDocument>;
  /** Every entry outside the archive, newest first; undated ones last, then by path and line. */
  readonly entries: readonly SiteEntry[];
  /** Those of them that are memories. */
  readonly memories: readonly SiteEntry[];
  /** Digest log, newest first; lines about what is hidden are gone, and blocks that say nothing then. */
  readonly digests: readonly DigestBlock[];
  /** As the device's recent-topics index has it; topics that are not shown left out. */
  readonly recent: readonly RecentTopic[];
  /** Files beside the notes that a shown document uses, by their path in the vault. */
  readonly attachments: ReadonlyMap<string, Attachment>;
  readonly problems: readonly SiteProblem[];
  /** What was left out, to be said after a build. */
  readonly hidden: { readonly documents: number; readonly entries: number };
  /** Of whom those documents are, as a choice names them (`people/ana`), a name for each document. */
  readonly hiddenScopes: () => readonly string[];
  /** Whether an entry of these words is left out: commits from before it was private have them too. */
  readonly isHidden: (text: string) => boolean;
}

/** One Markdown file. */
export interface SiteDocument {
  readonly path: TopicPath;
  readonly place: Place;
  /** Below the base, without a slash in front and with one behind, not percent-encoded: `topics/cooking/`. */
  readonly url: string;
  readonly title: string;
  /** What may be shown of the file: frontmatter taken off and blank lines in its place, so that lines count as in the file. */
  readonly text: string;
  /** Parsed from what may be shown; lines count as in the file. */
  readonly topic: Topic;
  readonly entries: readonly SiteEntry[];
  /** How many of them are counted. */
  readonly memoryCount: number;
  /** The file's own bank, else the vault's default. */
  readonly bank: string;
  /** Whether the file or one of its entries names a bank. */
  readonly hasBank: boolean;
  /** Newest of its frontmatter's `updated` and its entries' dates, `YYYY-MM-DD`. */
  readonly updated: string | undefined;
  /** Frontmatter's tags, the entries' and those in the prose, without doubles. */
  readonly tags: readonly string[];
  /** Of its frontmatter, those that are to be shown. */
  readonly properties: readonly Property[];
  /** Wikilinks and embeds as they are written, each once. */
  readonly links: readonly SiteLink[];
  readonly backlinks: readonly Backlink[];
}

/** An entry with what its file and its fields say of it. */
export interface SiteEntry {
  /** See src/vault/counting.ts. Any other list item is text: shown, found and linked to. */
  readonly isMemory: boolean;
  /** A memory that no other one stands for. */
  readonly isCounted: boolean;
  readonly entry: Entry;
  readonly document: SiteDocument;
  /** `e-` and the entry's id. */
  readonly anchor: string;
  readonly date: string | undefined;
  readonly bank: string;
  readonly person: string | undefined;
  readonly agent: string | undefined;
  readonly isProtected: boolean;
  /** The entry that stands for it, where this one is superseded and the other is shown. */
  readonly supersededBy: SiteEntry | undefined;
  readonly isSuperseded: boolean;
}

/** `[[target#heading|label]]`, or `![[…]]`. */
export interface SiteLink {
  /** As written before `#` and `|`, trimmed. */
  readonly target: string;
  readonly isEmbed: boolean;
  /** What it leads to; undefined where there is no such document or attachment. */
  readonly found:
    | { readonly type: "document"; readonly path: TopicPath }
    | { readonly type: "attachment"; readonly path: string }
    | undefined;
}

/** A line elsewhere that links here. */
export interface Backlink {
  readonly from: TopicPath;
  readonly line: number;
  /** The entry that the link stands in. */
  readonly anchor: string | undefined;
  /** Its text, or the paragraph's, as Markdown. */
  readonly text: string;
}

/** A file of the vault that is not Markdown. */
export interface Attachment {
  /** In the vault, POSIX. */
  readonly path: string;
  /** Below the base: `files/photos/oven.jpg`; undefined for an SVG, which is only ever shown as an image (`data`). */
  readonly url: string | undefined;
  readonly kind: "image" | "audio" | "video" | "file";
  readonly size: number;
  /** Changes with its content: size and modification time. */
  readonly stamp: string;
  /** A `data:` URL, for an SVG: loaded as an image it runs nothing, opened by its address it would. */
  readonly data: string | undefined;
  /** A drawing in the colour of the words around it (`currentColor`), which an image does not know. */
  readonly isInk?: true;
}

/** What a person should look at: on the page, in the report of a build, in `problems/`. */
export interface SiteProblem {
  readonly code: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
}
