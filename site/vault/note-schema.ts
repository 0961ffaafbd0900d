import { z } from "astro/zod";

/** Where a link of a note leads. */
const targetSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("note"), id: z.string(), href: z.string(), title: z.string() }),
  z.object({
    type: z.enum(["image", "audio", "video", "file"]),
    href: z.string(),
    title: z.string(),
  }),
]);

/** A memory: a dated or marked list item. */
const entrySchema = z.object({
  anchor: z.string(),
  /** First line in the file, from 1. */
  line: z.number(),
  /** As Markdown, without its date and marks. */
  text: z.string(),
  isMemory: z.boolean(),
  date: z.string().optional(),
  bank: z.string().optional(),
  tags: z.array(z.string()),
  isProtected: z.boolean(),
  isSuperseded: z.boolean(),
  /** Anchor of the entry that counts now. */
  supersededBy: z.string().optional(),
  until: z.string().optional(),
  /** What else is said of it: `[key:: value]`. */
  fields: z.array(z.tuple([z.string(), z.string()])),
});

/** What is the same object was checked before, as of a note that is as it was: an edit costs one note's. */
const checked = new WeakSet<object>();
const once = <Value extends object>(schema: z.ZodType<Value>) =>
  z.custom<Value>((value) => {
    if (!checked.has(value as object)) schema.parse(value);
    return checked.add(value as object);
  });

const backlinkSchema = z.object({
  id: z.string(),
  title: z.string(),
  anchor: z.string().optional(),
  words: z.string(),
});

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
  entries: once(z.array(entrySchema)),
  /** By `linkName()`. */
  links: once(z.record(z.string(), targetSchema)),
  /** Targets that nothing is written of. */
  missing: z.array(z.string()),
  /** Of its page, where it was rendered. */
  headings: z.array(z.object({ depth: z.number(), slug: z.string(), text: z.string() })).optional(),
  backlinks: once(z.array(backlinkSchema)),
});

export type NoteData = z.infer<typeof noteSchema>;
export type NoteEntry = z.infer<typeof entrySchema>;
export type LinkTarget = z.infer<typeof targetSchema>;

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
