import { LociError } from "../../errors.ts";
import { readHead } from "../../git/refs/head.ts";
import { checkBranch } from "../../git/repository/branch.ts";
import { checkNothingInProgress } from "../../git/repository/in-progress.ts";
import { healVault } from "../../vault/change-file.ts";
import { unlocked } from "../../vault/lock.ts";
import { recoverMove } from "../apply/move.ts";
import { commitPending } from "../commit/commit-pending.ts";
import { commitHandEdits } from "./hand-edits.ts";
import { healCommitted } from "./heal-committed.ts";
import { takeLeftOut } from "./left-out.ts";
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
  const { disk, repository, vault, maxFileBytes } = context;
  return request.commitLock(async () => {
    await checkNothingInProgress(repository.gitDir);
    await checkBranch(repository, (await readHead(repository.gitDir)).ref);
    await recoverMove(context, signal);
    const now = request.now();
    await takeLeftOut(context, { author: request.authorOf(undefined), now, signal });
    await respectCheckouts(vault);
    // An editor that saved an old buffer must not delete for everybody what came in meanwhile. A file that cannot be
    // healed is reported by the next scan, and committed as it is.
    await healVault(vault, signal);
    await healCommitted(context, signal);
    const pending = await commitPending({
      ...request,
      disk,
      now,
      commitLock: unlocked,
      maxFileBytes,
      guard: createSecretGuard(request.looksSecret),
      editGuard: createEditGuard(request),
    });
    if (pending.status === "blocked") throw toError(pending);
    const edits = await commitHandEdits(request, context, now);
    if (edits.status === "blocked") throw toError(edits);
    return {
      committed: pending.oids.length + Number(edits.status === "committed"),
      heldBack: [...pending.heldBack, ...edits.heldBack],
    };
  }, signal);
}

function toError({ reason, fix }: { readonly reason: string; readonly fix: string }): LociError {
  return new LociError("GIT_BLOCKED", reason, { data: { fix } });
}
