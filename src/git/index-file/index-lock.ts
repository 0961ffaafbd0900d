import { join } from "node:path";
import { type Disk, readIfThere } from "../disk.ts";
import { type LockOptions, parseLociLock, takeLock } from "../lock-file.ts";
import { currentOwner, isDead } from "../process-owner.ts";
import type { Change } from "./update-index.ts";

/** What is about to be moved; it stands in the lock, so that what a kill interrupted can be finished. */
export interface Journal {
  /** A commit of ours (where it is not said); a move to another commit with its files; new file times only. */
  readonly kind?: "commit" | "move" | "refresh";
  readonly ref: string;
  readonly parent: string | undefined;
  readonly commit: string;
  readonly changes: readonly Change[];
  /** The end of the reflog line: who, when and what. */
  readonly log: string;
}

export const indexLockFile = (gitDir: string): string => join(gitDir, "index.lock");

/**
 * Takes git's own index.lock, with the owner and the journal inside from the first moment. A lock of
 * someone else is waited for and never removed.
 */
export async function takeIndexLock(
  disk: Disk,
  gitDir: string,
  journal: Journal,
  options: LockOptions,
): Promise<void> {
  const content = JSON.stringify({ loci: await currentOwner(), journal });
  await takeLock(disk, gitDir, indexLockFile(gitDir), Buffer.from(`${content}\n`), options);
}

/** The journal of a commit whose process was killed while it held index.lock, if there is one. */
export async function readDeadJournal(gitDir: string): Promise<Journal | undefined> {
  const bytes = await readIfThere(indexLockFile(gitDir));
  const held = bytes && parseLociLock<{ readonly journal: Journal }>(bytes);
  return held && (await isDead(held.loci)) ? held.journal : undefined;
}
