import { type Commit, parseCommit } from "../../git/objects/commit.ts";
import type { ObjectReader, Objects } from "../../git/objects/objects.ts";
import { createYielder } from "../../git/yield-to-event-loop.ts";
import { type DiffTrees, type TreeDiff, treeDiffer } from "./changed-files.ts";
import type { HistoryTable, ToldCommit } from "./history-table.ts";

/** What a table of history is filled from. */
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
  readonly isEnough?: (() => boolean) | undefined;
}

/** A commit that is not kept in the table: of what is missing, damaged or cut off there may be more another time. */
export interface PartlyTold {
  readonly time: number;
  readonly parents: readonly string[];
  /** By parent. */
  readonly diffs: readonly TreeDiff[];
  /** Where none of these is whole: its files. */
  readonly files: TreeDiff | undefined;
  /** Its parents were not fetched. */
  readonly isCut: boolean;
}

/** Commits that are not in the table, by name: an error where nothing can be told. */
export type Unkept = ReadonlyMap<string, PartlyTold | Error>;

/** So many commits are written at a time. */
const batchSize = 100;

/**
 * Tells the table what it does not know of the past of the head, the newest first. Others get their turn every few
 * milliseconds; what was told when it is called off stays.
 */
export async function fillHistory(
  { objects, head, shallow, table }: HistorySource,
  { signal, isEnough = () => false }: FillOptions = {},
): Promise<Unkept> {
  const pause = createYielder(signal);
  const tell = teller(objects, shallow);
  const unkept = new Map<string, PartlyTold | Error>();
  const keep = batches(table, (one) => unkept.set(one.oid, toPartly(one)));
  const waiting = toTell(table, head, shallow);
  try {
    for (const oid of waiting) {
      signal?.throwIfAborted();
      await pause();
      const told = await tell(oid);
      if (told instanceof Error) unkept.set(oid, told);
      else {
        if ("diffs" in told) unkept.set(oid, told);
        else keep.add(told);
        for (const parent of told.parents) if (!table.isKept(parent)) waiting.add(parent);
      }
      if (isEnough()) break;
    }
  } finally {
    keep.flush();
  }
  return unkept;
}

function toTell(
  table: HistoryTable,
  head: string | undefined,
  shallow: ReadonlySet<string>,
): Set<string> {
  const isNew = head !== undefined && !table.isKept(head);
  // A clone may have been cut off where it was not before.
  const cut = [...shallow].filter((oid) => table.isKept(oid));
  return new Set([...(isNew ? [head] : []), ...table.missing(), ...cut]);
}

function batches(table: HistoryTable, onUnkept: (commit: ToldCommit) => void) {
  let batch: ToldCommit[] = [];
  const flush = (): void => {
    if (!table.add(batch)) batch.forEach(onUnkept);
    batch = [];
  };
  return {
    add(commit: ToldCommit): void {
      if (batch.push(commit) >= batchSize) flush();
    },
    flush,
  };
}

function toPartly({ time, parents, changes }: ToldCommit): PartlyTold {
  const diffs = changes.map((changed) => ({ changed, unreadable: [] }));
  const files = parents.length === 0 ? diffs[0] : undefined;
  return { time, parents, diffs: files === undefined ? diffs : [], files, isCut: false };
}

/** Tells what a commit did: all of it, or what can be told now. Never throws. */
function teller(
  objects: ObjectReader,
  shallow: ReadonlySet<string>,
): (oid: string) => Promise<ToldCommit | PartlyTold | Error> {
  const diff = treeDiffer(objects);
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
      return await tellCommit(commit, { isCut, read, diff });
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };
}

async function tellCommit(
  { oid, tree, time, parents }: Commit,
  {
    isCut,
    read,
    diff,
  }: {
    readonly isCut: boolean;
    readonly read: (oid: string) => Promise<Commit>;
    readonly diff: DiffTrees;
  },
): Promise<ToldCommit | PartlyTold> {
  const compare = async (other: () => Promise<string | undefined>): Promise<TreeDiff> => {
    try {
      return await diff(await other(), tree);
    } catch (error) {
      return { changed: [], unreadable: [{ folder: "", error }] };
    }
  };
  const diffs: TreeDiff[] = [];
  for (const parent of isCut ? [] : parents) {
    diffs.push(await compare(async () => (await read(parent)).tree));
  }
  const files = diffs.some(isWhole) ? undefined : await compare(async () => undefined);
  const told = files === undefined || diffs.length > 0 ? diffs : [files];
  if (isCut || !told.every(isWhole)) {
    return { time, parents: isCut ? [] : parents, diffs, files, isCut };
  }
  return { oid, time, parents, changes: told.map(({ changed }) => changed) };
}

const isWhole = ({ unreadable }: TreeDiff): boolean => unreadable.length === 0;
