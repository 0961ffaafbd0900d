import type { Objects } from "../../git/objects/objects.ts";
import { ordinaryMode, writeTree } from "../../git/objects/tree.ts";
import { forgottenPath, mergeRemovals } from "../merge/file/removals.ts";
import { readFileAt, readForgotten } from "../merge/merge-trees.ts";

/**
 * What was purged: lines `2026-02-12T14:30:00.000Z x <64 hex digits>` of `log/forgotten.txt`, as they stand there, each
 * with the hash of a line. A commit that holds the mark was made in the knowledge of it: what it holds stays.
 */
export type PurgeMarks = ReadonlySet<string>;

/** Reads the marks in the file. */
export const readPurgeMarks = (bytes: Uint8Array | null): PurgeMarks =>
  new Set(
    Buffer.from(bytes ?? [])
      .toString("latin1")
      .match(markLine),
  );

const markLine = /^\S+ x [0-9a-f]{64}(?=[ \t\r]*$)/gm;

/** The marks of hashes, made now. */
export const toMarks = (hashes: readonly string[], now: Date): PurgeMarks =>
  new Set(hashes.map((hash) => `${now.toISOString()} x ${hash}`));

/** The hashes of marks. */
export const hashesOf = (marks: Iterable<string>): Set<string> =>
  new Set(Array.from(marks, (mark) => mark.slice(-64)));

/** The marks in a commit's tree. */
export const marksOf = async (objects: Objects, commit: string): Promise<PurgeMarks> =>
  readPurgeMarks(await readForgotten(objects, (await objects.readCommit(commit)).tree));

/** A tree with more lines in its file of marks. */
export async function withMarks(
  objects: Objects,
  tree: string,
  lines: readonly string[],
): Promise<string> {
  const added = Buffer.from(lines.join("\n"));
  const bytes = mergeRemovals([await readFileAt(objects, tree, forgottenPath), added]);
  const version = { mode: ordinaryMode, oid: await objects.write("blob", bytes) };
  return writeTree(objects, tree, new Map([[forgottenPath, version]]));
}
