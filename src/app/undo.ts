import { type UndoneFile, undoStep } from "../digest/undo/undo-step.ts";
import type { UndoJournal } from "../session/session.ts";
import { listFiles } from "../vault/list-files.ts";
import { refresh } from "./keep-fresh.ts";
import type { Parts } from "./parts.ts";

/** What was taken back. */
export interface Undone {
  /** In words: "saved a memory". */
  readonly what: string;
  readonly files: readonly string[];
  /** A sentence for each thing that could not be taken back, since it was changed meanwhile. */
  readonly kept: readonly string[];
}

/** Takes the last step back, and keeps what others wrote since; undefined where there is none. */
export async function undoLast(parts: Parts, journal: UndoJournal): Promise<Undone | undefined> {
  const step = journal.last();
  if (step === undefined) return undefined;
  const undone = await undoStep(undoPorts(parts), step);
  journal.drop(step.step);
  parts.state.wrote = true;
  // A vault that is empty now is not one that was unmounted.
  if (undone.length > 0 && listFiles(parts.root).files.length === 0) {
    await refresh(parts, { confirmRemovals: true });
  }
  await parts.committer.commit();
  return {
    what: step.what,
    files: undone.map(({ path }) => path),
    kept: undone.flatMap(whatStays),
  };
}

/** What taking back needs of an open vault. */
export function undoPorts({ root, lociDir, lock, committer }: Parts) {
  return {
    vault: { root, lociDir, lock },
    note: committer.note,
  };
}

function whatStays({ path, status, left }: UndoneFile): string[] {
  if (status === "gone") return [`${path} is gone since, and stays so`];
  return left.map((line) => `${path}: this line was changed since, and stays: ${line}`);
}
