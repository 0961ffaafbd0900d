import { z } from "astro/zod";
import type { AttachmentKind } from "./attachments.ts";

/** Where a link of a note leads. */
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
  /** Anchor of the entry that counts now. */
  readonly supersededBy?: string | undefined;
  readonly until?: string | undefined;
  /** What else is said of it: `[key:: value]`. */
  readonly fields: readonly (readonly [string, string])[];
}

/** A line of another note that leads here. */
interface Backlink {
  readonly id: string;
  readonly title: string;
  readonly anchor?: string | undefined;
  readonly words: string;
}

/** A note as its page shows it. What is private was taken out before any of it was read. */
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
  /** Folders above, outermost first. */
  folders: z.array(z.object({ id: z.string(), title: z.string() })),
  properties: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  // Of these three there are tens of thousands, made here and typed: to check them took most of an edit's time.
  entries: z.custom<readonly NoteEntry[]>(),
  /** By `linkName()`. */
  links: z.custom<Record<string, LinkTarget>>(),
  backlinks: z.custom<Backlink[]>(),
  /** Targets that nothing is written of. */
  missing: z.array(z.string()),
  /** Of its page, where it was rendered. */
  headings: z.array(z.object({ depth: z.number(), slug: z.string(), text: z.string() })).optional(),
});

export type NoteData = z.infer<typeof noteSchema>;

const lineSchema = z.object({
  type: z.enum(["learned", "replaced", "known", "kept", "changed", "struck", "removed"]),
  text: z.string(),
  was: z.string().optional(),
  said: z.string().optional(),
  /** Id of the note that it stands in. */
  note: z.string().optional(),
});

/** What was made of one conversation. */
export const digestSchema = z.object({
  time: z.string(),
  /** Id of the note of its topic. */
  topic: z.string().optional(),
  summary: z.string(),
  lines: z.array(lineSchema),
  agent: z.string(),
  /** Who made it, and where, in the history of a note. */
  by: z.string().optional(),
});

export type DigestData = z.infer<typeof digestSchema>;
