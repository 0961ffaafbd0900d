import { rmSync } from "node:fs";
import { join } from "node:path";
import { removeTranscripts } from "../digest/transcript/keep-transcripts.ts";
import { namedTranscripts } from "../digest/transcript/transcript.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { filesHolding } from "../vault/find-bytes.ts";
import { maxFileBytes } from "../vault/list-files.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { readOwn, writeOwn } from "../vault/read-settled.ts";
import { dropLedgersWith } from "../vault/recent-writes.ts";
import { isScopeVisible, type Viewer } from "../vault/viewer.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { beginErasing, type Erasing } from "./erasing.ts";
import { entriesMeant, forget, saidInLogs, toForgotten } from "./forget.ts";
import { knowTeachers } from "./forget-in-sessions.ts";
import { readTopicFile } from "./read-topic.ts";
import { type SelectedMemory, selectMemories } from "./select-memories.ts";
import { dropSteps } from "./take-back.ts";

/** What says again what memories say, as far as a viewer may see it. */
export interface Retold {
  /** In the archive: the same, and what a summary among the memories is of. */
  readonly archived: readonly FoundMemory[];
  /** Summaries of one of the memories, and of others. */
  readonly summaries: readonly FoundMemory[];
}

/** Finds what retells memories in the archive and in summaries. */
export function retoldIn(
  context: Pick<MemoryContext, "root">,
  viewer: Viewer,
  memories: readonly FoundMemory[],
): Retold {
  const scopeOf = ({ file }: FoundMemory): string => placeOf(toTopicPath(file)).scope;
  const nameOf = (one: FoundMemory, name: string): string => `${scopeOf(one)}\n${name}`;
  const isArchived = ({ file }: FoundMemory): boolean => placeOf(toTopicPath(file)).archived;
  const placed = new Set(memories.map(({ file, id }) => `${file}\n${id}`));
  const all = selectMemories(context, viewer, {});
  const isMeant = ({ file, id }: FoundMemory): boolean => placed.has(`${file}\n${id}`);
  const texts = new Set(memories.map((one) => nameOf(one, one.text)));
  const ids = new Set(memories.map((one) => nameOf(one, one.id)));
  const others = all.filter((one) => !isMeant(one));
  const retelling = new Set(
    all
      .filter(isMeant)
      .flatMap((one) => (one.summary === undefined ? [] : nameOf(one, one.summary))),
  );
  const isOriginal = (one: SelectedMemory): boolean =>
    one.summary !== undefined && ids.has(nameOf(one, one.summary));
  return {
    archived: others.filter(
      (one) => isArchived(one) && (texts.has(nameOf(one, one.text)) || isOriginal(one)),
    ),
    summaries: others.filter((one) => !isArchived(one) && retelling.has(nameOf(one, one.id))),
  };
}

/** What erasing memories takes: their words, and those behind them in the digest log. Throws LociError NOT_FOUND. */
function planErasing(
  context: MemoryContext,
  conversations: Conversations,
  memories: readonly FoundMemory[],
  by: Viewer,
): Erasing {
  const readTopic = (file: string) => readTopicFile(context, file)?.topic;
  const teachers = knowTeachers(context, conversations.db.sessions);
  const entries = entriesMeant(memories, by, readTopic).map((one) => toForgotten(one, teachers));
  return { entries, said: [...new Set(saidInLogs(context, entries).flat())] };
}

/**
 * Forgets memories with all else that this device keeps of them, and of no step that brings them back. It is on disk before
 * the first word goes, so that it can be finished by `eraseTraces` when the process was killed. Throws LociError NOT_FOUND.
 */
export async function erase(
  context: MemoryContext,
  conversations: Conversations,
  memories: readonly FoundMemory[],
  { by, purge }: { readonly by: Viewer } & Pick<Erasing, "purge">,
): Promise<Erasing> {
  const erasing = { ...planErasing(context, conversations, memories, by), purge };
  beginErasing(context.lociDir, erasing);
  await forget(context, conversations, memories, { by, isFinal: true });
  await eraseTraces(context, conversations, erasing);
  return erasing;
}

/**
 * Takes what this device keeps of memories that were forgotten: steps that can be undone, lines that wait for editors or were
 * typed, transcripts of their conversations, vectors. It can be done again.
 */
export async function eraseTraces(
  context: MemoryContext,
  { db }: Conversations,
  erasing: Erasing,
): Promise<void> {
  const { lociDir, lock } = context;
  const sources = new Set(erasing.entries.flatMap(({ sessions }) => sessions));
  const words = wordsOf(erasing);
  const dropVersions = async (paths: readonly string[]): Promise<void> => {
    for (const path of paths) db.undo.dropFile(path);
  };
  await removeTranscripts(context, dropVersions, (paths) =>
    namedTranscripts(paths).filter(({ session }) => sources.has(session)),
  );
  dropSteps(db, words);
  await lock(async () => {
    dropLedgersWith(lociDir, words);
    rmSync(join(lociDir, "summaries.json"), { force: true }); // What a model made of memories at night.
    dropTypedLines(lociDir, words);
  });
  context.embeddings.dropUnused();
}

const wordsOf = ({ entries, said }: Erasing): readonly string[] => [
  ...new Set([...entries.map(({ text }) => text), ...said]),
];

/** Files that hold the words even so, whoever may look into them; of many words, the first hundred. Not in git's history. */
export const stillHolding = (
  context: Pick<MemoryContext, "root">,
  erasing: Erasing,
): readonly string[] => filesSaying(context, wordsOf(erasing).slice(0, 100));

/** Lines that were typed into a conversation, for its up arrow. */
function dropTypedLines(lociDir: string, words: readonly string[]): void {
  const file = join(lociDir, "chat-history");
  const lines = Buffer.from(readOwn(file, maxFileBytes) ?? [])
    .toString("utf8")
    .split("\n");
  const kept = lines.filter(
    (line) => !words.some((one) => sameWords(line).includes(sameWords(one))),
  );
  if (kept.length < lines.length) writeOwn(file, kept.join("\n"), "replace");
}

const sameWords = (text: string): string => text.normalize("NFC").toLowerCase();

/** Files of the vault's folder, Loci's own too, that hold one of these words as they are; the index only where it alone does. */
function filesSaying({ root }: Pick<MemoryContext, "root">, words: readonly string[]): string[] {
  const wanted = words.map((one) => Buffer.from(one));
  const isOthers = (path: string): boolean => !/^(?:\.git\/|\.loci\/erasing\.json$)/.test(path);
  const files = filesHolding(root, wanted, isOthers);
  const others = files.filter((file) => !/^\.loci\/index-/.test(file));
  return others.length > 0 ? others : files;
}

/** Whether a viewer may hear of a file; what is not a file of the vault's is the device's. */
export function isShown(viewer: Viewer, file: string): boolean {
  try {
    return isScopeVisible(viewer, placeOf(toTopicPath(file)).scope);
  } catch {
    return true;
  }
}
