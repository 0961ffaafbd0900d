import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errnoOf } from "../errors.ts";
import { blocked, createDraft, disk, isMissing, readIfThere, unlinkIfThere } from "./disk.ts";

/** A repository, some files of which are to be changed. */
export interface RefStore {
  readonly repository: { readonly gitDir: string };
  /** How long to wait for a lock of another git program, in milliseconds; 10 seconds where not said. */
  readonly lockTimeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Works under git's own lock of one of its files: refs, index, settings. The caller holds the commit lock, which ends
 * with its process: a lock of ours that stands there was left by one that was killed, and goes.
 */
export async function withRefLock<T>(
  store: RefStore,
  file: string,
  work: () => Promise<T>,
): Promise<T> {
  const { repository, lockTimeout = 10_000, signal } = store;
  const lock = `${file}.lock`;
  // A link to a finished file: a lock without its words would be taken for another program's.
  const draft = await createDraft(repository.gitDir, Buffer.from(ours));
  try {
    let waited = 0;
    for (let pause = 4; !(await isTaken(draft, lock)); pause = Math.min(pause * 1.5, 200)) {
      if (await isOurLock(lock)) await unlinkIfThere(lock);
      else if (waited > lockTimeout) throw heldByOther(lock);
      else await sleep(pause * (0.5 + Math.random()), undefined, { signal });
      waited += pause;
    }
  } finally {
    await unlinkIfThere(draft);
  }
  try {
    return await work();
  } finally {
    await unlinkIfThere(lock);
  }
}

async function isTaken(draft: string, lock: string): Promise<boolean> {
  try {
    await disk.link(draft, lock);
    return true;
  } catch (error) {
    // Git removes the folder of a branch such as a/b once its last branch is gone or packed.
    if (isMissing(error)) await disk.mkdir(dirname(lock));
    else if (errnoOf(error) !== "EEXIST") throw error;
    return false;
  }
}

const heldByOther = (lock: string): Error =>
  blocked(
    `another program holds ${lock}`,
    "close it (an open commit message, perhaps); if no git program is running, delete that file",
  );

/** What stands in a lock of ours. Git writes an index or the name of a commit there. */
const ours = `${JSON.stringify({ loci: { host: hostname() } })}\n`;

/** Whether a lock was made by Loci on this machine: a vault on a network disk may be open on another one. */
export const isOurLock = async (lock: string): Promise<boolean> =>
  (await readIfThere(lock))?.toString("utf8") === ours;
