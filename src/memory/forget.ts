import { existsSync } from "node:fs";
import { join } from "node:path";
import { markOf } from "../digest/forgotten-since.ts";
import { transcriptsOf } from "../digest/transcript/keep-transcripts.ts";
import { LociError, messageOf } from "../errors.ts";
import { expunge } from "../index/expunge.ts";
import { entriesCalled } from "../index/keyed-entries.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { removeEntry } from "../vault/edit/edit-topic.ts";
import { listFiles, maxFileBytes } from "../vault/list-files.ts";
import { type ForgottenEntry, forgetInLog } from "../vault/log/forget-in-log.ts";
import type { Leaving } from "../vault/log/learned-in.ts";
import {
  placeOf,
  profilePath,
  resolveInVault,
  type TopicPath,
  toTopicPath,
} from "../vault/paths.ts";
import { copyName, isCopy, plainText } from "../vault/topic/entry.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import type { Entry, Topic } from "../vault/topic/topic.ts";
import { personOf, type Viewer } from "../vault/topic/viewer.ts";
import { type ChangeFile, changedMeanwhile } from "../vault/write/change-file.ts";
import { readOwn } from "../vault/write/read-settled.ts";
import { dropWritesWith } from "../vault/write/recent-writes.ts";
import { changeVaultFile, inStep, noteRemovals, removeBareTopic } from "./change-and-note-file.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { forgetInSessions, knowTeachers, type Teachers } from "./forget-in-sessions.ts";
import { readTopicFile } from "./read-topic.ts";

/** Where the words of a forgotten memory may still stand. */
export interface Forgotten {
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
 * Removes entries from their files, and what mentions them from the digest log, the search index, the summaries of their
 * conversations, and the conversations of those persons that are kept; one step that can be taken back, but for what
 * was said. Throws LociError NOT_FOUND, with nothing forgotten, where one has changed or gone meanwhile.
 */
export async function forget(
  vault: MemoryContext,
  conversations: Conversations,
  memories: readonly FoundMemory[],
  { by, isFinal = false }: ForgetOptions = {},
): Promise<Forgotten> {
  const context = inStep(vault, { isFinal });
  const { sessions } = conversations.db;
  const meant = entriesMeant(memories, by, (file) => readTopicFile(context, file)?.topic);
  const change = changeVaultFile(context);
  // The log tells which conversations it is of, and the entry what is meant: each goes once what it leads to is gone.
  const teachers = knowTeachers(context, sessions);
  const entries = meant.map((one) => toForgotten(one, teachers));
  const said = saidInLogs(context, entries);
  for (const [at, { text, sessions }] of entries.entries()) {
    const persons = meant[at]?.persons ?? new Set();
    await forgetInSessions(context, conversations, {
      text,
      persons,
      sessions,
      said: said[at] ?? [],
    });
  }
  for (const session of await forgetInLogs(context, change, entries))
    sessions.removeSummary(session);
  await markOnAllDevices(context, meant);
  let isFileGone = false;
  for (const [path, own] of Map.groupBy(meant, (one) => one.path)) {
    await removeFrom(context, change, path, own);
    isFileGone = (await removeBareTopic(context, path)) || isFileGone;
  }
  if (isFileGone) await noteRemovals(context);
  context.committer.commitSoon();
  await forgetInIndex(context);
  await forgetCaptures(
    context,
    meant.flatMap(({ entry }) => [entry.text, plainText(entry)]),
  );
  const sources = new Set(entries.flatMap(({ sessions }) => sessions));
  return {
    inGit: existsSync(join(context.root, ".git")),
    transcripts: [...sources].flatMap((source) => transcriptsOf(context, source)),
  };
}

/** An entry that is to go. */
export interface Meant extends Leaving {
  readonly memory: FoundMemory;
}

/**
 * The entries of memories and what says them again in a profile, in an order in which each is still what it was called when
 * its turn comes. Throws LociError NOT_FOUND.
 */
export function entriesMeant(
  memories: readonly FoundMemory[],
  by: Pick<Viewer, "person"> | undefined,
  readTopic: (file: string) => Topic | undefined,
): readonly Meant[] {
  const topics = new Map<string, Topic | undefined>();
  const topicOf = (file: string): Topic | undefined => {
    if (!topics.has(file)) topics.set(file, readTopic(file));
    return topics.get(file);
  };
  const found = memories.map((memory): Meant => {
    const path = toTopicPath(memory.file);
    const entry = findEntry(memory, topicOf(memory.file));
    const standing = topicOf(memory.file)?.entries ?? [];
    return { memory, path, entry, standing, persons: personsWith(path, entry, by) };
  });
  // Of equal texts, the ids are counted: the last line goes first.
  return [...found, ...copiesOf(found, topicOf)].sort((a, b) => b.memory.line - a.memory.line);
}

/** Undefined where a link stands in the way: Loci has written nothing there. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof LociError) return undefined;
    throw error;
  }
}

/** The lines of profiles that say again what these entries say. */
function copiesOf(
  meant: readonly Meant[],
  topicOf: (file: string) => Topic | undefined,
): readonly Meant[] {
  const named = new Map(meant.map((one) => [copyName(one.path, one.entry), one]));
  // Of a file that was renamed since, the text tells.
  const said = new Map(meant.map((one) => [one.entry.text, one]));
  const taken = new Set(meant.map(({ path, entry }) => `${path.toLowerCase()}#${entry.id}`));
  const people = new Set(
    meant.flatMap(({ path, entry }) => {
      const { scope } = placeOf(path);
      const named = scope.startsWith("people/") ? scope.slice("people/".length) : entry.owner;
      return [named, entry.fields.person ?? ""].filter((person) => person !== "");
    }),
  );
  return [...people].flatMap((person) => {
    const path = profilePath(person);
    const entries = path === undefined ? [] : (readable(() => topicOf(path))?.entries ?? []);
    return entries.flatMap((entry) => {
      const name = `${path?.toLowerCase()}#${entry.id}`; // One file by two names, on some disks.
      const original =
        isCopy(entry) && !taken.has(name)
          ? (named.get(entry.fields["copy-of"] ?? "") ?? said.get(entry.text))
          : undefined;
      taken.add(name);
      if (path === undefined || original === undefined) return [];
      const { id, text, date = "", line } = entry;
      const memory = { id, text, date, file: path, line, isExact: true };
      return { memory, path, entry, standing: entries, persons: original.persons };
    });
  });
}

export const toForgotten = (one: Meant, teachers: Teachers): Required<ForgottenEntry> => ({
  ...{ text: plainText(one.entry), file: one.path, sessions: teachers(one) },
});

async function removeFrom(
  context: MemoryContext,
  change: ChangeFile,
  path: TopicPath,
  meant: readonly Meant[],
): Promise<void> {
  const updated = context.time().slice(0, 10);
  const { topic } = placeOf(path);
  await change(
    path,
    (before) => {
      let bytes = before ?? new Uint8Array();
      for (const { memory } of meant) {
        const { id } = findEntry(memory, parseTopic(path, bytes));
        bytes = removeEntry(bytes, id, { updated });
      }
      return { bytes, result: undefined };
    },
    () => meant.map(() => ({ path, topic, op: "removed" })),
  );
}

/** Whose conversations lose it: those of the person it is about, and of who asks. */
function personsWith(
  path: TopicPath,
  entry: Entry,
  by?: Pick<Viewer, "person">,
): ReadonlySet<string | null> {
  const about = personOf(path, entry);
  return new Set([about, by === undefined ? about : (by.person ?? null)]);
}

/** Of an entry that stands elsewhere too, that one is meant to stay; it is not to be learned again from these people. */
async function markOnAllDevices(context: MemoryContext, meant: readonly Meant[]): Promise<void> {
  const { markForgotten } = await import("./forgotten-marks.ts");
  const going = new Set(meant.map(({ memory: { file, id } }) => `${file}\n${id}`));
  const texts = meant.flatMap(({ entry: { text }, persons }) => {
    const called = context.index.run((db) => entriesCalled(db, { allPeople: true }, text));
    const isGone = called.every(({ file, uid }) => going.has(`${file}\n${uid}`));
    const own = [...persons].flatMap((person) => (person === null ? [] : markOf(text, person)));
    return isGone ? [text, ...own] : own;
  });
  await markForgotten(context, texts);
}

/** The entry of a memory as it was found. Throws LociError NOT_FOUND where it has changed. */
function findEntry({ id, text, file }: FoundMemory, topic: Topic | undefined): Entry {
  const entry = topic?.entries.find((one) => one.id === id);
  if (entry?.text === text) return entry;
  throw new LociError("NOT_FOUND", `Cannot forget "${text}": ${file} holds it no more`);
}

/** The words behind each of the entries, as the logs have them. */
export function saidInLogs(
  { root }: Pick<MemoryContext, "root">,
  entries: readonly ForgottenEntry[],
): readonly (readonly string[])[] {
  const said = entries.map(() => new Set<string>());
  for (const { path } of listFiles(root).logs) {
    const read = readOwn(resolveInVault(root, path), maxFileBytes);
    const found = read === undefined ? [] : forgetInLog(read, entries).said;
    for (const [at, words] of found.entries()) for (const one of words) said[at]?.add(one);
  }
  return said.map((words) => [...words]);
}

/** Takes entries out of all logs; returns the sessions whose summaries mentioned them. */
async function forgetInLogs(
  { root }: Pick<MemoryContext, "root">,
  change: ChangeFile,
  entries: readonly ForgottenEntry[],
): Promise<ReadonlySet<string>> {
  const sessions = new Set<string>();
  for (const { path } of listFiles(root).logs) {
    const read = readOwn(resolveInVault(root, path), maxFileBytes);
    if (read === undefined || forgetInLog(read, entries).bytes === read) continue;
    const gone = await change(
      path,
      (bytes) => {
        if (bytes === null) throw changedMeanwhile(path);
        const { bytes: next, summariesGone } = forgetInLog(bytes, entries);
        return { bytes: next, result: summariesGone };
      },
      () => [{ path, topic: placeOf(path).topic, op: "derived" }],
    );
    for (const session of gone) sessions.add(session);
  }
  return sessions;
}

/** Nor do old versions of files wait for an editor that has them open: what it adds from now on is not seen. */
export async function forgetCaptures(
  context: MemoryContext,
  texts: readonly string[],
): Promise<void> {
  const { root, lociDir, lock, clock } = context;
  try {
    await lock(async () => dropWritesWith({ root, lociDir, clock }, texts));
  } catch (error) {
    context.report(
      `Forgotten, but its words lie in .loci/writes for some minutes yet: ${messageOf(error)}`,
    );
  }
}

/** The memory is forgotten whatever happens here: an index can be made again. */
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
