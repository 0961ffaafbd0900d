import type { ChangedFile } from "./changed-files.ts";

/**
 * Keeps what commits did, so that it is read from git once: facts, for a commit's name stands for all that it names.
 * Whoever asks goes by a commit's number in the table. Implemented by `index/history-table.ts`.
 */
export interface HistoryTable {
  /** The number of a commit that is kept, or is a parent of one. */
  idOf(oid: string): number | undefined;
  oidOf(id: number): string;
  isKept(oid: string): boolean;
  /** Parents of kept commits that are not kept themselves. */
  missing(): readonly string[];
  nodes(): ReadonlyMap<number, CommitNode>;
  /** What kept commits did to a path. */
  changesOf(path: string): readonly KeptChange[];
  changesIn(id: number): readonly KeptChange[];
  /** False where it cannot keep them now. */
  add(commits: readonly ToldCommit[]): boolean;
  /** Drops all commits but these. */
  keepOnly(ids: ReadonlySet<number>): void;
}

/** What leads on from a commit. */
export interface CommitNode {
  /** When it was committed, in seconds; by a clock that may be wrong. */
  readonly time: number;
  /** Their numbers. */
  readonly parents: readonly number[];
}

/** A change of a kept commit, against the parent at this place; of a first commit at place 0. */
export interface KeptChange extends ChangedFile {
  readonly node: number;
  readonly parent: number;
}

/** What a commit did. */
export interface ToldCommit {
  readonly oid: string;
  readonly time: number;
  readonly parents: readonly string[];
  /** By parent, the files that are others than there; of a first commit one list with all of its files. */
  readonly changes: readonly (readonly ChangedFile[])[];
}
