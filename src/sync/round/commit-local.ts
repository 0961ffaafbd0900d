import { LociError } from "../../errors.ts";
import { readHead } from "../../git/refs/head.ts";
import { checkBranch } from "../../git/repository/branch.ts";
import { checkNothingInProgress } from "../../git/repository/in-progress.ts";
import { healVault } from "../../vault/change-file.ts";
import { recoverMove } from "../apply/recover.ts";
import type { HeldBack } from "../commit/commit-paths.ts";
import { commitPending } from "../commit/commit-pending.ts";
import { writeAsides } from "./asides.ts";
import { commitHandEdits } from "./hand-edits.ts";
import { takeLeftOut } from "./left-out.ts";
import type { RoundContext } from "./open-round.ts";
import { respectCheckouts } from "./respect-checkouts.ts";
import { createSecretGuard } from "./secret-reason.ts";
import type { SyncRequest } from "./sync-request.ts";

/** What a round committed before it asked the remote. */
export interface LocalCommits {
  /** How many. */
  readonly committed: number;
  readonly heldBack: readonly HeldBack[];
}

/**
 * Finishes what a killed round left, then commits what Loci wrote and what people changed. Holds the commit lock; never
 * waits for the network. Rejects with GIT_BLOCKED before anything moves where the person's own git is in the middle of
 * something.
 */
export function commitLocal(
  request: Omit<SyncRequest, "syncLock">,
  context: RoundContext,
): Promise<LocalCommits> {
  return request.commitLock(() => commitAll(request, context), request.signal);
}

async function commitAll(
  request: Omit<SyncRequest, "syncLock">,
  context: RoundContext,
): Promise<LocalCommits> {
  const { gitDir } = context.repository;
  const { disk } = context;
  const { signal } = request;
  await checkNothingInProgress(gitDir);
  await checkBranch(context.repository, (await readHead(gitDir)).ref);
  await recoverMove(context, signal);
  await takeLeftOut(context, {
    ...{ author: request.authorOf(undefined), now: request.now(), signal },
  });
  await writeAsides(disk, request.root, context.asides);
  await respectCheckouts(context.vault);
  // An editor that saved an old buffer must not delete for everybody what came in meanwhile. A file that cannot be
  // healed is reported by the next scan, and committed as it is.
  await healVault(context.vault, signal);
  const own = {
    ...{ ...request, disk, now: request.now() },
    maxFileBytes: request.settings.maxFileBytes,
  };
  const pending = await commitPending({
    ...own,
    commitLock: async (work) => work(), // It is held already.
    guard: createSecretGuard(request.looksSecret),
  });
  if (pending.status === "blocked") throw toError(pending);
  const head = await readHead(gitDir);
  const tree =
    head.oid === undefined ? undefined : (await context.objects.readCommit(head.oid)).tree;
  const edits = await commitHandEdits(own, context, tree);
  if (edits.status === "blocked") throw toError(edits);
  return {
    committed: pending.oids.length + (edits.status === "committed" ? 1 : 0),
    heldBack: [...pending.heldBack, ...edits.heldBack],
  };
}

function toError({ reason, fix }: { readonly reason: string; readonly fix: string }): LociError {
  return new LociError("GIT_BLOCKED", reason, { data: { fix } });
}
