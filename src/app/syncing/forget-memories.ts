import { existsSync } from "node:fs";
import { join } from "node:path";
import { LociError, messageOf } from "../../errors.ts";
import { gitHome } from "../../git/config/git-config.ts";
import { blocked } from "../../git/disk.ts";
import { Objects } from "../../git/objects/objects.ts";
import { readHead } from "../../git/refs/refs.ts";
import { openRepository } from "../../git/repository/repository.ts";
import type { Conversations } from "../../memory/context.ts";
import { forget } from "../../memory/forget.ts";
import {
  endPurging,
  isShown,
  type Purging,
  purgeHere,
  purgeTraces,
  stillHolding,
  unfinishedPurging,
} from "../../memory/purge.ts";
import type { FoundMemory } from "../../recall/recall.ts";
import type { HeldBack } from "../../sync/commit/commit-files.ts";
import { forgottenPath } from "../../sync/merge/file/removals.ts";
import { findLinesToPurge } from "../../sync/purge/find-lines.ts";
import { noteUnfinished, readUnfinished, toMarks } from "../../sync/purge/purge-marks.ts";
import { appendMarks } from "../../sync/round/forgotten.ts";
import { checkUnused } from "../../sync/round/purge-here.ts";
import type { RoundOptions } from "../../sync/round/sync-request.ts";
import type { Viewer } from "../../vault/topic/viewer.ts";
import { eraseSites } from "../site/built-sites.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import { syncRound } from "./sync-round.ts";

/**
 * Forgets memories; `purge` also erases all that this device keeps of them, and git's history, and gives the files that
 * hold their words even so, as far as the viewer may look.
 */
export async function forgetMemories(
  vault: OpenVault,
  conversations: Conversations,
  memories: readonly FoundMemory[],
  { by, purge }: { readonly by: Viewer; readonly purge: boolean },
): Promise<{ readonly stillIn: readonly string[] }> {
  await finishPurging(vault);
  if (!purge) {
    await forget(vault, conversations, memories, { by });
    return { stillIn: [] };
  }
  await checkHistory(vault);
  const purging = await purgeHere(vault, conversations, memories, by);
  const inHistory = await finish(vault, purging);
  const stillIn = new Set([...stillHolding(vault, purging), ...inHistory]);
  return { stillIn: [...stillIn].filter((file) => isShown(by, file)) };
}

/** Finishes the purge that a killed process began. `accept`: what the person agrees to, as in any round of sync. */
export async function finishPurging(vault: OpenVault, accept?: RoundOptions["accept"]) {
  const purging = unfinishedPurging(vault.lociDir);
  if (purging === undefined) return;
  await purgeTraces(vault, purging);
  await finish(vault, purging, accept);
}

const hasHistory = ({ root }: OpenVault): boolean => existsSync(join(root, ".git"));

/** Throws LociError BAD_INPUT where Loci does not commit, and GIT_BLOCKED for a history that it leaves alone. */
async function checkHistory(vault: OpenVault): Promise<void> {
  if (!hasHistory(vault)) return;
  if (!vault.settings.commit.enabled) {
    throw new LociError(
      "BAD_INPUT",
      "Cannot purge git's history: commit.enabled is false, so Loci leaves this repository alone; LOCI_COMMIT_ENABLED=true lets this one command change it",
    );
  }
  const { gitDir } = await openRepository(vault.root, gitHome(vault.env));
  await checkUnused(gitDir);
}

/** Returns the files that still hold the words in the last commit. Throws LociError GIT_BLOCKED or SYNC_FAILED. */
async function finish(vault: OpenVault, purging: Purging, accept?: RoundOptions["accept"]) {
  eraseSites(vault);
  try {
    const stillIn = hasHistory(vault) ? await rewriteHistory(vault, purging, accept) : [];
    endPurging(vault.lociDir);
    return stillIn;
  } catch (cause) {
    throw new LociError(
      cause instanceof LociError ? cause.code : "SYNC_FAILED",
      `Erased here, but git's history still holds it: ${messageOf(cause)}; once that is fixed, run "loci sync", which finishes the purge`,
      { cause },
    );
  }
}

/**
 * Takes what was erased out of every version in git's history here, and marks it, so that the remote and other devices
 * follow. It can be done again.
 */
async function rewriteHistory(
  vault: OpenVault,
  purging: Purging,
  accept: RoundOptions["accept"],
): Promise<readonly string[]> {
  const { root, lock, committer, now } = vault;
  const { heldBack } = await syncRound(vault, { local: true, accept });
  const gitDir = join(root, ".git");
  const { oid } = await readHead(gitDir);
  if (oid === undefined) return [];
  const objects = new Objects(gitDir);
  const { hashes, stillIn } = await findLinesToPurge(objects, oid, purging);
  const old = new Set<string>(purging.entries.map(({ file }) => file));
  const kept = heldBack.find(({ path }) => old.has(path) && stillIn.includes(path));
  if (kept !== undefined) throw notCommitted(kept);
  if (hashes.length === 0) return stillIn;
  await committer.note([{ path: forgottenPath, topic: "forgotten", op: "derived" }]);
  const marks = toMarks(hashes, new Date(now()));
  await noteUnfinished(gitDir, { isOwn: true, marks });
  await lock(() => appendMarks(root, () => [...marks]));
  const after = await syncRound(vault, { local: true });
  if ((await readUnfinished(gitDir)) === undefined) return stillIn;
  const own = after.heldBack.find(({ path }) => path === forgottenPath);
  throw notCommitted(own ?? { path: forgottenPath, reason: "git has an older one" });
}

/** For a file that a purge needs in the last commit, and that is held back. */
const notCommitted = ({ path, reason }: HeldBack): LociError =>
  blocked(`${path} is not committed: ${reason}`, "put that right");
