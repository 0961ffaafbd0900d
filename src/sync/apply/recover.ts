import { errnoOf, LociError } from "../../errors.ts";
import { openDrafts } from "../../git/disk.ts";
import { dropKeptMove, readKeptMove } from "../commit/move-journal.ts";
import { finishDeadCommit } from "../commit/publish-commit.ts";
import type { MoveContext } from "./apply-merge.ts";
import { isAtStart, runMove } from "./move-to-commit.ts";
import { withDiskFaults } from "./sync-failure.ts";

/**
 * Finishes what a killed or failed commit or move left behind, or drops it where the branch went on: then the next
 * merge brings in what is missing. Rejects as `applyMove` does. The caller holds the commit lock.
 */
export function recoverMove(context: MoveContext, signal?: AbortSignal): Promise<void> {
  return withDiskFaults(() => recover(context, signal));
}

async function recover(context: MoveContext, signal: AbortSignal | undefined): Promise<void> {
  const { disk, objects, repository } = context;
  const { gitDir } = repository;
  await openDrafts(disk, gitDir);
  await finishDeadCommit(context);
  const journal = await readKeptMove(disk, gitDir);
  if (journal === undefined) return;
  const isWanted =
    (await isAtStart(gitDir, journal)) && (await isThere(() => objects.read(journal.commit)));
  if (isWanted) await runMove(context, journal, signal);
  else await dropKeptMove(disk, gitDir);
}

/** A power cut may have taken the commit: it comes again with the next fetch. A disk that cannot be read proves nothing. */
async function isThere(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    const cause = error instanceof LociError ? error.cause : error;
    if (/^E[A-Z0-9]+$/.test(errnoOf(cause) ?? "")) throw cause;
    return false;
  }
}
