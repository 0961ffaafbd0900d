import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { removeTranscripts } from "../digest/keep-transcripts.ts";
import { LociError } from "../errors.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { type Purged, purgedSchema } from "../sync/purge/find-lines.ts";
import { dropTraces } from "../sync/round/purge-here.ts";
import { filesHolding } from "../vault/find-bytes.ts";
import { pathOrNone, placeOf, toTopicPath } from "../vault/paths.ts";
import { isScopeVisible, type Viewer } from "../vault/topic/viewer.ts";
import { writeWhole } from "../vault/write/write-file.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { forget } from "./forget.ts";
import { planForget } from "./plan-forget.ts";

const fileOf = (lociDir: string): string => join(lociDir, "erasing.json");

export function endPurging(lociDir: string): void {
  rmSync(fileOf(lociDir), { force: true });
}

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
 * Forgets memories, in no step that brings them back. What goes is noted on disk before the first word does, so that the
 * purge can be finished after a kill. Throws LociError NOT_FOUND.
 */
export async function forgetForGood(
  context: MemoryContext,
  conversations: Conversations,
  memories: readonly FoundMemory[],
  by: Viewer,
): Promise<void> {
  const plan = planForget(context, conversations, memories, { by });
  const entries = plan.entries.map(({ text, file, sessions }) => ({ text, file, sessions }));
  const purging = { entries, said: [...new Set(plan.entries.flatMap(({ said }) => said))] };
  writeWhole(fileOf(context.lociDir), JSON.stringify(purging));
  await forget(context, conversations, memories, { by, isFinal: true });
}

/**
 * Takes what this device keeps of memories that were forgotten: steps that can be undone, lines that wait for editors
 * or were typed, transcripts of their conversations, vectors. It can be done again.
 */
export async function purgeTraces(context: MemoryContext, purging: Purged): Promise<void> {
  const sources = new Set(purging.entries.flatMap(({ sessions }) => sessions));
  await removeTranscripts(context, ({ session }) => sources.has(session));
  await dropTraces(context, wordsOf(purging));
  // What an earlier Loci kept: summaries, plans of a night, what was typed.
  for (const name of ["summaries.json", "upkeep.json", "chat-history"])
    rmSync(join(context.lociDir, name), { force: true });
  context.embeddings.dropUnused();
}

const wordsOf = ({ entries, said }: Purged): readonly string[] => [
  ...new Set([...entries.map(({ text }) => text), ...said]),
];

/**
 * Files of the vault's folder, Loci's own too, that hold the words even so, whoever may look into them; of many words,
 * the first hundred. Not in git's history; the index is named only where it alone holds them.
 */
export function stillHolding({ root }: MemoryContext, purging: Purged): readonly string[] {
  const wanted = wordsOf(purging)
    .slice(0, 100)
    .map((one) => Buffer.from(one));
  const isOthers = (path: string): boolean => !/^(?:\.git\/|\.loci\/erasing\.json$)/.test(path);
  const files = filesHolding(root, wanted, isOthers);
  const others = files.filter((file) => !/^\.loci\/index\.db/.test(file));
  return others.length > 0 ? others : files;
}

/** Whether a viewer may hear of a file; what is not a file of the vault's is the device's. */
export function isShown(viewer: Viewer, file: string): boolean {
  const path = pathOrNone(toTopicPath, file);
  return path === undefined || isScopeVisible(viewer, placeOf(path).scope);
}
