import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceClock } from "../device-clock.ts";
import { blocked } from "./blocked.ts";
import { createDraft, type Disk, isMissing, linkIfFree, readIfThere } from "./disk.ts";
import { currentOwner, isDead, type Owner } from "./owner.ts";
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

/** How long to wait for locks that others hold. */
export interface Patience {
  readonly lockTimeout: number;
  readonly signal: AbortSignal | undefined;
  readonly clock: DeviceClock;
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
  patience: Patience,
): Promise<void> {
  const content = JSON.stringify({ loci: await currentOwner(), journal });
  await takeLock(disk, gitDir, indexLockFile(gitDir), Buffer.from(`${content}\n`), patience);
}

/** Publishes a finished file under the name of a lock as soon as that name is free. */
export async function takeLock(
  disk: Disk,
  gitDir: string,
  lock: string,
  content: Buffer,
  patience: Patience,
): Promise<void> {
  const draft = await createDraft(disk, gitDir, content);
  const { clock, lockTimeout, signal } = patience;
  const deadline = clock.elapsed() + lockTimeout;
  try {
    for (
      let pause = 4;
      !(await linkIfFree(disk, draft, lock));
      pause = Math.min(pause * 1.5, 200)
    ) {
      if (clock.elapsed() > deadline) throw await heldTooLong(lock, clock);
      await sleep(pause * (0.5 + Math.random()), undefined, { signal });
    }
  } finally {
    await disk.unlink(draft);
  }
}

/** The journal of a commit whose process was killed while it held index.lock, if there is one. */
export async function readDeadJournal(gitDir: string): Promise<Journal | undefined> {
  const bytes = await readIfThere(indexLockFile(gitDir));
  const held = bytes && parseLock(bytes);
  return held && (await isDead(held.loci)) ? held.journal : undefined;
}

interface Held {
  readonly loci: Owner;
  readonly journal: Journal;
}

/** Only Loci writes JSON with its own name into a lock: git writes an index, which begins with DIRC. */
function parseLock(bytes: Buffer): Held | undefined {
  if (!bytes.subarray(0, 9).equals(Buffer.from('{"loci":{'))) return undefined;
  try {
    const held: Held = JSON.parse(bytes.toString("utf8"));
    return held;
  } catch {
    return undefined; // cut short, where the disk has no hard links: nobody's, as far as we can tell
  }
}

async function heldTooLong(lock: string, clock: DeviceClock): Promise<Error> {
  const bytes = await readIfThere(lock);
  if (bytes && parseLock(bytes)) {
    return blocked(`another Loci process holds ${lock}`, "wait for it to finish, then try again");
  }
  const minutes = await ageInMinutes(lock, clock);
  return blocked(
    `another git program holds ${lock}${minutes > 0 ? ` for ${minutes} minutes` : ""}`,
    "close it (an open commit message, perhaps); if no git program is running, delete that file",
  );
}

async function ageInMinutes(file: string, clock: DeviceClock): Promise<number> {
  try {
    return Math.max(0, Math.floor((clock.now() - (await stat(file)).mtimeMs) / 60_000));
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}
