import { existsSync } from "node:fs";
import { join } from "node:path";
import { transcriptsOf } from "../digest/keep-transcripts.ts";
import { markOf } from "../digest/plan.ts";
import { messageOf } from "../errors.ts";
import { entriesCalled } from "../index/entries.ts";
import { expunge } from "../index/expunge.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { isBareTopic } from "../vault/edit/edit-topic.ts";
import { unlocked } from "../vault/lock.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import { changedMeanwhile } from "../vault/write/change-file.ts";
import { dropVersionsWith } from "../vault/write/versions.ts";
import { changeVaultFile, inStep, noteRemovals } from "./change-and-note-file.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { forgetInSessions } from "./forget-in-sessions.ts";
import { markForgotten } from "./forgotten-marks.ts";
import { type ForgetPlan, type PlannedFile, planForget } from "./plan-forget.ts";

/** Where the words of a forgotten memory may still stand. */
interface Forgotten {
  /** The vault has a history. */
  readonly inGit: boolean;
  /** Paths of transcripts of the conversation that it comes from. */
  readonly transcripts: readonly string[];
}

interface ForgetOptions {
  /** Who asks; by default, the person that a memory is about. */
  readonly by?: Pick<Viewer, "person"> | undefined;
  /** No step brings them back. */
  readonly isFinal?: boolean;
}

/**
 * Removes entries from their files, and what mentions them from the digest log, the search index, the summaries of
 * their conversations, and the conversations of those persons that are kept; one step that can be taken back, but for
 * what was said. Throws LociError NOT_FOUND, with nothing forgotten, where one has changed or gone meanwhile, and
 * CHANGED_MEANWHILE where another program writes a file just then: it can be done again.
 */
export async function forget(
  vault: MemoryContext,
  conversations: Conversations,
  memories: readonly FoundMemory[],
  { by, isFinal = false }: ForgetOptions = {},
): Promise<Forgotten> {
  const context = inStep(vault, { isFinal });
  const { root, lock } = context;
  const { sessions } = conversations.db;
  const updated = context.time().slice(0, 10);
  const plan = () => planForget(context, conversations, memories, { by, updated });
  const { entries } = plan();
  // Conversations first, then logs, then entries: after a crash, what is left still leads to the rest.
  for (const entry of entries) await forgetInSessions(conversations, entry);
  await lock(async () => {
    const { logs, topics, summariesGone } = plan();
    const now = { ...context, lock: unlocked };
    for (const file of logs) await apply(now, file);
    for (const session of summariesGone) sessions.removeSummary(session);
    await markOnAllDevices(now, entries);
    for (const file of topics) await apply(now, file);
  });
  await settleForgotten(
    context,
    entries.flatMap(({ entry, text }) => [entry.text, text]),
  );
  const sources = new Set(entries.flatMap((entry) => entry.sessions));
  return {
    inGit: existsSync(join(root, ".git")),
    transcripts: [...sources].flatMap((source) => transcriptsOf(context, source)),
  };
}

/** Writes a planned file, unless it changed meanwhile. Deletes a topic that Loci made once it is empty. */
async function apply(
  context: MemoryContext,
  { path, before, after, count }: PlannedFile,
): Promise<void> {
  const bytes = count > 0 && isBareTopic(after) ? null : after;
  const removed = Array.from({ length: count }, () => "removed" as const);
  await changeVaultFile(context)(path, (now) => {
    if (now === null || Buffer.compare(now, before) !== 0) throw changedMeanwhile(path);
    return { bytes, result: null, ops: count === 0 ? ["derived"] : removed };
  });
}

/** Marks texts as forgotten; one that also stands elsewhere only as not to be learned from these people again. */
async function markOnAllDevices(
  context: MemoryContext,
  entries: ForgetPlan["entries"],
): Promise<void> {
  const going = new Set(entries.map(({ memory: { file, id } }) => `${file}\n${id}`));
  const texts = entries.flatMap(({ entry: { text }, persons }) => {
    const called = context.index.run((db) => entriesCalled(db, { allPeople: true }, text));
    const isGone = called.every(({ file, id }) => going.has(`${file}\n${id}`));
    const own = [...persons].flatMap((person) => (person === null ? [] : markOf(text, person)));
    return isGone ? [text, ...own] : own;
  });
  await markForgotten(context, texts);
}

/** Follows up once files have lost their texts: the commit, the index, and saved versions of the files. */
export async function settleForgotten(
  context: MemoryContext,
  texts: readonly string[],
): Promise<void> {
  const { root, lociDir, lock, clock } = context;
  await noteRemovals(context);
  context.committer.commitSoon();
  await forgetInIndex(context);
  try {
    // Even for a file that an editor has open, whose next save then cannot be merged.
    await lock(async () => dropVersionsWith({ root, lociDir, clock }, texts));
  } catch (error) {
    context.report(
      `Forgotten, but its words lie in .loci/writes for some minutes yet: ${messageOf(error)}`,
    );
  }
}

/** A failure here is only reported: the index can be rebuilt. */
export async function forgetInIndex(context: MemoryContext): Promise<void> {
  try {
    await context.freshness.ensureFresh();
    context.index.run(expunge);
  } catch (error) {
    context.report(
      `Forgotten, but its words may still lie in the search index: ${messageOf(error)}; "loci index --rebuild" makes it again`,
    );
  }
}
