import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LazyConversationServices } from "../../agent/conversation/context.ts";
import { LociError, messageOf } from "../../errors.ts";
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
import type { RoundOptions } from "../../sync/background/syncing.ts";
import type { Viewer } from "../../vault/topic/viewer.ts";
import type { OpenVault } from "../vault/open-vault.ts";

interface Forgetting {
  readonly by: Viewer;
  /** All that this device keeps of them goes too, and git's history. */
  readonly purge: boolean;
}

/** Where the words of forgotten memories stand even so, as far as who asked may look. */
export interface LeftOver {
  readonly stillIn: readonly string[];
}

const nothing: LeftOver = { stillIn: [] };

/** Forgets memories, and purges all that is kept of them where that is asked for. */
export async function forgetMemories(
  parts: OpenVault,
  services: LazyConversationServices,
  memories: readonly FoundMemory[],
  { by, purge }: Forgetting,
): Promise<LeftOver> {
  await finishPurging(parts);
  const conversations = await services.open();
  if (!purge) {
    await forget(parts, conversations, memories, { by });
    return nothing;
  }
  const hasHistory = existsSync(join(parts.root, ".git"));
  if (hasHistory) await (await import("./purge-vault.ts")).checkPurge(parts);
  const asked = { by, purge: hasHistory ? {} : undefined };
  const purging = await purgeHere(parts, conversations, memories, asked);
  const kept = await finish(parts, purging);
  const stillIn = [...stillHolding(parts, purging), ...kept.stillIn];
  return { stillIn: [...new Set(stillIn)].filter((file) => isShown(by, file)) };
}

/** Purges to the end what a killed process began to. */
export async function finishPurging(
  parts: OpenVault,
  accept?: RoundOptions["accept"],
): Promise<void> {
  const purging = unfinishedPurging(parts.lociDir);
  if (purging === undefined) return;
  await purgeTraces(parts, purging);
  await finish(parts, purging, accept);
}

async function finish(
  parts: OpenVault,
  { purge, ...gone }: Purging,
  accept?: RoundOptions["accept"],
): Promise<LeftOver> {
  const kept = purge === undefined ? nothing : await purgeHistory(parts, gone, accept);
  endPurging(parts.lociDir);
  return kept;
}

async function purgeHistory(
  parts: OpenVault,
  purged: Omit<Purging, "purge">,
  accept: RoundOptions["accept"],
): Promise<LeftOver> {
  const { purgeVault } = await import("./purge-vault.ts");
  return purgeVault(parts, purged, accept).catch((cause: unknown) => {
    throw new LociError(
      cause instanceof LociError ? cause.code : "SYNC_FAILED",
      `Erased here, but git's history still holds it: ${messageOf(cause)}; once that is fixed, run "loci sync", which finishes the purge`,
      { cause },
    );
  });
}
