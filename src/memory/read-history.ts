import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { oidOf } from "../git/object-format.ts";
import { type EntryLife, EntryTrace } from "../sync/history/entry-history.ts";
import { type FileVersion, fileVersions } from "../sync/history/file-versions.ts";
import type { CommitFacts, History } from "../sync/history/open-history.ts";
import { maxFileBytes } from "../vault/list-files.ts";
import { type TopicPath, toTopicPath } from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { readNote } from "../vault/write/read-settled.ts";

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
const usualVersions = 1_000;

/** The entries of a version of a file, for a reader who may not see all of them; the others count as not there. */
export type EntriesIn = (path: TopicPath, bytes: Uint8Array) => readonly Entry[];

/** Which past to read. */
export interface PastRequest {
  readonly path: TopicPath;
  readonly maxVersions?: number;
  readonly entriesIn?: EntriesIn | undefined;
}

/** Reads the past of a topic file, from the files as they are now. */
export async function readPast(
  root: string,
  history: History,
  { path, maxVersions = usualVersions, entriesIn = allEntries }: PastRequest,
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
