import { type Commit, parseCommit } from "../../git/objects/commit.ts";
import type { ObjectReader, Objects } from "../../git/objects/objects.ts";
import { createYielder } from "../../git/yield-to-event-loop.ts";
import { type ChangedFile, type DiffTrees, treeDiffer } from "./changed-files.ts";
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
  /** By parent; undefined for one that cannot be compared with. */
  readonly changes: readonly (readonly ChangedFile[] | undefined)[];
  /** Where no parent can be: its files. */
  readonly files: readonly ChangedFile[] | undefined;
  /** Its parents were not fetched. */
  readonly isCut: boolean;
  /** Why it is not all there. */
  readonly errors: readonly unknown[];
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
        if ("errors" in told) unkept.set(oid, told);
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

const toPartly = ({ time, parents, changes }: ToldCommit): PartlyTold => ({
  ...{ time, parents, changes, isCut: false, errors: [] },
  files: parents.length === 0 ? changes[0] : undefined,
});

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
  const changes: (readonly ChangedFile[] | undefined)[] = [];
  const errors: unknown[] = [];
  for (const parent of isCut ? [] : parents) {
    try {
      changes.push(await diff((await read(parent)).tree, tree));
    } catch (error) {
      changes.push(undefined);
      errors.push(error);
    }
  }
  const isAlone = changes.every((one) => one === undefined);
  const files = isAlone ? await diff(undefined, tree) : undefined;
  const whole = changes.flatMap((one) => (one === undefined ? [] : [one]));
  if (isCut || errors.length > 0) {
    return { time, parents: isCut ? [] : parents, changes, files, isCut, errors };
  }
  return { oid, time, parents, changes: files === undefined ? whole : [files] };
}
