import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { oidOf } from "../git/object-format.ts";
import { ownersOfTexts } from "../index/visible.ts";
import { type EntryEvent, type EntryLife, EntryTrace } from "../sync/history/entry-history.ts";
import { type FileVersion, fileVersions } from "../sync/history/file-versions.ts";
import type { CommitFacts, History } from "../sync/history/open-history.ts";
import { parseRemovals } from "../sync/merge/file/removals.ts";
import { readForgotten } from "../sync/round/forgotten.ts";
import { maxFileBytes } from "../vault/list-files.ts";
import { placeOf, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { plainText } from "../vault/topic/entry.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { isOwnerVisible, isScopeVisible, type Viewer } from "../vault/topic/viewer.ts";
import { readNote } from "../vault/write/read-settled.ts";
import type { MemoryContext } from "./context.ts";
import { offsetTime } from "./local-time.ts";
import { findInLog } from "./show-log.ts";

/** One thing that happened to an entry, in words for people and programs. */
export interface LifeEvent {
  /** `struck`: another entry stands for it; `moved`: its file was called `from` before. */
  readonly type: "added" | "edited" | "struck" | "moved" | "removed" | "restored";
  /** Local time with its offset; null: on disk, and not committed yet. */
  readonly at: string | null;
  /** Its text before and after the event; null where there was none, or where it was forgotten. */
  readonly before: string | null;
  readonly text: string | null;
  readonly file: string;
  readonly from?: string;
  /** Whose commit it was; null while there is none. */
  readonly author: string | null;
  readonly agent: string | null;
  readonly device: string | null;
  /** The session that it was learned in. */
  readonly conversation: string | null;
  readonly commit: string | null;
  readonly subject: string | null;
}

/** Tells one viewer what happened to entries. */
export type HistoryTeller = Awaited<ReturnType<typeof openHistoryTeller>>;

/** Needs a fresh index. */
export async function openHistoryTeller(context: MemoryContext, viewer: Viewer) {
  const owners = context.index.run(ownersOfTexts);
  const removals = parseRemovals(readForgotten(context.root));
  const find = findInLog(context, viewer);
  /** Whether the viewer may look into a file, present or gone. Opens nothing. */
  const isPathVisible = (path: string): boolean =>
    isScopeVisible(viewer, placeOf(path as TopicPath).scope);
  /** Whether the viewer may see an entry: a text that is one person's today was theirs in the past, too. */
  const isEntryVisible = ({ owner, text }: Entry): boolean =>
    isOwnerVisible(viewer, owner || (owners.get(text) ?? ""));
  /** The words of an entry, struck or not; null where they were forgotten. */
  const wordsOf = (entry: Pick<Entry, "text" | "fields">): string | null => {
    const { text } = entry;
    return removals.isForgotten(text) || removals.isForgotten(plainText(entry)) ? null : text;
  };
  /** True for an entry that is gone and was forgotten: its words are not shown again. */
  const isForgotten = ({ entry, last }: EntryLife): boolean =>
    entry === undefined && wordsOf(last) === null;
  const describe = (past: TopicPast, event: EntryEvent, isGone: boolean): LifeEvent => {
    const { commit, path = "", from } = past.versions[event.version] ?? {};
    const { type, before, after } = event;
    const words = (entry: Entry | undefined): string | null =>
      entry === undefined || isGone ? null : wordsOf(entry);
    const isNew = !isGone && (type === "added" || type === "edited");
    return {
      type,
      ...(type === "moved" && from !== undefined && isPathVisible(from) && { from }),
      at: commit === undefined ? null : offsetTime(commit.authoredAt, context.settings.timezone),
      before: words(before),
      text: words(after),
      file: path,
      author: commit?.author ?? null,
      agent: commit?.trailers.agent ?? null,
      device: commit?.trailers.device ?? null,
      // What came by a conversation says so, or the log does.
      conversation:
        (isNew && (after?.fields.source ?? (after && find(after.text, path)?.session))) || null,
      commit: commit?.oid ?? null,
      subject: commit?.subject ?? null,
    };
  };
  return {
    findInLog: find,
    isPathVisible,
    isEntryVisible,
    wordsOf,
    isForgotten,
    /** The events of an entry, newest first, without versions that were another person's own. */
    eventsOf(past: TopicPast, life: EntryLife): LifeEvent[] {
      const isGone = isForgotten(life);
      const seen = life.events.filter(({ before, after, version }) => {
        const path = past.versions[version]?.path;
        const isSeen = [before, after].every((entry) => !entry || isEntryVisible(entry));
        return path !== undefined && isSeen && isPathVisible(path);
      });
      return seen.map((event) => describe(past, event, isGone));
    },
  };
}

/** The past of one topic file. */
export interface TopicPast {
  readonly lives: readonly EntryLife[];
  /** Where the events of the lives happened; newest first. */
  readonly versions: readonly PastVersion[];
  /** Reasons why events may be missing. */
  readonly notes: readonly string[];
}

/** A version of a topic; `from` is what its file was called before, where that changed with it. */
interface PastVersion extends Pick<FileVersion, "path" | "from"> {
  /** Undefined: it is on disk and in no commit yet. */
  readonly commit: CommitFacts | undefined;
}

/** Each version is a whole file to read and parse. */
const maxVersions = 1_000;

/** The entries of a version of a file, for a reader who may not see all of them; the others count as not there. */
export type EntriesIn = (path: TopicPath, bytes: Uint8Array) => readonly Entry[];

/** Reads the past of a topic file, from the files as they are now. */
export async function readPast(
  root: string,
  history: History,
  path: TopicPath,
  entriesIn: EntriesIn = allEntries,
): Promise<TopicPast> {
  const { head: from, objects } = history;
  const found = from && (await fileVersions(history, { from, path }));
  const { versions: listed, notes: reasons, newest } = found || { versions: [], notes: [] };
  const notes = new Set(reasons);
  const read = (file: string, bytes: Uint8Array): readonly Entry[] =>
    bytes.length > maxFileBytes ? [] : entriesIn(toTopicPath(file), bytes);
  const committed = listed.slice(0, maxVersions);
  if (committed.length < listed.length)
    notes.add(`only the newest ${maxVersions} changes are looked at`);
  const trace = new EntryTrace();
  let latest: readonly Entry[] = [];
  let latestBlob: string | undefined;
  /** As they were before, where a version cannot be read. */
  const entriesOf = async (file: string, blob: string): Promise<readonly Entry[]> => {
    if (blob === latestBlob) return latest; // Most versions begin with what the one before left.
    const bytes = await objects.read(blob).catch(() => undefined);
    if (bytes !== undefined) return read(file, bytes);
    notes.add(`a version of ${file} cannot be read (${blob.slice(0, 8)})`);
    return latest;
  };
  const onDisk = diskVersion(root, path, newest);
  const shift = onDisk === undefined ? 0 : 1;
  for (const [place, version] of [...committed.entries()].reverse()) {
    await yieldToEventLoop();
    const { path: file, from = file, before: blob, after } = version;
    const before = blob === undefined ? [] : await entriesOf(from, blob);
    latest = after === undefined ? [] : await entriesOf(file, after);
    latestBlob = after;
    trace.add({ version: place + shift, before, after: latest, hasMoved: from !== file });
  }
  // What a merge brought together is no version of its own.
  if (newest !== latestBlob) latest = newest === undefined ? [] : await entriesOf(path, newest);
  if (onDisk !== undefined) {
    const before = latest;
    latest = read(path, onDisk);
    trace.add({ version: 0, before, after: latest, hasMoved: false });
  }
  const versions = [...(onDisk ? [{ path, commit: undefined }] : []), ...committed];
  return { lives: trace.lives(latest), versions, notes: [...notes] };
}

const allEntries: EntriesIn = (path, bytes) => parseTopic(path, bytes).entries;

/** What is on disk, where that is not what the newest commit has. */
function diskVersion(
  root: string,
  path: TopicPath,
  newest: string | undefined,
): Uint8Array | undefined {
  const bytes = readNote(root, path);
  const oid = bytes && oidOf("blob", bytes);
  return oid === newest ? undefined : (bytes ?? new Uint8Array());
}
