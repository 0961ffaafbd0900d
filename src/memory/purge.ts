import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { removeTranscripts } from "../digest/keep-transcripts.ts";
import { LociError, messageOf } from "../errors.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { type Purged, purgedSchema } from "../sync/purge/find-lines.ts";
import { checkUnused, dropTraces } from "../sync/round/purge-here.ts";
import type { RoundOptions } from "../sync/round/sync-request.ts";
import { filesHolding } from "../vault/find-bytes.ts";
import { pathOrNone, placeOf, toTopicPath } from "../vault/paths.ts";
import { isScopeVisible, type Viewer } from "../vault/topic/viewer.ts";
import { writeWhole } from "../vault/write/write-file.ts";
import { eraseSites } from "./built-sites.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { forget, forgetInIndex } from "./forget.ts";
import { planForget } from "./plan-forget.ts";

const fileOf = (lociDir: string): string => join(lociDir, "erasing.json");

/** What a killed process has not purged to the end. Throws LociError BAD_INPUT for a file that cannot be read. */
export function unfinishedPurging(lociDir: string): Purged | undefined {
  const file = fileOf(lociDir);
  if (!existsSync(file)) return undefined;
  try {
    return purgedSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot finish what "loci forget --purge" began: "${file}" cannot be read; delete it, and look with \`git log -S WORDS --all\` whether the words are gone`,
      { cause },
    );
  }
}

/**
 * Forgets memories; `purge`: in no step that brings them back, with all that this device keeps of them, and git's
 * history. What goes is then noted on disk before the first word does, so that it can be finished after a kill. Gives
 * the files that hold the words even so, as far as the viewer may look. Throws LociError NOT_FOUND, BAD_INPUT where Loci
 * does not commit, GIT_BLOCKED for a history that it leaves alone, or SYNC_FAILED.
 */
export async function forgetMemories(
  context: MemoryContext,
  conversations: Conversations,
  memories: readonly FoundMemory[],
  { by, purge }: { readonly by: Viewer; readonly purge: boolean },
): Promise<{ readonly stillIn: readonly string[] }> {
  await finishPurging(context);
  if (!purge) {
    await forget(context, conversations, memories, { by });
    return { stillIn: [] };
  }
  if (hasHistory(context)) {
    if (!context.settings.commit.enabled) {
      throw new LociError(
        "BAD_INPUT",
        "Cannot purge git's history: commit.enabled is false, so Loci leaves this repository alone; LOCI_COMMIT_ENABLED=true lets this one command change it",
      );
    }
    await checkUnused((await context.openHistory()).gitDir);
  }
  const plan = planForget(context, conversations, memories, { by });
  const entries = plan.entries.map(({ text, file, sessions }) => ({ text, file, sessions }));
  const purging = { entries, said: [...new Set(plan.entries.flatMap(({ said }) => said))] };
  writeWhole(fileOf(context.lociDir), JSON.stringify(purging));
  await forget(context, conversations, memories, { by, isFinal: true });
  const stillIn = await finishPurging(context);
  return { stillIn: stillIn.filter((file) => isShown(by, file)) };
}

/** Whether a viewer may hear of a file; what is not a file of the vault's is the device's. */
function isShown(viewer: Viewer, file: string): boolean {
  const path = pathOrNone(toTopicPath, file);
  return path === undefined || isScopeVisible(viewer, placeOf(path).scope);
}

/**
 * Finishes the purge that was begun, perhaps by a process that was killed since. `accept`: what the person agrees to, as
 * in any round of sync. Returns the files that hold the words even so. Throws LociError GIT_BLOCKED or SYNC_FAILED.
 */
export async function finishPurging(
  context: MemoryContext,
  accept?: RoundOptions["accept"],
): Promise<readonly string[]> {
  const { lociDir } = context;
  const purging = unfinishedPurging(lociDir);
  if (purging === undefined) return [];
  const sources = new Set(purging.entries.flatMap(({ sessions }) => sessions));
  await removeTranscripts(context, ({ session }) => sources.has(session));
  await dropTraces(context, wordsOf(purging));
  // What an earlier Loci kept: summaries, plans of a night, what was typed.
  for (const name of ["summaries.json", "upkeep.json", "chat-history"])
    rmSync(join(lociDir, name), { force: true });
  await eraseDerived(context);
  const inHistory = hasHistory(context) ? await purgeHistory(context, purging, accept) : [];
  rmSync(fileOf(lociDir), { force: true });
  return [...new Set([...stillHolding(context, purging), ...inHistory])];
}

/** Takes what is no longer in the files out of what is made of them: index, vectors, sites. */
export async function eraseDerived(context: MemoryContext): Promise<void> {
  await forgetInIndex(context);
  context.embeddings.dropUnused();
  eraseSites(context);
}

const hasHistory = ({ root }: MemoryContext): boolean => existsSync(join(root, ".git"));

async function purgeHistory(
  context: MemoryContext,
  purge: Purged,
  accept: RoundOptions["accept"],
): Promise<readonly string[]> {
  try {
    return (await context.round({ local: true, accept, purge })).stillIn ?? [];
  } catch (cause) {
    throw new LociError(
      cause instanceof LociError ? cause.code : "SYNC_FAILED",
      `Erased here, but git's history still holds it: ${messageOf(cause)}; once that is fixed, run "loci sync", which finishes the purge`,
      { cause },
    );
  }
}

const wordsOf = ({ entries, said }: Purged): readonly string[] => [
  ...new Set([...entries.map(({ text }) => text), ...said]),
];

/**
 * Files of the vault's folder, Loci's own too, that hold the words even so, whoever may look into them; of many words,
 * the first hundred. Not in git's history; the index is named only where it alone holds them.
 */
function stillHolding({ root }: MemoryContext, purging: Purged): readonly string[] {
  const wanted = wordsOf(purging)
    .slice(0, 100)
    .map((one) => Buffer.from(one));
  const isOthers = (path: string): boolean => !/^(?:\.git\/|\.loci\/erasing\.json$)/.test(path);
  const files = filesHolding(root, wanted, isOthers);
  const others = files.filter((file) => !/^\.loci\/index\.db/.test(file));
  return others.length > 0 ? others : files;
}
