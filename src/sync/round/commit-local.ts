import { checkCommittable } from "../../git/repository/check-committable.ts";
import { healVault } from "../../vault/change-file.ts";
import { unlocked } from "../../vault/lock.ts";
import { recoverMove } from "../apply/move.ts";
import { commitPending } from "../commit/commit-pending.ts";
import { commitHandEdits } from "./hand-edits.ts";
import type { RoundContext } from "./open-round.ts";
import { respectCheckouts } from "./respect-checkouts.ts";
import { createEditGuard, createSecretGuard } from "./secret-guard.ts";
import type { RoundRequest, SyncReport } from "./sync-request.ts";

/**
 * Finishes what a killed round left, then commits what Loci wrote and what people changed. Takes the commit lock; never
 * waits for the network. Rejects with GIT_BLOCKED before anything moves where the person's own git is in the middle of
 * something.
 */
export function commitLocal(
  request: RoundRequest,
  context: RoundContext,
): Promise<Pick<SyncReport, "committed" | "heldBack">> {
  const { signal } = request;
  const { disk, repository, maxFileBytes } = context;
  return request.commitLock(async () => {
    await checkCommittable(repository.gitDir);
    await recoverMove(context, signal);
    const now = request.now();
    await respectCheckouts(context);
    // An editor that saved an old buffer must not delete for everybody what came in meanwhile. A file that cannot be
    // healed is reported by the next scan, and committed as it is.
    await healVault(context, signal);
    const pending = await commitPending({
      ...request,
      disk,
      now,
      commitLock: unlocked,
      maxFileBytes,
      guard: createSecretGuard(request.looksSecret),
      editGuard: createEditGuard(request),
    });
    const edits = await commitHandEdits(request, context, now);
    return {
      committed: pending.oids.length + Number(edits.status === "committed"),
      heldBack: [...pending.heldBack, ...edits.heldBack],
    };
  }, signal);
}
