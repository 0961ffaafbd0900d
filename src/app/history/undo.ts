import { existsSync } from "node:fs";
import { join } from "node:path";
import { type UndoneFile, undoStep } from "../../digest/undo/undo-step.ts";
import type { UndoStep } from "../../session/undo-journal.ts";
import { listFiles, mostFileBytes } from "../../vault/list-files.ts";
import { isLogPath, resolveInVault, toTopicPath } from "../../vault/paths.ts";
import { readOwn } from "../../vault/read-settled.ts";
import { refresh } from "../keep-fresh.ts";
import type { Parts } from "../parts.ts";

/** What was taken back. */
export interface Undone {
  /** In words: "saved a memory". */
  readonly what: string;
  readonly files: readonly string[];
  /** A sentence for each thing that could not be taken back, since it was changed meanwhile. */
  readonly kept: readonly string[];
}

/** Takes a step back, and keeps what others wrote since; `done` is called once its files are as they should be. */
export async function takeBack(parts: Parts, step: UndoStep, done: () => void): Promise<Undone> {
  const { vault, note } = undoPorts(parts);
  const undone = await undoStep(
    {
      vault,
      note: (records) =>
        note(records.map((one) => ({ ...one, op: isNamed(one.path) ? "taken back" : one.op }))),
    },
    step,
  );
  await markBroughtBack(parts, step);
  done();
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

/** The digest log and the recent-topics index follow from what the commit names already. */
const isNamed = (path: string): boolean => path.endsWith(".md") && !isLogPath(path);

/** What was forgotten with the step, and stands again, may be so on every device. */
async function markBroughtBack(parts: Parts, { files }: UndoStep): Promise<void> {
  if (!existsSync(join(parts.root, "log", "forgotten.txt"))) return;
  const { markSaidAgain } = await import("../syncing/forgotten-marks.ts");
  for (const { path, after } of files) {
    if (!path.endsWith(".md") || isLogPath(path)) continue;
    const file = toTopicPath(path);
    const now = readOwn(resolveInVault(parts.root, file), mostFileBytes) ?? null;
    await markSaidAgain(parts, file, { before: after, after: now });
  }
}

/** What taking back needs of an open vault. */
export function undoPorts({ root, lociDir, lock, clock, committer }: Parts) {
  return {
    vault: { root, lociDir, lock, clock },
    note: committer.note,
  };
}

function whatStays({ path, status, left }: UndoneFile): string[] {
  if (status === "gone") return [`${path} is gone since, and stays so`];
  return left.map((line) => `${path}: this line was changed since, and stays: ${line}`);
}
