import { z } from "astro/zod";
import type { AttachmentKind } from "./attachments.ts";

/** Where a note's link leads. */
export type LinkTarget =
  | { readonly type: "note"; readonly id: string; readonly href: string; readonly title: string }
  | { readonly type: AttachmentKind; readonly href: string; readonly title: string };

/** A memory: a dated or marked list item. */
export interface NoteEntry {
  readonly anchor: string;
  /** First line in the file, from 1. */
  readonly line: number;
  /** As Markdown, without its date and marks. */
  readonly text: string;
  readonly isMemory: boolean;
  readonly date?: string | undefined;
  readonly bank?: string | undefined;
  readonly tags: readonly string[];
  readonly isProtected: boolean;
  readonly isSuperseded: boolean;
  /** The anchor of the entry that replaced it. */
  readonly supersededBy?: string | undefined;
  readonly until?: string | undefined;
  /** Its other fields: `[key:: value]`. */
  readonly fields: readonly (readonly [string, string])[];
}

/** A line of another note that links here. */
interface Backlink {
  readonly id: string;
  readonly title: string;
  readonly anchor?: string | undefined;
  readonly words: string;
}

/** A note as its page shows it. Private lines were removed before anything else was read. */
export const noteSchema = z.object({
  path: z.string(),
  title: z.string(),
  summary: z.string().optional(),
  bank: z.string().optional(),
  tags: z.array(z.string()),
  aliases: z.array(z.string()),
  created: z.string().optional(),
  updated: z.string().optional(),
  isArchived: z.boolean(),
  /** The folders above it, outermost first. */
  folders: z.array(z.object({ id: z.string(), title: z.string() })),
  properties: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  // Not validated: there are tens of thousands of these, all made here, and validation took most of an edit's time.
  entries: z.custom<readonly NoteEntry[]>(),
  /** Keyed by `linkName()`. */
  links: z.custom<Record<string, LinkTarget>>(),
  backlinks: z.custom<Backlink[]>(),
  /** Link targets that do not exist. */
  missing: z.array(z.string()),
  /** Set once the note was rendered. */
  headings: z.array(z.object({ depth: z.number(), slug: z.string(), text: z.string() })).optional(),
});

export type NoteData = z.infer<typeof noteSchema>;

const lineSchema = z.object({
  type: z.enum(["learned", "replaced", "known", "kept", "changed", "struck", "removed"]),
  text: z.string(),
  was: z.string().optional(),
  said: z.string().optional(),
  /** The id of its note. */
  note: z.string().optional(),
});

/** What was learned from one conversation. */
export const digestSchema = z.object({
  time: z.string(),
  /** The id of its topic's note. */
  topic: z.string().optional(),
  summary: z.string(),
  lines: z.array(lineSchema),
  agent: z.string(),
  /** In a note's history: who made the change, and on which device. */
  by: z.string().optional(),
});

export type DigestData = z.infer<typeof digestSchema>;
