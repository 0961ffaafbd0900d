import { rmSync } from "node:fs";
import { join } from "node:path";
import { removeTranscripts } from "../digest/transcript/keep-transcripts.ts";
import { namedTranscripts } from "../digest/transcript/transcript.ts";
import type { FoundMemory } from "../recall/recall.ts";
import type { Purged } from "../sync/purge/find-lines.ts";
import { plainText } from "../vault/entry.ts";
import { filesHolding } from "../vault/find-bytes.ts";
import { maxFileBytes } from "../vault/list-files.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { readOwn, writeOwn } from "../vault/read-settled.ts";
import { dropLedgersWith } from "../vault/recent-writes.ts";
import { isScopeVisible, type Viewer } from "../vault/viewer.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { entriesMeant, forget, toForgotten } from "./forget.ts";
import { readTopicFile } from "./read-topic.ts";
import { selectMemories } from "./select-memories.ts";
import { dropSteps } from "./take-back.ts";

/** The same memories in the archive, as far as a viewer may see it. */
export function archivedCopies(
  context: Pick<MemoryContext, "root">,
  viewer: Viewer,
  memories: readonly FoundMemory[],
): readonly FoundMemory[] {
  const keyOf = ({ file, text }: FoundMemory): string =>
    `${placeOf(toTopicPath(file)).scope}\n${text}`;
  const keys = new Set(memories.map(keyOf));
  const there = new Set(memories.map(({ file, id }) => `${file}\n${id}`));
  return selectMemories(context, viewer, {}).filter(
    (one) =>
      placeOf(toTopicPath(one.file)).archived &&
      keys.has(keyOf(one)) &&
      !there.has(`${one.file}\n${one.id}`),
  );
}

interface Erased {
  /** Files that hold the words even so. */
  readonly stillIn: readonly string[];
  /** What is gone, for git's history. */
  readonly gone: Purged;
}

/**
 * Forgets memories with what else this device keeps of them: steps that can be undone, lines that wait for editors or were
 * typed, transcripts of their conversations, vectors. No step brings them back. Of the words, the first
 * hundred are looked for afterwards, as far as the viewer may look, but not in git's history. Throws LociError NOT_FOUND.
 */
export async function erase(
  context: MemoryContext,
  conversations: Conversations,
  memories: readonly FoundMemory[],
  by: Viewer,
): Promise<Erased> {
  const { lociDir, lock } = context;
  const { undo } = conversations.db;
  const meant = entriesMeant(memories, by, (file) => readTopicFile(context, file)?.topic);
  const sources = new Set(meant.flatMap(({ entry }) => entry.fields.source ?? []));
  const { said } = await forget(context, conversations, memories, { by, isFinal: true });
  const words = [...new Set([...meant.map(({ entry }) => plainText(entry)), ...said])];
  const dropVersions = async (paths: readonly string[]): Promise<void> => {
    for (const path of paths) undo.dropFile(path);
  };
  await removeTranscripts(context, dropVersions, (paths) =>
    namedTranscripts(paths).filter(({ session }) => sources.has(session)),
  );
  dropSteps(conversations.db, words);
  await lock(async () => {
    dropLedgersWith(lociDir, words);
    rmSync(join(lociDir, "summaries.json"), { force: true }); // What a model made of memories at night.
    dropTypedLines(lociDir, words);
  });
  context.embeddings.dropUnused();
  const stillIn = filesSaying(context, words.slice(0, 100)).filter((file) => isShown(by, file));
  return { stillIn, gone: { entries: meant.map(toForgotten), said } };
}

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
  const files = filesHolding(root, wanted, (path) => !path.startsWith(".git/"));
  const others = files.filter((file) => !/^\.loci\/index-/.test(file));
  return others.length > 0 ? others : files;
}

/** Whether a viewer may hear of a file; what is no file of the vault's is the device's. */
export function isShown(viewer: Viewer, file: string): boolean {
  try {
    return isScopeVisible(viewer, placeOf(toTopicPath(file)).scope);
  } catch {
    return true;
  }
}
