import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { oidOf } from "../git/object-format.ts";
import { type EntryLife, EntryTrace } from "../sync/history/entry-history.ts";
import { type FileVersion, fileVersions } from "../sync/history/file-versions.ts";
import type { CommitFacts, History } from "../sync/history/open-history.ts";
import { maxFileBytes } from "../vault/list-files.ts";
import { resolveInVault, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { readOwn } from "../vault/write/read-settled.ts";

/** The past of one topic file. */
export interface TopicPast {
  readonly lives: readonly EntryLife[];
  /** Where the events of the lives happened; newest first. */
  readonly versions: readonly PastVersion[];
  /** Why there may have been more. */
  readonly notes: readonly string[];
}

/** A version of a topic; `from` is what its file was called before, where that changed with it. */
export interface PastVersion extends Pick<FileVersion, "path" | "from"> {
  /** Undefined: it is on disk and in no commit yet. */
  readonly commit: CommitFacts | undefined;
}

/** Each version is a whole file to parse. */
const mostBytes = 32 * 2 ** 20;
/** What an object costs besides its bytes. */
const overhead = 1_000;

/** Which past to read. */
export interface PastRequest {
  readonly path: TopicPath;
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Reads the past of a topic file, from the files as they are now. */
export async function readPast(
  root: string,
  history: History,
  { path, maxBytes = mostBytes, signal }: PastRequest,
): Promise<TopicPast> {
  const { head: from } = history;
  const found = from && (await fileVersions(history, { from, path, signal }));
  const notes = [...(found ? found.notes : [])];
  const listed = found ? found.versions : [];
  const { committed, bytesByBlob } = await readVersions(history, listed, {
    notes,
    maxBytes,
    signal,
  });
  const trace = new EntryTrace();
  let latest: readonly Entry[] = [];
  const entriesOf = (file: string, blob: string): readonly Entry[] => {
    const bytes = bytesByBlob.get(blob);
    return bytes === undefined ? latest : entriesIn(file, bytes); // Unreadable: as it was before.
  };
  const onDisk = diskVersion(root, path, listed[0]?.after);
  const shift = onDisk === undefined ? 0 : 1;
  for (const [place, version] of [...committed.entries()].reverse()) {
    await yieldToEventLoop();
    signal?.throwIfAborted();
    const before = version.before.map((blob) => entriesOf(version.from ?? version.path, blob));
    latest = version.after === undefined ? [] : entriesOf(version.path, version.after);
    const hasMoved = version.from !== undefined;
    trace.add({ version: place + shift, before, after: latest, hasMoved });
  }
  if (onDisk !== undefined) {
    const before = listed[0]?.after === undefined ? [] : [latest];
    latest = entriesIn(path, onDisk);
    trace.add({ version: 0, before, after: latest, hasMoved: false });
  }
  const lives = trace.lives(latest);
  const versions = [...(onDisk ? [{ path, commit: undefined }] : []), ...committed];
  return { lives, versions, notes };
}

function entriesIn(path: string, bytes: Uint8Array): readonly Entry[] {
  return bytes.length > maxFileBytes ? [] : parseTopic(toTopicPath(path), bytes).entries;
}

/** The newest versions whose contents may be read, with these contents. */
async function readVersions(
  { objects }: History,
  listed: readonly FileVersion[],
  {
    notes,
    maxBytes,
    signal,
  }: {
    readonly notes: string[];
    readonly maxBytes: number;
    readonly signal: AbortSignal | undefined;
  },
) {
  const bytesByBlob = new Map<string, Uint8Array | undefined>();
  let left = maxBytes;
  const read = async (blob: string): Promise<void> => {
    signal?.throwIfAborted();
    if (bytesByBlob.has(blob)) return;
    const bytes = await objects.read(blob).catch(() => undefined);
    left -= (bytes?.length ?? 0) + overhead;
    bytesByBlob.set(blob, bytes);
  };
  const committed: FileVersion[] = [];
  for (const version of listed) {
    const { after, path, commit } = version;
    if (left <= 0) {
      notes.push(`only the newest ${committed.length} changes are looked at`);
      break;
    }
    if (after !== undefined) await read(after);
    if (after !== undefined && bytesByBlob.get(after) === undefined)
      notes.push(`${path} as of commit ${commit.oid.slice(0, 8)} cannot be read`);
    committed.push(version);
  }
  // Most of them are what an older version left.
  for (const blob of committed.flatMap(({ before }) => before)) await read(blob);
  return { committed, bytesByBlob };
}

/** What is on disk, where that is not what the newest commit has. */
function diskVersion(
  root: string,
  path: TopicPath,
  newest: string | undefined,
): Uint8Array | undefined {
  const bytes = readOwn(resolveInVault(root, path), maxFileBytes);
  const oid = bytes && oidOf("blob", bytes);
  return oid === newest ? undefined : (bytes ?? new Uint8Array());
}
