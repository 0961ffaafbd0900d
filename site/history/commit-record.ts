import { z } from "zod";

/** An entry as a commit had it. */
const entrySchema = z
  .strictObject({
    /** As in `Entry`. */
    id: z.string(),
    /** The id of its text, where that is not its own. */
    textId: z.string().optional(),
    /** `""` where it is hidden: no such words are kept. */
    text: z.string(),
    /** It was not to be shown, or was forgotten. */
    isHidden: z.boolean().optional(),
  })
  .readonly();

const editSchema = z
  .strictObject({ before: entrySchema.optional(), after: entrySchema.optional() })
  .readonly();

/** What happened to one document in a commit. */
const changeSchema = z
  .strictObject({
    path: z.string(),
    type: z.enum(["created", "changed", "removed"]),
    /** Entries that came (`after`), went (`before`), or say something else now (both). */
    edits: z.array(editSchema).readonly(),
    isNotesChanged: z.boolean(),
  })
  .readonly();

// What is no date would end the build that shows it.
const timeSchema = z.int().min(0).max(8.64e15);

/** What one commit did to the documents of a vault: all that is kept of it. */
export const recordSchema = z
  .strictObject({
    oid: z.string(),
    /** None for one at which a shallow clone's history was cut off. */
    parents: z.array(z.string()).readonly(),
    isShallow: z.boolean(),
    /** Milliseconds since 1970. */
    committedAt: timeSchema,
    authoredAt: timeSchema,
    subject: z.string(),
    author: z.string(),
    device: z.string().optional(),
    agent: z.string().optional(),
    /** By parent, the documents that are others than there; of one with a single parent they are those of `changes`. */
    differing: z.array(z.array(z.string()).readonly()).readonly(),
    /** Documents that are others than in every parent. */
    changes: z.array(changeSchema).readonly(),
  })
  .readonly();

export type CommitRecord = z.infer<typeof recordSchema>;
export type FileChange = z.infer<typeof changeSchema>;
export type EntryEdit = z.infer<typeof editSchema>;
export type PastEntry = z.infer<typeof entrySchema>;

/** The id of what an entry said. */
export const idOf = ({ id, textId }: PastEntry): string => textId ?? id;
