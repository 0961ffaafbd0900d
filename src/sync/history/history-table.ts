import type { ChangedFile } from "./changed-files.ts";

/**
 * What commits did, read from git once: a commit's name is the hash of all it stands for, so a row is never wrong. Rows
 * go by numbers. Implemented by `index/history-table.ts`.
 */
export interface HistoryTable {
  /** The number of a stored commit, or of a parent of one. */
  idOf(oid: string): number | undefined;
  oidOf(id: number): string;
  has(oid: string): boolean;
  /** Parents of stored commits that are not stored themselves. */
  missing(): readonly string[];
  nodes(): ReadonlyMap<number, CommitNode>;
  /** What stored commits did to a path. */
  changesOf(path: string): readonly StoredChange[];
  changesIn(id: number): readonly StoredChange[];
  /** False where they cannot be stored now. */
  add(commits: readonly CommitChanges[]): boolean;
  /** Drops all commits but these. */
  keepOnly(ids: ReadonlySet<number>): void;
}

/** What leads on from a commit. */
export interface CommitNode {
  /** When it was committed, in seconds; by a clock that may be wrong. */
  readonly time: number;
  /** Their numbers. */
  readonly parents: readonly number[];
  /** It changed more files than are stored: which ones is not known. */
  readonly isTooLarge: boolean;
}

/** A change by a stored commit, against the parent at this place; of a first commit at place 0. */
export interface StoredChange extends ChangedFile {
  readonly node: number;
  readonly parent: number;
}

/** What a commit did. */
export interface CommitChanges {
  readonly oid: string;
  readonly time: number;
  readonly parents: readonly string[];
  /** By parent, the files that are others than there; of a first commit one list with all of its files. */
  readonly changes: readonly (readonly ChangedFile[])[];
  /** More than is stored of one commit; then there are no changes here. */
  readonly isTooLarge: boolean;
}
