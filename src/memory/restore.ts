import { LociError } from "../errors.ts";
import type { UseDays } from "../session/open-session-db.ts";
import { appendWords, newTopic, removeEntry } from "../vault/edit/edit-topic.ts";
import { type Archiving, fromArchivedWords, readArchiving } from "../vault/edit/entry-fields.ts";
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
import { type SelectedMemory, selectMemories } from "./select-memories.ts";

/** A memory that came back from the archive. */
export interface Restored {
  /** `there`: its file had it already, and the archive keeps its copy. */
  readonly status: "restored" | "there";
  readonly text: string;
  readonly file: string;
}

/**
 * Brings the archived memory that words mean back to the file it was in, as it was spelt there; one step that can be taken
 * back. The file is made again where it is gone. Throws LociError NOT_FOUND, and BAD_INPUT where the words mean several, or
 * the line does not say where it is from.
 */
export async function restore(
  vault: MemoryContext,
  viewer: Viewer,
  words: string,
  useDays: Pick<UseDays, "noteRestored">,
): Promise<Restored> {
  const context = inStep(vault);
  const { file, id, text } = findArchived(context, viewer, words);
  const archive = toTopicPath(file);
  const { entry, raw, frontmatter, title } = readArchived(context, archive, id);
  const from = fileBefore(archive, text, readArchiving(entry.fields));
  const line = fromArchivedWords(raw);
  const isSame = (one: Entry): boolean => one.text === text;
  if (readTopicFile(context, from)?.topic.entries.some(isSame) === true)
    return { status: "there", text, file: from };
  await context.checkStillThere();
  const today = context.time().slice(0, 10);
  const change = changeVaultFile(context);
  const { topic } = placeOf(from);
  let restored: Entry | undefined;
  // There first: a crash leaves it in both places.
  await change(
    from,
    (bytes) => {
      const { bytes: next, written } = appendWords(
        bytes ??
          newTopic({ title, tags: frontmatter.tags, bank: frontmatter.bank, created: today }),
        () => line,
        { updated: today },
      );
      restored = parseTopic(from, next).entries.findLast(isSame);
      return { bytes: next, added: [written], result: null };
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
  useDays.noteRestored(restored?.id ?? id, today);
  context.committer.commitSoon();
  return { status: "restored", text, file: from };
}

function findArchived(context: MemoryContext, viewer: Viewer, words: string): SelectedMemory {
  const name = words.replace(/^\^(?=\S+$)/, "").trim();
  const archived = selectMemories(context, viewer, {}).filter(
    ({ file }) => placeOf(toTopicPath(file)).archived,
  );
  const named = archived.filter(({ id, text }) => id === name || text === name);
  const holding = archived.filter(({ text }) => text.toLowerCase().includes(name.toLowerCase()));
  const [first, ...others] = named.length > 0 ? named : holding;
  if (first === undefined) {
    throw new LociError(
      "NOT_FOUND",
      `Cannot find "${words}" in the archive: there is none; "loci recall --archive" looks for words`,
      { data: { entry: words } },
    );
  }
  if (others.length === 0) return first;
  const all = [first, ...others].map(({ id, text, file }) => `${id} "${text}" (${file})`);
  throw new LociError(
    "BAD_INPUT",
    `Cannot tell which memory "${words}" means: name one by its id: ${all.join(", ")}`,
    { data: { entry: words } },
  );
}

/** The entry with its line as it is written. Throws LociError BAD_INPUT for one that has lines of its own below it. */
function readArchived(context: MemoryContext, archive: TopicPath, id: string) {
  const read = readTopicFile(context, archive);
  const entry = read?.topic.entries.find((one) => one.id === id);
  if (read === undefined || entry === undefined) throw changedMeanwhile(archive);
  const [line = "", ...below] = splitLines(read.text).slice(entry.line - 1, entry.endLine);
  if (below.length > 0)
    throw cannotRestore(archive, entry.text, "has lines of its own below it; move them by hand");
  return { entry, raw: line.replace(/^[ \t]*[-*+][ \t]*/, ""), ...read.topic };
}

/** A line may say anything: it comes back only into a topic of the scope that its archive is of. */
function fileBefore(archive: TopicPath, text: string, archiving: Archiving | undefined): TopicPath {
  const from = archiving?.from;
  const place = from === undefined ? undefined : placeOf(from);
  const isTopic = place?.kind === "topic" || place?.kind === "general";
  if (from !== undefined && isTopic && !place.archived && place.scope === placeOf(archive).scope)
    return from;
  const why = "does not say which file it was in; move the line by hand";
  throw cannotRestore(archive, text, why);
}

const cannotRestore = (file: TopicPath, text: string, why: string): LociError =>
  new LociError("BAD_INPUT", `Cannot bring "${text}" back: ${file} ${why}`, {
    data: { file },
  });
