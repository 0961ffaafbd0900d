import { type Commit, parseCommit } from "../../git/objects/commit.ts";
import type { ObjectReader, Objects } from "../../git/objects/objects.ts";
import { createYielder } from "../../git/yield-to-event-loop.ts";
import {
  type DiffLimit,
  type DiffTrees,
  TooManyChanges,
  type TreeDiff,
  treeDiffer,
} from "./changed-files.ts";
import type { CommitChanges, HistoryTable } from "./history-table.ts";

/** What the table is filled from. */
export interface HistorySource {
  readonly objects: Pick<Objects, "read" | "has">;
  /** The newest commit; undefined where there is none yet. */
  readonly head: string | undefined;
  /** Commits whose parents were not fetched. */
  readonly shallow: ReadonlySet<string>;
  readonly table: HistoryTable;
}

export interface FillOptions {
  readonly signal?: AbortSignal | undefined;
  /** Asked after each commit whether to stop; the next time goes on from there. */
  readonly shouldStop?: (() => boolean) | undefined;
}

/** What could be read of a commit that is not stored: what is missing, damaged or cut off may be there another time. */
export interface PartialChanges {
  readonly time: number;
  readonly parents: readonly string[];
  /** By parent. */
  readonly diffs: readonly TreeDiff[];
  /** Where none of these is whole: its files. */
  readonly files: TreeDiff | undefined;
  /** Its parents were not fetched. */
  readonly isCut: boolean;
}

/** Commits that are not in the table, by name: an error where nothing of them can be read. */
export type NotStored = ReadonlyMap<string, PartialChanges | Error>;

/** So many commits, or changes, are written at a time. */
const batchSize = { commits: 100, changes: 5_000 };

/**
 * More of one commit is not stored: a few bytes of a tree that names another one again and again stand for any number
 * of files. Whole vaults are smaller.
 */
const maxChanges = 50_000;
/** Of the paths of one commit, in UTF-16 units. */
const maxPathLength = 4 * 2 ** 20;

/**
 * Adds to the table what it lacks of the history of the head, the newest first. Yields to the event loop every few
 * milliseconds; when it is aborted, what was read so far is stored.
 */
export async function fillHistory(
  { objects, head, shallow, table }: HistorySource,
  { signal, shouldStop = () => false }: FillOptions = {},
): Promise<NotStored> {
  const pause = createYielder(signal);
  const read = changesReader(objects, shallow, pause);
  const notStored = new Map<string, PartialChanges | Error>();
  const batch = createBatch(table, (one) => notStored.set(one.oid, toPartial(one)));
  const waiting = commitsToRead(table, head, shallow);
  try {
    for (const oid of waiting) {
      signal?.throwIfAborted();
      await pause();
      const changes = await read(oid);
      signal?.throwIfAborted();
      if (changes instanceof Error) notStored.set(oid, changes);
      else {
        if ("diffs" in changes) notStored.set(oid, changes);
        else batch.add(changes);
        for (const parent of changes.parents) if (!table.has(parent)) waiting.add(parent);
      }
      if (shouldStop()) break;
    }
  } finally {
    batch.flush();
  }
  return notStored;
}

function commitsToRead(
  table: HistoryTable,
  head: string | undefined,
  shallow: ReadonlySet<string>,
): Set<string> {
  const isNew = head !== undefined && !table.has(head);
  // A clone may have been cut off where it was not before.
  const cut = [...shallow].filter((oid) => table.has(oid));
  return new Set([...(isNew ? [head] : []), ...table.missing(), ...cut]);
}

function createBatch(table: HistoryTable, onNotStored: (commit: CommitChanges) => void) {
  let batch: CommitChanges[] = [];
  let changes = 0;
  const flush = (): void => {
    if (!table.add(batch)) batch.forEach(onNotStored);
    [batch, changes] = [[], 0];
  };
  return {
    add(commit: CommitChanges): void {
      changes += commit.changes.reduce((sum, { length }) => sum + length, 0);
      if (batch.push(commit) >= batchSize.commits || changes >= batchSize.changes) flush();
    },
    flush,
  };
}

function toPartial({ time, parents, changes }: CommitChanges): PartialChanges {
  const diffs = changes.map((changed) => ({ changed, unreadable: [] }));
  const files = parents.length === 0 ? diffs[0] : undefined;
  return { time, parents, diffs: files === undefined ? diffs : [], files, isCut: false };
}

/** Reads what a commit did: all of it, or what can be read now. Never throws. */
function changesReader(
  objects: ObjectReader,
  shallow: ReadonlySet<string>,
  pause: () => Promise<void> | undefined,
): (oid: string) => Promise<CommitChanges | PartialChanges | Error> {
  const limit = createLimit(pause);
  const diff = treeDiffer(objects, limit);
  // The parent of one is the next one.
  let last: Commit | undefined;
  const read = async (oid: string): Promise<Commit> => {
    const commit = last?.oid === oid ? last : parseCommit(oid, await objects.read(oid));
    last = commit;
    return commit;
  };
  return async (oid) => {
    try {
      const commit = await read(oid);
      const isCut = shallow.has(oid) && commit.parents.length > 0;
      limit.start();
      return await compareCommit(commit, { isCut, read, diff });
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };
}

/** What one commit may change; `start` begins with the next one. */
function createLimit(pause: () => Promise<void> | undefined): DiffLimit & { start(): void } {
  let [changes, length] = [0, 0];
  return {
    pause,
    start() {
      [changes, length] = [0, 0];
    },
    count(path) {
      changes++;
      length += path.length;
      if (changes > maxChanges || length > maxPathLength) throw new TooManyChanges();
    },
  };
}

async function compareCommit(
  commit: Commit,
  how: Comparing,
): Promise<CommitChanges | PartialChanges> {
  try {
    return await compareTrees(commit, how);
  } catch (error) {
    if (!(error instanceof TooManyChanges)) throw error;
    const { oid, time, parents } = commit;
    if (how.isCut) return { time, parents: [], diffs: [], files: undefined, isCut: true };
    return { oid, time, parents, changes: [], isTooLarge: true };
  }
}

interface Comparing {
  readonly isCut: boolean;
  readonly read: (oid: string) => Promise<Commit>;
  readonly diff: DiffTrees;
}

async function compareTrees(
  { oid, tree, time, parents }: Commit,
  { isCut, read, diff }: Comparing,
): Promise<CommitChanges | PartialChanges> {
  const compare = async (other: () => Promise<string | undefined>): Promise<TreeDiff> => {
    try {
      return await diff(await other(), tree);
    } catch (error) {
      if (error instanceof TooManyChanges) throw error;
      return { changed: [], unreadable: [{ folder: "", error }] };
    }
  };
  const diffs: TreeDiff[] = [];
  for (const parent of isCut ? [] : parents) {
    diffs.push(await compare(async () => (await read(parent)).tree));
  }
  const files = diffs.some(isWhole) ? undefined : await compare(async () => undefined);
  const all = files === undefined || diffs.length > 0 ? diffs : [files];
  if (isCut || !all.every(isWhole)) {
    return { time, parents: isCut ? [] : parents, diffs, files, isCut };
  }
  return { oid, time, parents, changes: all.map(({ changed }) => changed), isTooLarge: false };
}

const isWhole = ({ unreadable }: TreeDiff): boolean => unreadable.length === 0;
