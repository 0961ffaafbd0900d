import { existsSync } from "node:fs";
import { join } from "node:path";
import { LociError, messageOf } from "../../errors.ts";
import { gitHome } from "../../git/config/git-config.ts";
import { openRepository } from "../../git/repository/repository.ts";
import type { Conversations } from "../../memory/context.ts";
import { forget } from "../../memory/forget.ts";
import {
  endPurging,
  forgetForGood,
  isShown,
  purgeTraces,
  stillHolding,
  unfinishedPurging,
} from "../../memory/purge.ts";
import type { FoundMemory } from "../../recall/recall.ts";
import type { Purged } from "../../sync/purge/find-lines.ts";
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
  await forgetForGood(vault, conversations, memories, by);
  const stillIn = await finishPurging(vault);
  return { stillIn: stillIn.filter((file) => isShown(by, file)) };
}

/**
 * Finishes the purge that was begun, perhaps by a process that was killed since. `accept`: what the person agrees to, as
 * in any round of sync. Returns the files that hold the words even so. Throws LociError GIT_BLOCKED or SYNC_FAILED.
 */
export async function finishPurging(
  vault: OpenVault,
  accept?: RoundOptions["accept"],
): Promise<readonly string[]> {
  const purging = unfinishedPurging(vault.lociDir);
  if (purging === undefined) return [];
  await purgeTraces(vault, purging);
  eraseSites(vault);
  const inHistory = hasHistory(vault) ? await purgeHistory(vault, purging, accept) : [];
  endPurging(vault.lociDir);
  return [...new Set([...stillHolding(vault, purging), ...inHistory])];
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

async function purgeHistory(vault: OpenVault, purge: Purged, accept: RoundOptions["accept"]) {
  try {
    return (await syncRound(vault, { local: true, accept, purge })).stillIn ?? [];
  } catch (cause) {
    throw new LociError(
      cause instanceof LociError ? cause.code : "SYNC_FAILED",
      `Erased here, but git's history still holds it: ${messageOf(cause)}; once that is fixed, run "loci sync", which finishes the purge`,
      { cause },
    );
  }
}
