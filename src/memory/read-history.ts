import { oidOf } from "../git/object-format.ts";
import { createYielder } from "../git/yield-to-event-loop.ts";
import { type EntryLife, traceEntries, type VersionLink } from "../sync/history/entry-history.ts";
import { type FileVersion, fileVersions } from "../sync/history/file-versions.ts";
import { openBudget } from "../sync/history/look-budget.ts";
import type { History } from "../sync/history/open-history.ts";
import type { CommitFacts } from "../sync/history/read-commit.ts";
import { maxFileBytes } from "../vault/list-files.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { resolveInVault, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { readOwn } from "../vault/read-settled.ts";
import type { Entry } from "../vault/topic.ts";

/** The past of one topic file. */
export interface TopicPast {
  readonly lives: readonly EntryLife[];
  /** Where the events of the lives happened; newest first. */
  readonly versions: readonly PastVersion[];
  /** Why there may have been more. */
  readonly notes: readonly string[];
}

export interface PastVersion extends VersionLink {
  /** Undefined: it is on disk and in no commit yet. */
  readonly commit: CommitFacts | undefined;
}

/** How much of the past is looked at: each version is a whole file to parse. */
const most = { versions: 5_000, bytes: 32 * 2 ** 20 };

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
  { path, maxBytes = most.bytes, signal }: PastRequest,
): Promise<TopicPast> {
  const found =
    history.head === undefined
      ? { versions: [], notes: [] }
      : await fileVersions(history, {
          from: history.head,
          path,
          follow: true,
          limit: most.versions,
          signal,
        });
  const notes = [...found.notes];
  const committed = await readVersions(history, found.versions, { notes, maxBytes, signal });
  const onDisk = diskVersion(root, path, found.versions[0]);
  const shift = onDisk.length;
  const versions = [
    ...onDisk,
    ...committed.map((version) => ({
      ...version,
      before: version.before.map((place) => place + shift),
    })),
  ];
  const { lives, hasMore } = await traceAll(versions, signal);
  if (hasMore) notes.push("of the entries that are gone, only those that went last are told");
  return { lives, versions, notes };
}

/** Each file is taken apart when its turn comes: what is between two versions, not they, is kept. */
async function traceAll(versions: readonly ReadVersion[], signal: AbortSignal | undefined) {
  const pause = createYielder(signal);
  const trace = traceEntries(versions);
  for (let place = versions.length - 1; place >= 0; place--) {
    await pause();
    const version = versions[place];
    trace.add(place, version?.bytes && entriesOf(version.path, version.bytes));
  }
  return trace.lives();
}

interface ReadVersion extends PastVersion {
  /** None where the file was removed; undefined where it cannot be read. */
  readonly bytes: Uint8Array | undefined;
}

const none = new Uint8Array();

function entriesOf(path: string, bytes: Uint8Array): readonly Entry[] {
  return bytes.length > maxFileBytes ? [] : parseTopic(toTopicPath(path), bytes).entries;
}

async function readVersions(
  { objects }: History,
  versions: readonly FileVersion[],
  {
    notes,
    maxBytes,
    signal,
  }: {
    readonly notes: string[];
    readonly maxBytes: number;
    readonly signal: AbortSignal | undefined;
  },
): Promise<ReadVersion[]> {
  const budget = openBudget(objects, maxBytes, signal);
  const bytesByBlob = new Map<string, Uint8Array>();
  const read: ReadVersion[] = [];
  for (const { commit, path, blob, before } of versions) {
    let bytes = blob === undefined ? none : bytesByBlob.get(blob);
    if (bytes === undefined && blob !== undefined) {
      bytes = await budget.read(blob).catch(() => undefined);
      signal?.throwIfAborted();
      if (budget.isSpent()) {
        notes.push(`only the newest ${read.length} changes are looked at`);
        break;
      }
      if (bytes === undefined) notes.push(`${path} as of commit ${short(commit)} cannot be read`);
      else bytesByBlob.set(blob, bytes);
    }
    read.push({ path, commit, before, bytes });
  }
  return read;
}

/** The first characters of a commit's name, as people use them. */
const short = ({ oid }: Pick<CommitFacts, "oid">): string => oid.slice(0, 8);

/** What is on disk, where that is not what the newest commit has. */
function diskVersion(
  root: string,
  path: TopicPath,
  newest: FileVersion | undefined,
): ReadVersion[] {
  const bytes = readOwn(resolveInVault(root, path), maxFileBytes);
  const oid = bytes && oidOf("blob", bytes);
  if (oid === newest?.blob) return [];
  return [
    { path, commit: undefined, bytes: bytes ?? none, before: newest === undefined ? [] : [1] },
  ];
}
