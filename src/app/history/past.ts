import { oidOf } from "../../sync/git/loose-object.ts";
import {
  type EntryLife,
  entryHistory,
  type TopicVersion,
} from "../../sync/history/entry-history.ts";
import { type FileVersion, fileVersions } from "../../sync/history/file-versions.ts";
import type { History } from "../../sync/history/open-history.ts";
import type { CommitFacts } from "../../sync/history/read-commit.ts";
import { mostFileBytes } from "../../vault/list-files.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { resolveInVault, type TopicPath, toTopicPath } from "../../vault/paths.ts";
import { readOwn } from "../../vault/read-settled.ts";
import type { Entry } from "../../vault/topic.ts";

/** The past of one topic file. */
export interface TopicPast {
  readonly lives: readonly EntryLife[];
  /** Where the events of the lives happened; newest first. */
  readonly versions: readonly PastVersion[];
  /** Why there may have been more. */
  readonly notes: readonly string[];
}

export interface PastVersion {
  /** What the file was called then. */
  readonly path: string;
  /** Undefined: it is on disk and in no commit yet. */
  readonly commit: CommitFacts | undefined;
}

/** More changes of one topic are not looked at: each is a whole file to parse. */
const mostVersions = 5_000;

/** Reads the past of a topic file, from the files as they are now or from a commit on. */
export async function readPast(
  root: string,
  history: History,
  { path, from, signal }: { path: TopicPath; from?: string; signal?: AbortSignal | undefined },
): Promise<TopicPast> {
  const start = from ?? history.head;
  const found =
    start === undefined
      ? { versions: [], notes: [] }
      : await fileVersions(history, {
          ...{ from: start, path, follow: true, limit: mostVersions, signal },
        });
  const notes = [...found.notes];
  const committed = await readVersions(history, found.versions, notes);
  const onDisk = from === undefined ? diskVersion(root, path, found.versions[0]) : [];
  const shift = onDisk.length;
  const versions = [
    ...onDisk,
    ...committed.map((version) => ({
      ...version,
      before: version.before.map((place) => place + shift),
    })),
  ];
  return { lives: entryHistory(versions), versions, notes };
}

type ReadVersion = TopicVersion & PastVersion;

async function readVersions(
  { objects }: History,
  versions: readonly FileVersion[],
  notes: string[],
): Promise<ReadVersion[]> {
  const entriesByBlob = new Map<string, readonly Entry[]>();
  const read: ReadVersion[] = [];
  for (const { commit, path, blob, before } of versions) {
    let entries = blob === undefined ? [] : entriesByBlob.get(blob);
    if (entries === undefined) {
      entries = await readEntries(objects, path, blob ?? "").catch(() => undefined);
      if (entries === undefined) notes.push(`${path} as of commit ${short(commit)} cannot be read`);
      else if (blob !== undefined) entriesByBlob.set(blob, entries);
    }
    read.push({ path, commit, before, entries });
  }
  return read;
}

async function readEntries(
  objects: History["objects"],
  path: string,
  blob: string,
): Promise<readonly Entry[]> {
  const bytes = await objects.read(blob);
  return bytes.length > mostFileBytes ? [] : parseTopic(toTopicPath(path), bytes).entries;
}

/** The first characters of a commit's name, as people use them. */
const short = ({ oid }: Pick<CommitFacts, "oid">): string => oid.slice(0, 8);

/** What is on disk, where that is not what the newest commit has. */
function diskVersion(
  root: string,
  path: TopicPath,
  newest: FileVersion | undefined,
): ReadVersion[] {
  const bytes = readOwn(resolveInVault(root, path), mostFileBytes);
  const oid = bytes && oidOf("blob", bytes);
  if (oid === newest?.blob) return [];
  const entries = bytes === undefined ? [] : parseTopic(path, bytes).entries;
  return [{ path, commit: undefined, entries, before: newest === undefined ? [] : [1] }];
}
