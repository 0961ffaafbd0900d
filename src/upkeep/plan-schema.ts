import { z } from "zod";
import { placeOf, toTopicPath } from "../vault/paths.ts";

/** One line: what goes into a file never brings another with it. */
const line = z.string().regex(/^[^\r\n]+$/);

/** A plan is a file on disk: none makes a run write elsewhere, or for somebody else. */
function isOwnArchive({
  file,
  archive,
}: {
  readonly file: string;
  readonly archive: string;
}): boolean {
  const [from, to] = [placeOf(toTopicPath(file)), placeOf(toTopicPath(archive))];
  return !from.archived && to.archived && from.scope === to.scope;
}

const elsewhere = "it archives into another scope";

const archiveSchema = z.strictObject({
  type: z.literal("archive"),
  /** The task that wants it. */
  task: z.string(),
  file: z.string(),
  /** The file below `archive/` that gets it. */
  archive: z.string(),
  text: z.string(),
  /** The entry as it is spelt in its file, behind the marker. */
  words: line,
  /** Lines of the file that were spelt so: what was learned twice leaves once, however often that is begun. */
  copies: z.int().positive().default(1),
  /** The same with where from, when and why. */
  archived: line,
});

/** Some lines leave their file for the archive, together or not at all, and one takes their place. */
const summarizeSchema = z.strictObject({
  type: z.literal("summarize"),
  task: z.string(),
  file: z.string(),
  /** What the new line says. */
  text: z.string(),
  /** The new line behind its marker. */
  words: line,
  originals: z.array(archiveSchema.refine(isOwnArchive, elsewhere)).min(2),
});

/** A line is struck where it stands: another one is newer. */
const strikeSchema = z.strictObject({
  type: z.literal("strike"),
  task: z.string(),
  file: z.string(),
  text: z.string(),
  words: line,
  /** The id of the newer one. */
  by: z.string(),
});

/** What a run is going to do, decided once: however often it is begun, it does the same. */
export const planSchema = z.strictObject({
  version: z.literal(1),
  /** Local time with its offset. */
  time: z.string(),
  steps: z.array(
    z.discriminatedUnion("type", [
      archiveSchema.refine(isOwnArchive, elsewhere),
      summarizeSchema,
      strikeSchema,
    ]),
  ),
});

export type UpkeepPlan = z.infer<typeof planSchema>;
/** A line leaves its file for the archive. */
export type ArchiveStep = z.infer<typeof archiveSchema>;
export type SummarizeStep = z.infer<typeof summarizeSchema>;
export type StrikeStep = z.infer<typeof strikeSchema>;
export type UpkeepStep = ArchiveStep | SummarizeStep | StrikeStep;

/** The lines that leave their file by a step. */
export function leavingBy(step: UpkeepStep): readonly ArchiveStep[] {
  switch (step.type) {
    case "archive":
      return [step];
    case "summarize":
      return step.originals;
    case "strike":
      return [];
  }
}

/** The lines that leave recall by a step. */
export const lostBy = (step: UpkeepStep): readonly (ArchiveStep | StrikeStep)[] =>
  step.type === "strike" ? [step] : leavingBy(step);
