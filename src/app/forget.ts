import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FoundMemory } from "../agent/command-event.ts";
import { markOf } from "../digest/forgotten-since.ts";
import { changedMeanwhile } from "../digest/undo/undo-step.ts";
import { LociError, messageOf } from "../errors.ts";
import { expunge } from "../index/expunge.ts";
import { entriesCalled } from "../index/keyed-entries.ts";
import type { Hit } from "../recall/recall.ts";
import { dropCapturesWith } from "../vault/captures.ts";
import { removeEntry } from "../vault/edit-topic.ts";
import { isSuperseded } from "../vault/entry.ts";
import { type ForgottenEntry, forgetInLog } from "../vault/forget-in-log.ts";
import { listFiles, mostFileBytes } from "../vault/list-files.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { placeOf, resolveInVault, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { readOwn } from "../vault/read-settled.ts";
import type { Entry, Topic } from "../vault/topic.ts";
import type { Viewer } from "../vault/viewer.ts";
import { answer } from "./answer.ts";
import { changeUndoably } from "./change-vault-file.ts";
import { forgetInSessions } from "./forget-in-sessions.ts";
import { lookAtFiles } from "./keep-fresh.ts";
import type { Parts } from "./parts.ts";
import { createEntryFinder, readTopicFile } from "./see.ts";
import { transcriptsOf } from "./sweep-transcripts.ts";
import type { Talk } from "./talk.ts";

const mostFound = 8;

/** Entries that words mean to somebody: the one whose id or whole text they are, else those that recall finds. */
export async function findMemories(
  parts: Parts,
  viewer: Viewer,
  words: string,
): Promise<readonly FoundMemory[]> {
  const { hits } = await answer(parts, viewer, words, { limit: mostFound, kinds: ["entry"] });
  const entryAt = createEntryFinder((file) => readTopicFile(parts, file)?.topic);
  const exact = parts.index
    .run((db) => entriesCalled(db, viewer, words))
    .flatMap(({ file, uid }) => {
      const entry = entryAt(file, uid);
      return entry === undefined ? [] : [{ ...entry, date: entry.date ?? "", file }];
    });
  const found = exact.length > 0 ? exact : meantBy(hits);
  return found.map(({ id, text, date, file, line }) => ({
    id,
    text,
    date,
    file,
    line,
    isExact: exact.length > 0,
  }));
}

/** Hits with words of the question in them, else those that mean the same; what only stands beside such a one is not meant. */
function meantBy(hits: readonly Hit[]): readonly Hit[] {
  const holding = hits.filter(({ why: { keyword = 0, said = 0 } }) => keyword + said > 0);
  return holding.length > 0 ? holding : hits.filter(({ why: { vector = 0 } }) => vector > 0);
}

/** Where the words of a forgotten memory may still stand. */
export interface Forgotten {
  /** The vault has a history. */
  readonly inGit: boolean;
  /** Paths of transcripts of the conversation that it comes from. */
  readonly transcripts: readonly string[];
}

/**
 * Removes an entry from its file, and what tells it from the digest log, the search index, the summary of its
 * conversation, and the conversations of that person that are kept; one step that can be taken back, but for what
 * was said. Throws LociError NOT_FOUND where it has changed or gone meanwhile.
 */
export async function forgetMemory(
  parts: Parts,
  talk: Pick<Talk, "db" | "beginTurn">,
  memory: FoundMemory,
  by?: Pick<Viewer, "person">,
): Promise<Forgotten> {
  const { undo: journal, sessions } = talk.db;
  const { file } = memory;
  const path = toTopicPath(file);
  const entry = findEntry(memory, readTopicFile(parts, file)?.topic);
  const { source } = entry.fields;
  const step = `forget/${parts.now()}`;
  const change = changeUndoably(parts, { journal, step, what: "forgot a memory", session: null });
  // The log first: once the entry is gone, nobody finds it to forget it again.
  const told = await forgetInLogs(parts, change, { text: plainText(entry), file: path, source });
  for (const session of told.sessions) sessions.removeSummary(session);
  const about = whoseMemory(path, entry);
  const persons = new Set([about, by === undefined ? about : (by.person ?? null)]);
  const { said } = told;
  await forgetInSessions(parts, talk, { text: plainText(entry), persons, source, said });
  await markOnAllDevices(parts, entry.text, persons);
  const updated = parts.time().slice(0, 10);
  await change(
    path,
    (bytes) => {
      const { id } = findEntry(memory, bytes === null ? undefined : parseTopic(path, bytes));
      return { bytes: removeEntry(bytes ?? new Uint8Array(), id, { updated }), result: undefined };
    },
    () => [{ path, topic: placeOf(path).topic, op: "removed" }],
  );
  parts.state.wrote = true;
  parts.committer.commitSoon();
  await forgetInIndex(parts);
  await forgetCaptures(parts, [entry.text, plainText(entry)]);
  return {
    inGit: existsSync(join(parts.root, ".git")),
    transcripts: source === undefined ? [] : transcriptsOf(parts, source),
  };
}

/** Of an entry that stands elsewhere too, that one is meant to stay; it is not to be learned again from these people. */
async function markOnAllDevices(
  parts: Parts,
  text: string,
  persons: ReadonlySet<string | null>,
): Promise<void> {
  const { markForgotten } = await import("./syncing/forgotten-marks.ts");
  const isOnly = parts.index.run((db) => entriesCalled(db, { allPeople: true }, text)).length <= 1;
  if (isOnly) await markForgotten(parts, text);
  for (const person of persons) {
    if (person !== null) await markForgotten(parts, markOf(text, person));
  }
}

/** Whom an entry is about; null where it names nobody. */
function whoseMemory(path: TopicPath, { fields }: Entry): string | null {
  const { scope } = placeOf(path);
  return fields.person ?? (scope.startsWith("people/") ? scope.slice("people/".length) : null);
}

function findEntry({ id, text, file }: FoundMemory, topic: Topic | undefined): Entry {
  const entry = topic?.entries.find((one) => one.id === id);
  if (entry?.text === text) return entry;
  throw new LociError("NOT_FOUND", `Cannot forget "${text}": ${file} holds it no more`);
}

/** What a struck entry said before it was struck, as the log has it. */
const plainText = (entry: Entry): string =>
  isSuperseded(entry) ? entry.text.replace(/^~~(.*)~~$/s, "$1").replaceAll("\\~", "~") : entry.text;

/** Takes the entry out of all logs; gives the sessions whose summaries told it, and the words behind it. */
async function forgetInLogs(
  { root }: Parts,
  change: ReturnType<typeof changeUndoably>,
  entry: ForgottenEntry,
): Promise<{ readonly sessions: ReadonlySet<string>; readonly said: readonly string[] }> {
  const sessions = new Set<string>();
  const said = new Set<string>();
  for (const { path } of listFiles(root).logs) {
    const read = readOwn(resolveInVault(root, path), mostFileBytes);
    if (read === undefined || forgetInLog(read, entry).bytes === read) continue;
    const found = await change(
      path,
      (bytes) => {
        if (bytes === null) throw changedMeanwhile(path);
        const { bytes: next, ...found } = forgetInLog(bytes, entry);
        return { bytes: next, result: found };
      },
      () => [{ path, topic: placeOf(path).topic, op: "derived" }],
    );
    for (const session of found.summariesGone) sessions.add(session);
    for (const words of found.said) said.add(words);
  }
  return { sessions, said: [...said] };
}

/** Nor do old versions of files wait for an editor that has them open: what it adds from now on is not seen. */
export async function forgetCaptures(parts: Parts, texts: readonly string[]): Promise<void> {
  const { root, lociDir, lock } = parts;
  try {
    await lock(async () => dropCapturesWith({ root, lociDir }, texts));
  } catch (error) {
    parts.report(
      `Forgotten, but its words lie in .loci/captured for a minute yet: ${messageOf(error)}`,
    );
  }
}

/** The memory is forgotten whatever happens here: an index can be made anew. */
export async function forgetInIndex(parts: Parts): Promise<void> {
  try {
    await lookAtFiles(parts);
    parts.index.run(expunge);
  } catch (error) {
    parts.report(
      `Forgotten, but its words may still lie in the search index: ${messageOf(error)}; "loci index --rebuild" makes it anew`,
    );
  }
}
