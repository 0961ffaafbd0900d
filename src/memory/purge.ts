import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { removeTranscripts } from "../digest/transcript/keep-transcripts.ts";
import { LociError } from "../errors.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { dropKeptSteps, dropVersions } from "../sync/commit/pending.ts";
import { filesHolding } from "../vault/find-bytes.ts";
import { pathOrNone, placeOf, toTopicPath } from "../vault/paths.ts";
import { isScopeVisible, type Viewer } from "../vault/topic/viewer.ts";
import { dropVersionsWith } from "../vault/write/versions.ts";
import { writeWhole } from "../vault/write/write-file.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { forget } from "./forget.ts";
import { planForget } from "./plan-forget.ts";

const schema = z.object({
  entries: z.array(
    z.strictObject({
      text: z.string(),
      file: z.string().transform(toTopicPath),
      sessions: z.array(z.string()).readonly(),
    }),
  ),
  said: z.array(z.string()),
});

/** A purge: the memories that go, and the words that they were learned from. */
export type Purging = z.output<typeof schema>;

const fileOf = (lociDir: string): string => join(lociDir, "erasing.json");

export function endPurging(lociDir: string): void {
  rmSync(fileOf(lociDir), { force: true });
}

/** What a killed process has not purged to the end. Throws LociError BAD_INPUT for a file that cannot be read. */
export function unfinishedPurging(lociDir: string): Purging | undefined {
  const file = fileOf(lociDir);
  if (!existsSync(file)) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot finish what "loci forget --purge" began: "${file}" cannot be read; delete it, and look with \`git log -S WORDS --all\` whether the words are gone`,
      { cause },
    );
  }
}

/**
 * Forgets memories with all else that this device keeps of them, in no step that brings them back. What goes is noted
 * on disk before the first word does, so that `purgeTraces` can finish it after a kill. Throws LociError NOT_FOUND.
 */
export async function purgeHere(
  context: MemoryContext,
  conversations: Conversations,
  memories: readonly FoundMemory[],
  by: Viewer,
): Promise<Purging> {
  const plan = planForget(context, conversations, memories, { by });
  const entries = plan.entries.map(({ text, file, sessions }) => ({ text, file, sessions }));
  const purging = { entries, said: [...new Set(plan.entries.flatMap(({ said }) => said))] };
  writeWhole(fileOf(context.lociDir), JSON.stringify(purging));
  await forget(context, conversations, memories, { by, isFinal: true });
  await purgeTraces(context, purging);
  return purging;
}

/**
 * Takes what this device keeps of memories that were forgotten: steps that can be undone, lines that wait for editors
 * or were typed, transcripts of their conversations, vectors. It can be done again.
 */
export async function purgeTraces(context: MemoryContext, purging: Purging): Promise<void> {
  const { root, lociDir, lock, clock } = context;
  const sources = new Set(purging.entries.flatMap(({ sessions }) => sessions));
  const words = wordsOf(purging);
  await removeTranscripts(context, ({ session }) => sources.has(session));
  await lock(async () => {
    await dropVersions(lociDir);
    dropKeptSteps(lociDir);
    dropVersionsWith({ root, lociDir, clock }, words);
    // What an earlier Loci kept: summaries, plans of a night, what was typed.
    for (const name of ["summaries.json", "upkeep.json", "chat-history"])
      rmSync(join(lociDir, name), { force: true });
  });
  context.embeddings.dropUnused();
}

const wordsOf = ({ entries, said }: Purging): readonly string[] => [
  ...new Set([...entries.map(({ text }) => text), ...said]),
];

/**
 * Files of the vault's folder, Loci's own too, that hold the words even so, whoever may look into them; of many words,
 * the first hundred. Not in git's history; the index is named only where it alone holds them.
 */
export function stillHolding({ root }: MemoryContext, purging: Purging): readonly string[] {
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
