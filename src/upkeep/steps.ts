import { removeEntries } from "../vault/edit/edit-topic.ts";
import { toArchivedWords } from "../vault/edit/entry-fields.ts";
import { orNone } from "../vault/or-none.ts";
import { toTopicPath } from "../vault/paths.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { type KeptFile, type VaultState, wordsOf } from "./vault-state.ts";

/** What is to be done with a line of a file. */
interface Step {
  /** The task that wants it. */
  readonly task: string;
  readonly file: string;
  readonly text: string;
  /** The line as it is spelt in its file, behind the marker. */
  readonly words: string;
}

/** A line leaves its file for the archive. */
export interface ArchiveStep extends Step {
  readonly type: "archive";
  /** The file below `archive/` that gets it. */
  readonly archive: string;
  /** Its words with where from, when and why. */
  readonly archived: string;
}

/** Some lines leave their file for the archive, together or not at all, and this one takes their place. */
export interface SummarizeStep extends Step {
  readonly type: "summarize";
  readonly originals: readonly ArchiveStep[];
}

/** A line is struck where it stands: another one is newer. */
export interface StrikeStep extends Step {
  readonly type: "strike";
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

/** An entry that is to leave its file. */
export interface Leaving {
  readonly file: KeptFile;
  readonly entry: Entry;
  readonly task: string;
  /** In a few words. */
  readonly why: string;
}

/** The steps that move entries to the archive, but for those that cannot go, or not come back, byte for byte. */
export function archiveSteps(state: VaultState, leaving: readonly Leaving[]): ArchiveStep[] {
  const removed = new Map(
    [...Map.groupBy(leaving, ({ file }) => file)].map(([file, own]) => {
      const ids = own.map(({ entry }) => entry.id);
      // None of a file that is never rewritten.
      return [file, orNone(() => removeEntries(file.bytes, ids).removed)];
    }),
  );
  return leaving.flatMap((one) => {
    const { file, entry, task, why } = one;
    const words = wordsOf(entry, file.lines);
    const archiving = { day: state.today, from: file.path, why };
    const archived = words === undefined ? undefined : toArchivedWords(words, archiving);
    const canGo = removed.get(file)?.has(entry.id) === true;
    if (words === undefined || archived === undefined || !canGo) return [];
    const archive = toTopicPath(`archive/${file.path}`); // A person's stays that person's.
    const { text } = entry;
    return { type: "archive", task, file: file.path, archive, text, words, archived };
  });
}
