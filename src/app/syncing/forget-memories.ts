import { LociError, messageOf } from "../../errors.ts";
import type { Conversations } from "../../memory/context.ts";
import { isShown } from "../../memory/erase.ts";
import { forgetAs, type HowToForget } from "../../memory/forget-as.ts";
import type { FoundMemory } from "../../recall/recall.ts";
import type { Viewer } from "../../vault/viewer.ts";
import type { OpenVault } from "../open-vault.ts";

/** Forgets memories, and purges git's history of them where that is asked for. `stillIn`: files that hold their words even so. */
export async function forgetMemories(
  parts: OpenVault,
  conversations: Conversations,
  memories: readonly FoundMemory[],
  { by, how }: { readonly by: Viewer; readonly how: HowToForget },
): Promise<{ readonly stillIn: readonly string[] }> {
  const purging = how === "purge" ? await import("./purge-vault.ts") : undefined;
  await purging?.checkPurge(parts);
  const { stillIn, gone } = await forgetAs(how, parts, conversations, memories, by);
  if (purging === undefined || gone === undefined) return { stillIn };
  const kept = await purging.purgeVault(parts, gone).catch((cause: unknown) => {
    throw new LociError(
      cause instanceof LociError ? cause.code : "SYNC_FAILED",
      `Erased, but git's history still holds it: ${messageOf(cause)}; once that is mended, run "loci sync", which finishes a purge that was begun; should "loci forget --proof" find the words then, write the memory once more and purge it anew`,
      { cause },
    );
  });
  return { stillIn: [...new Set([...stillIn, ...kept.filter((file) => isShown(by, file))])] };
}
