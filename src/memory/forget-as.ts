import type { FoundMemory } from "../recall/recall.ts";
import type { Purged } from "../sync/purge/find-lines.ts";
import type { Viewer } from "../vault/viewer.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { erase } from "./erase.ts";
import { forget } from "./forget.ts";
import { retract } from "./retract.ts";

/**
 * What becomes of memories: `remove` takes them out of files, log, index and conversations; `retract` strikes them; `erase`
 * takes with them what else this device keeps of them, and is no step that can be taken back; `purge` takes git's history
 * too.
 */
export type HowToForget = "remove" | "retract" | "erase" | "purge";

/**
 * Forgets them in that way. `stillIn`: files that hold their words even so, where they were erased; `gone`: what is left to be
 * purged from git's history.
 */
export async function forgetAs(
  how: HowToForget,
  context: MemoryContext,
  conversations: Conversations,
  memories: readonly FoundMemory[],
  by: Viewer,
): Promise<{ readonly stillIn: readonly string[]; readonly gone?: Purged }> {
  switch (how) {
    case "remove":
      await forget(context, conversations, memories, { by });
      return { stillIn: [] };
    case "retract":
      await retract(context, conversations.db, memories, by);
      return { stillIn: [] };
    case "erase":
    case "purge":
      return erase(context, conversations, memories, by);
  }
}
