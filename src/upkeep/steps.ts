/** A line leaves its file for the archive. */
export interface ArchiveStep {
  readonly type: "archive";
  /** The task that wants it. */
  readonly task: string;
  readonly file: string;
  /** The file below `archive/` that gets it. */
  readonly archive: string;
  readonly text: string;
  /** The entry as it is spelt in its file, behind the marker. */
  readonly words: string;
  /** The same with where from, when and why. */
  readonly archived: string;
}

/** Some lines leave their file for the archive, together or not at all, and one takes their place. */
export interface SummarizeStep {
  readonly type: "summarize";
  readonly task: string;
  readonly file: string;
  /** What the new line says. */
  readonly text: string;
  /** The new line behind its marker. */
  readonly words: string;
  readonly originals: readonly ArchiveStep[];
}

/** A line is struck where it stands: another one is newer. */
export interface StrikeStep {
  readonly type: "strike";
  readonly task: string;
  readonly file: string;
  readonly text: string;
  readonly words: string;
  /** The id of the newer one. */
  readonly by: string;
}

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
