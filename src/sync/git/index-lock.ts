import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errnoOf } from "../../errors.ts";
import { blocked } from "./blocked.ts";
import { createDraft, type Disk, isMissing, readIfThere } from "./disk.ts";
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
  const deadline = performance.now() + patience.lockTimeout;
  try {
    for (
      let pause = 4;
      !(await linkIfFree(disk, draft, lock));
      pause = Math.min(pause * 1.5, 200)
    ) {
      if (performance.now() > deadline) throw await heldTooLong(lock);
      await sleep(pause * (0.5 + Math.random()), undefined, { signal: patience.signal });
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

async function linkIfFree(disk: Disk, draft: string, lock: string): Promise<boolean> {
  try {
    await disk.link(draft, lock);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    if (!isMissing(error)) throw error;
    await disk.mkdir(dirname(lock)); // the folder of a branch such as a/b, where all refs are packed
    return false;
  }
}

async function heldTooLong(lock: string): Promise<Error> {
  const bytes = await readIfThere(lock);
  if (bytes && parseLock(bytes)) {
    return blocked(`another Loci process holds ${lock}`, "wait for it to finish, then try again");
  }
  const minutes = await ageInMinutes(lock);
  return blocked(
    `another git program holds ${lock}${minutes > 0 ? ` for ${minutes} minutes` : ""}`,
    "close it (an open commit message, perhaps); if no git program is running, delete that file",
  );
}

async function ageInMinutes(file: string): Promise<number> {
  try {
    return Math.max(0, Math.floor((Date.now() - (await stat(file)).mtimeMs) / 60_000));
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}
