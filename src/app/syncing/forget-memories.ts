import type { LazyConversationServices } from "../../agent/conversation/context.ts";
import { LociError, messageOf } from "../../errors.ts";
import { erase, eraseTraces, isShown, stillHolding } from "../../memory/erase.ts";
import { type Erasing, endErasing, unfinishedErasing } from "../../memory/erasing.ts";
import { forget, type HowToForget } from "../../memory/forget.ts";
import { retract } from "../../memory/retract.ts";
import type { FoundMemory } from "../../recall/recall.ts";
import type { Viewer } from "../../vault/viewer.ts";
import type { OpenVault } from "../open-vault.ts";

interface Forgetting {
  readonly by: Viewer;
  readonly how: HowToForget;
  /** A purge takes lines of others along where they hold the very words. */
  readonly quotes: boolean;
}

/** Where the words of forgotten memories stand even so, as far as who asked may look. */
export interface LeftOver {
  readonly stillIn: readonly string[];
  /** Files of which an old version quotes them. */
  readonly quotedIn: readonly string[];
}

/** Forgets memories, and purges git's history of them where that is asked for. */
export async function forgetMemories(
  parts: OpenVault,
  services: LazyConversationServices,
  memories: readonly FoundMemory[],
  { by, how, quotes }: Forgetting,
): Promise<LeftOver> {
  await finishErasing(parts, services);
  const conversations = await services.open();
  if (how === "remove") await forget(parts, conversations, memories, { by });
  if (how === "retract") await retract(parts, conversations.db, memories, by);
  if (how === "remove" || how === "retract") return { stillIn: [], quotedIn: [] };
  if (how === "purge") await (await import("./purge-vault.ts")).checkPurge(parts);
  const purge = how === "purge" ? { quotes } : undefined;
  const erasing = await erase(parts, conversations, memories, { by, purge });
  const kept = await finish(parts, erasing);
  const stillIn = [...stillHolding(parts, erasing), ...kept.stillIn];
  const shown = (files: readonly string[]): string[] =>
    [...new Set(files)].filter((file) => isShown(by, file));
  return { stillIn: shown(stillIn), quotedIn: shown(kept.quotedIn) };
}

/** Erases to the end what a process that was killed began to. */
export async function finishErasing(
  parts: OpenVault,
  services: LazyConversationServices,
): Promise<void> {
  const erasing = unfinishedErasing(parts.lociDir);
  if (erasing === undefined) return;
  await eraseTraces(parts, await services.open(), erasing);
  await finish(parts, erasing);
}

async function finish(parts: OpenVault, { purge, ...gone }: Erasing): Promise<LeftOver> {
  const { dropFromPlan } = await import("../../upkeep/run-upkeep.ts");
  dropFromPlan(parts, new Set(gone.entries.map(({ text }) => text)));
  const nothing: LeftOver = { stillIn: [], quotedIn: [] };
  const kept = purge === undefined ? nothing : await purgeOf(parts, { ...gone, ...purge });
  endErasing(parts.lociDir);
  return kept;
}

async function purgeOf(
  parts: OpenVault,
  purged: Omit<Erasing, "purge"> & { readonly quotes: boolean },
): Promise<LeftOver> {
  const { purgeVault } = await import("./purge-vault.ts");
  return purgeVault(parts, purged).catch((cause: unknown) => {
    throw new LociError(
      cause instanceof LociError ? cause.code : "SYNC_FAILED",
      `Erased, but git's history still holds it: ${messageOf(cause)}; once that is fixed, run "loci sync", which finishes the purge`,
      { cause },
    );
  });
}
