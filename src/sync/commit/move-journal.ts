import { join } from "node:path";
import { type Disk, isMissing, readIfThere, unlinkIfThere } from "../../git/disk.ts";
import { indexLockFile, type Journal } from "../../git/index-file/index-lock.ts";

/** Where the journal of a move waits that was interrupted: nothing else is locked meanwhile. */
const moveFile = (gitDir: string): string => join(gitDir, "loci", "move.json");

/** Frees git's index.lock and keeps the journal in it, in one step that needs no space on the disk. */
export async function keepMove(disk: Disk, gitDir: string): Promise<void> {
  try {
    await disk.rename(indexLockFile(gitDir), moveFile(gitDir));
  } catch (error) {
    if (!isMissing(error)) throw error; // else: the lock was removed by hand, and the journal with it
  }
}

/** The journal of a move that was interrupted; one that cannot be read is dropped: its files are only ahead. */
export async function readKeptMove(disk: Disk, gitDir: string): Promise<Journal | undefined> {
  const bytes = await readIfThere(moveFile(gitDir));
  if (bytes === undefined) return undefined;
  try {
    const held: { journal: Journal } = JSON.parse(bytes.toString("utf8"));
    if (held.journal.kind === "move") return held.journal;
  } catch {
    // Cut short by a power cut.
  }
  await dropKeptMove(disk, gitDir);
  return undefined;
}

export function dropKeptMove(disk: Disk, gitDir: string): Promise<void> {
  return unlinkIfThere(disk, moveFile(gitDir));
}
