import { LociError } from "../errors.ts";
import type { Sessions } from "../session/open-session-db.ts";
import { appendAll, newTopic, removeEntry } from "../vault/edit/edit-topic.ts";
import { fromArchivedWords, readArchiving } from "../vault/edit/entry-fields.ts";
import { setUpdated } from "../vault/edit/set-frontmatter-key.ts";
import { placeOf, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import type { Entry } from "../vault/topic/topic.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import { linesOf } from "../vault/vault-text.ts";
import { changedMeanwhile } from "../vault/write/change-file.ts";
import { readNote } from "../vault/write/read-settled.ts";
import { inStep } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { onlyOne } from "./recall.ts";
import { type SelectedMemory, selectMemories } from "./select-memories.ts";
import { putBack } from "./undo.ts";

/**
 * Undoes the archiving of the one memory that words mean, as a step of its own: it stands again in the file it was in,
 * as it was spelt there. Throws LociError NOT_FOUND, and BAD_INPUT where the words mean several, or the line does not
 * say where it is from.
 */
export async function restore(
  context: MemoryContext,
  viewer: Viewer,
  words: string,
  sessions: Pick<Sessions, "noteRestored">,
): Promise<{ readonly text: string; readonly file: string }> {
  const { file, id, text } = findArchived(context, viewer, words);
  const archive = toTopicPath(file);
  const archived = readNote(context.root, archive) ?? new Uint8Array();
  const { entries, title, frontmatter } = parseTopic(archive, archived);
  const entry = entries.find((one) => one.id === id);
  if (entry === undefined) throw changedMeanwhile(archive);
  const from = whereFrom(archive, entry);
  await context.checkStillThere();
  const today = context.time().slice(0, 10);
  const raw = linesOf(archived)[entry.line - 1] ?? "";
  const line = fromArchivedWords(raw.replace(/^[ \t]*[-*+][ \t]*/, ""));
  const there = readNote(context.root, from);
  const isThere = there && parseTopic(from, there).entries.some((one) => one.text === text);
  const { tags, bank } = frontmatter;
  const topic = there ?? newTopic({ title, tags, bank, created: today });
  const withLine = isThere ? topic : setUpdated(appendAll(topic, [() => line]), today);
  await putBack(inStep(context), [
    { path: from, before: withLine, after: there ?? null },
    { path: archive, before: removeEntry(archived, id), after: archived },
  ]);
  for (const back of parseTopic(from, withLine).entries)
    if (back.text === text) sessions.noteRestored(back.id, today);
  context.committer.commitSoon();
  return { text, file: from };
}

function findArchived(context: MemoryContext, viewer: Viewer, words: string): SelectedMemory {
  const name = words.replace(/^\^(?=\S+$)/, "").trim();
  const all = selectMemories(context, viewer, {}).filter(
    ({ file }) => placeOf(toTopicPath(file)).archived,
  );
  const named = all.filter(({ id, text }) => id === name || text === name);
  const holding = all.filter(({ text }) => text.toLowerCase().includes(name.toLowerCase()));
  const advice = '"loci recall --archive" looks for words in the archive';
  return onlyOne(named.length > 0 ? named : holding, words, advice);
}

/** A line may say anything: it comes back only into a topic of the scope that its archive is of. */
function whereFrom(archive: TopicPath, { text, line, endLine, fields }: Entry): TopicPath {
  const from = readArchiving(fields)?.from;
  const { kind, archived, scope } = placeOf(from ?? archive);
  const isTopic = (kind === "topic" || kind === "general") && !archived;
  const isOpen = isTopic && scope === placeOf(archive).scope;
  if (from !== undefined && isOpen && line === endLine) return from;
  const state =
    line === endLine ? "does not say which file it was in" : "has lines of its own below it";
  throw new LociError(
    "BAD_INPUT",
    `Cannot bring "${text}" back: ${archive} ${state}; move it by hand`,
    {
      data: { file: archive },
    },
  );
}
