import { LociError } from "../errors.ts";
import type { Sessions } from "../session/open-session-db.ts";
import { appendAll, newTopic, removeEntry } from "../vault/edit/edit-topic.ts";
import { fromArchivedWords, readArchiving } from "../vault/edit/entry-fields.ts";
import { setUpdated } from "../vault/edit/set-frontmatter-key.ts";
import { placeOf, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { splitLines } from "../vault/split-lines.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import type { Entry } from "../vault/topic/topic.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import { changedMeanwhile } from "../vault/write/change-file.ts";
import { changeVaultFile, inStep } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { logChange } from "./log-change.ts";
import { readTopicFile } from "./read-topic.ts";
import { onlyOne } from "./recall.ts";
import { type SelectedMemory, selectMemories } from "./select-memories.ts";

/** A memory that came back from the archive. */
export interface Restored {
  readonly text: string;
  readonly file: string;
}

/**
 * Brings the archived memory that words mean back to the file it was in, as it was spelt there, unless that file says
 * it already; one step that can be taken back. Throws LociError NOT_FOUND, and BAD_INPUT where the words mean several,
 * or the line does not say where it is from.
 */
export async function restore(
  vault: MemoryContext,
  viewer: Viewer,
  words: string,
  sessions: Pick<Sessions, "noteRestored">,
): Promise<Restored> {
  const context = inStep(vault);
  const { file, id, text } = findArchived(context, viewer, words);
  const archive = toTopicPath(file);
  const { from, line, title, frontmatter } = readArchived(context, archive, id);
  await context.checkStillThere();
  const today = context.time().slice(0, 10);
  const change = changeVaultFile(context);
  const { topic } = placeOf(from);
  const isSame = (one: Entry): boolean => one.text === text;
  // There first: a crash leaves it in both places.
  const restored = await change(
    from,
    (bytes) => {
      const known = bytes && parseTopic(from, bytes).entries.find(isSame);
      if (known) return { bytes, result: known.id };
      const { tags, bank } = frontmatter;
      const made = bytes ?? newTopic({ title, tags, bank, created: today });
      const next = setUpdated(appendAll(made, [() => line]), today);
      const there = parseTopic(from, next).entries.findLast(isSame);
      return { bytes: next, result: there?.id ?? id };
    },
    () => [{ path: from, topic, op: "restored" }],
  );
  await change(
    archive,
    (bytes) => {
      if (bytes === null) throw changedMeanwhile(archive);
      const there = parseTopic(archive, bytes).entries.find((one) => one.id === id);
      return { bytes: there && isSame(there) ? removeEntry(bytes, id) : bytes, result: null };
    },
    () => [{ path: archive, topic, op: "derived" }],
  );
  await logChange(context, change, { path: from, summary: "restored", what: "1 restored" });
  sessions.noteRestored(restored, today);
  context.committer.commitSoon();
  return { text, file: from };
}

function findArchived(context: MemoryContext, viewer: Viewer, words: string): SelectedMemory {
  const name = words.replace(/^\^(?=\S+$)/, "").trim();
  const archived = selectMemories(context, viewer, {}).filter(
    ({ file }) => placeOf(toTopicPath(file)).archived,
  );
  const named = archived.filter(({ id, text }) => id === name || text === name);
  const holding = archived.filter(({ text }) => text.toLowerCase().includes(name.toLowerCase()));
  const advice = '"loci recall --archive" looks for words in the archive';
  return onlyOne(named.length > 0 ? named : holding, words, advice);
}

/**
 * The line as it was spelt, and the file that it was in. A line may say anything: it comes back only into a topic of
 * the scope that its archive is of.
 */
function readArchived(context: MemoryContext, archive: TopicPath, id: string) {
  const read = readTopicFile(context, archive);
  const entry = read?.topic.entries.find((one) => one.id === id);
  if (read === undefined || entry === undefined) throw changedMeanwhile(archive);
  const [line = "", ...below] = splitLines(read.text).slice(entry.line - 1, entry.endLine);
  const from = readArchiving(entry.fields)?.from;
  const place = from && placeOf(from);
  const isTopic = place?.kind === "topic" || place?.kind === "general";
  const isOpen = isTopic && !place.archived && place.scope === placeOf(archive).scope;
  if (from !== undefined && isOpen && below.length === 0) {
    const words = fromArchivedWords(line.replace(/^[ \t]*[-*+][ \t]*/, ""));
    return { from, line: words, ...read.topic };
  }
  const state =
    below.length > 0 ? "has lines of its own below it" : "does not say which file it was in";
  throw new LociError(
    "BAD_INPUT",
    `Cannot bring "${entry.text}" back: ${archive} ${state}; move it by hand`,
    { data: { file: archive } },
  );
}
