import type { TopicPath } from "../paths.ts";
import type { Frontmatter } from "./frontmatter.ts";
import type { Secrets } from "./secrets.ts";

/** Where a part of a topic file stands. */
export interface Stretch {
  /** 1-based first and last line in the file; what is nested in a list item included. */
  readonly line: number;
  readonly endLine: number;
  /** Titles of the headings above, outermost first. */
  readonly headings: readonly string[];
  /** Whose own it is (`personKey()`), by a mark in it or above; '' where it is shared. */
  readonly owner: string;
}

/** One memory: a top-level list item of a topic file (see docs/formats.md). */
export interface Entry extends Stretch {
  /** The block id, else a hash of the normalized text; unique within its file. */
  readonly id: string;
  /** The memory on one line: no list marker, checkbox, date or metadata. */
  readonly text: string;
  /** `YYYY-MM-DD`, where the line states one. */
  readonly date: string | undefined;
  /** Inline fields `[key:: value]` behind the text, keys in lower case. */
  readonly fields: Readonly<Record<string, string>>;
  /** Tags without `#`, in order of appearance. */
  readonly tags: readonly string[];
  readonly blockId: string | undefined;
  /** GFM checkbox, where the item has one. */
  readonly task: "open" | "done" | undefined;
}

/** Note text: a stretch of a topic file that is not an entry, cut by heading. */
export interface Passage extends Stretch {
  readonly text: string;
}

/** Something in a file that a person should look at; `loci doctor` shows it. */
export interface Problem {
  readonly code: string;
  readonly line: number;
  readonly message: string;
  readonly fix: string;
}

/** A parsed topic file. */
export interface Topic {
  readonly path: TopicPath;
  /** Frontmatter title, else the first top heading (`# …`), else the file's name in words. */
  readonly title: string;
  readonly frontmatter: Frontmatter;
  readonly entries: readonly Entry[];
  readonly passages: readonly Passage[];
  /** Whose own lines (from 1) are; shared ones are left out. */
  readonly owners: ReadonlyMap<number, string>;
  /** Whose own the file is by its frontmatter: `personKey()`, '' if shared. */
  readonly owner: string;
  /** What of it is for this device and its network alone. */
  readonly secrets: Secrets;
  readonly problems: readonly Problem[];
}
