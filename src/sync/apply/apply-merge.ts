import type { GitHome } from "../../git/config/git-config.ts";
import { openDrafts } from "../../git/disk.ts";
import type { Change } from "../../git/index-file/update-index.ts";
import type { WritableVault } from "../../vault/change-file.ts";
import type { CommitContext } from "../commit/publish-commit.ts";
import { runMove } from "./move-to-commit.ts";
import { withDiskFaults } from "./sync-failure.ts";

/** Merges an edit that was saved while a merge came in; null: nothing is left of the file. */
export type MergeLate = (
  path: string,
  base: Uint8Array | null,
  ours: Uint8Array | null,
  theirs: Uint8Array | null,
) => Uint8Array | null;

/** What moving the vault to another commit needs. */
export interface MoveContext extends CommitContext {
  readonly vault: WritableVault;
  readonly person: GitHome;
  readonly mergeLate: MergeLate;
  /** A larger file is left out of the folder, and what stands there in its place stays. */
  readonly maxFileBytes: number;
}

/** A move of the checked-out branch. */
export interface Move {
  readonly ref: string;
  readonly from: string | undefined;
  readonly to: string;
  /** From the tree of `from` to that of `to`. */
  readonly changes: readonly Change[];
  /** The end of the reflog line: `Name <mail> seconds zone\tsync: …` (not `merge…` or `pull…`: see head-moves.ts). */
  readonly log: string;
}

/**
 * Brings the files, then git's index, then the branch from one commit to the next, for exactly these changes. "moved":
 * the branch was not, or is no longer, at `from`; at worst the files are ahead of it. A file that was saved
 * meanwhile is merged. Rejects with GIT_BLOCKED before anything moves where the person's own work is in the way, and
 * with SYNC_FAILED where the disk fails; what was begun then is finished by `recoverMove`. The caller holds the commit
 * lock, not the writer lock, and has called `recoverMove`.
 */
export async function applyMove(
  context: MoveContext,
  move: Move,
  signal?: AbortSignal,
): Promise<"applied" | "moved"> {
  const { ref, from, to, changes, log } = move;
  return withDiskFaults(async () => {
    await openDrafts(context.disk, context.repository.gitDir);
    await context.objects.flush();
    return runMove(context, { kind: "move", ref, parent: from, commit: to, changes, log }, signal);
  });
}
