import { existsSync } from "node:fs";
import { join } from "node:path";
import { markOf } from "../digest/forgotten-since.ts";
import { transcriptsOf } from "../digest/transcript/keep-transcripts.ts";
import { LociError, messageOf } from "../errors.ts";
import { expunge } from "../index/expunge.ts";
import { entriesCalled } from "../index/keyed-entries.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { dropCapturesWith } from "../vault/captures.ts";
import { type ChangeFile, changedMeanwhile } from "../vault/change-file.ts";
import { removeEntry } from "../vault/edit-topic.ts";
import { plainText } from "../vault/entry.ts";
import { type ForgottenEntry, forgetInLog } from "../vault/forget-in-log.ts";
import { listFiles, maxFileBytes } from "../vault/list-files.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { placeOf, resolveInVault, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { readOwn } from "../vault/read-settled.ts";
import type { Entry, Topic } from "../vault/topic.ts";
import { personOf, type Viewer } from "../vault/viewer.ts";
import { changeVaultFile } from "./change-and-note-file.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { forgetInSessions } from "./forget-in-sessions.ts";
import { readTopicFile } from "./read-topic.ts";

/** Where the words of a forgotten memory may still stand. */
export interface Forgotten {
  /** The vault has a history. */
  readonly inGit: boolean;
  /** Paths of transcripts of the conversation that it comes from. */
  readonly transcripts: readonly string[];
}

/**
 * Removes an entry from its file, and what mentions it from the digest log, the search index, the summary of its
 * conversation, and the conversations of that person that are kept; one step that can be taken back, but for what
 * was said. Memories of the same `step` are taken back together. Throws LociError NOT_FOUND where it has changed or gone meanwhile.
 */
export async function forget(
  context: MemoryContext,
  conversations: Conversations,
  memory: FoundMemory,
  by?: Pick<Viewer, "person">,
  step = `forget/${context.now()}`,
): Promise<Forgotten> {
  const { undo: journal, sessions } = conversations.db;
  const { file } = memory;
  const path = toTopicPath(file);
  const entry = findEntry(memory, readTopicFile(context, file)?.topic);
  const { source } = entry.fields;
  const change = changeVaultFile(context, {
    journal,
    step,
    what: "forgot a memory",
    session: null,
  });
  // The log first: once the entry is gone, it cannot be found to be forgotten again.
  const logged = await forgetInLogs(context, change, {
    text: plainText(entry),
    file: path,
    source,
  });
  for (const session of logged.sessions) sessions.removeSummary(session);
  const persons = personsWith(path, entry, by);
  const { said } = logged;
  await forgetInSessions(context, conversations, { text: plainText(entry), persons, source, said });
  await markOnAllDevices(context, entry.text, persons);
  const updated = context.time().slice(0, 10);
  await change(
    path,
    (bytes) => {
      const { id } = findEntry(memory, bytes === null ? undefined : parseTopic(path, bytes));
      return { bytes: removeEntry(bytes ?? new Uint8Array(), id, { updated }), result: undefined };
    },
    () => [{ path, topic: placeOf(path).topic, op: "removed" }],
  );
  context.committer.commitSoon();
  await forgetInIndex(context);
  await forgetCaptures(context, [entry.text, plainText(entry)]);
  return {
    inGit: existsSync(join(context.root, ".git")),
    transcripts: source === undefined ? [] : transcriptsOf(context, source),
  };
}

/** Whose conversations lose it: those of the person it is about, and of who asks. */
export function personsWith(
  path: TopicPath,
  entry: Entry,
  by?: Pick<Viewer, "person">,
): ReadonlySet<string | null> {
  const about = personOf(path, entry);
  return new Set([about, by === undefined ? about : (by.person ?? null)]);
}

/** Of an entry that stands elsewhere too, that one is meant to stay; it is not to be learned again from these people. */
async function markOnAllDevices(
  context: MemoryContext,
  text: string,
  persons: ReadonlySet<string | null>,
): Promise<void> {
  const { markForgotten } = await import("./forgotten-marks.ts");
  const isOnly =
    context.index.run((db) => entriesCalled(db, { allPeople: true }, text)).length <= 1;
  if (isOnly) await markForgotten(context, text);
  for (const person of persons) {
    if (person !== null) await markForgotten(context, markOf(text, person));
  }
}

/** The entry of a memory as it was found. Throws LociError NOT_FOUND where it has changed. */
export function findEntry({ id, text, file }: FoundMemory, topic: Topic | undefined): Entry {
  const entry = topic?.entries.find((one) => one.id === id);
  if (entry?.text === text) return entry;
  throw new LociError("NOT_FOUND", `Cannot forget "${text}": ${file} holds it no more`);
}

/** Takes the entry out of all logs; returns the sessions whose summaries mentioned it, and the words behind it. */
async function forgetInLogs(
  { root }: Pick<MemoryContext, "root">,
  change: ChangeFile,
  entry: ForgottenEntry,
): Promise<{ readonly sessions: ReadonlySet<string>; readonly said: readonly string[] }> {
  const sessions = new Set<string>();
  const said = new Set<string>();
  for (const { path } of listFiles(root).logs) {
    const read = readOwn(resolveInVault(root, path), maxFileBytes);
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
export async function forgetCaptures(
  context: MemoryContext,
  texts: readonly string[],
): Promise<void> {
  const { root, lociDir, lock } = context;
  try {
    await lock(async () => dropCapturesWith({ root, lociDir }, texts));
  } catch (error) {
    context.report(
      `Forgotten, but its words lie in .loci/captured for a minute yet: ${messageOf(error)}`,
    );
  }
}

/** The memory is forgotten whatever happens here: an index can be made anew. */
export async function forgetInIndex(context: MemoryContext): Promise<void> {
  try {
    await context.freshness.ensureFresh();
    context.index.run(expunge);
  } catch (error) {
    context.report(
      `Forgotten, but its words may still lie in the search index: ${messageOf(error)}; "loci index --rebuild" makes it anew`,
    );
  }
}
