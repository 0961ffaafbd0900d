import { stat } from "node:fs/promises";
import { join } from "node:path";
import { openDrafts, readIfThere, replaceFile, unlinkIfThere } from "../../git/disk.ts";

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
      .match(/^\S+ x [0-9a-f]{64}(?=[ \t\r]*$)/gm),
  );

/** The marks of hashes, made now. */
export const toMarks = (hashes: readonly string[], now: Date): PurgeMarks =>
  new Set(hashes.map((hash) => `${now.toISOString()} x ${hash}`));

/** The hashes of marks. */
export const hashesOf = (marks: Iterable<string>): Set<string> =>
  new Set(Array.from(marks, (mark) => mark.slice(-64)));

/** A purge that is agreed to and not finished: it began here, or follows another device's, which the branch has done. */
interface Unfinished {
  readonly isOwn: boolean;
  readonly marks: PurgeMarks;
}

export async function readUnfinished(gitDir: string): Promise<Unfinished | undefined> {
  const bytes = await readIfThere(await fileOf(gitDir), { maxBytes: 2 ** 28 });
  return bytes && { isOwn: bytes.includes("own"), marks: readPurgeMarks(bytes) };
}

/** Notes the purge, so that a kill is made good; undefined: it is done, or refused. */
export async function noteUnfinished(gitDir: string, purge: Unfinished | undefined): Promise<void> {
  const file = await fileOf(gitDir);
  if (purge === undefined) return unlinkIfThere(file);
  await openDrafts(gitDir);
  const lines = [purge.isOwn ? "own" : "", ...purge.marks];
  await replaceFile(gitDir, file, Buffer.from(lines.join("\n")));
}

/** A copy of the folder brings no yes along. */
const fileOf = async (gitDir: string): Promise<string> =>
  join(gitDir, "loci", `purging-${(await stat(gitDir)).ino}`);
