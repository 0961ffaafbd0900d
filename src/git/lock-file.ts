import { stat } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceClock } from "../device-clock.ts";
import { errnoOf } from "../errors.ts";
import { blocked } from "./blocked.ts";
import { createDraft, type Disk, isMissing, readIfThere, unlinkIfThere } from "./disk.ts";

/** How long to wait for locks that others hold. */
export interface LockOptions {
  readonly lockTimeout: number;
  readonly signal: AbortSignal | undefined;
  readonly clock: DeviceClock;
}

/** A repository, some files of which are to be changed. */
export interface RefStore {
  readonly repository: { readonly gitDir: string };
  readonly disk: Disk;
  readonly lockOptions: LockOptions;
}

/**
 * Works under git's own lock of one of its files: refs, index, settings. The caller holds the commit lock, which ends with its
 * process: a lock of ours that stands there was left by one that was killed, and goes.
 */
export async function withRefLock<T>(
  { disk, lockOptions, repository: { gitDir } }: RefStore,
  file: string,
  work: () => Promise<T>,
): Promise<T> {
  const lock = `${file}.lock`;
  const draft = await createDraft(disk, gitDir, ours);
  try {
    await takeLock(disk, draft, lock, lockOptions);
  } finally {
    await unlinkIfThere(disk, draft);
  }
  try {
    return await work();
  } finally {
    await unlinkIfThere(disk, lock);
  }
}

async function takeLock(
  disk: Disk,
  draft: string,
  lock: string,
  { clock, lockTimeout, signal }: LockOptions,
): Promise<void> {
  const deadline = clock.elapsed() + lockTimeout;
  for (let pause = 4; !(await linkIfFree(disk, draft, lock)); pause = Math.min(pause * 1.5, 200)) {
    if (await isOurLock(lock)) await unlinkIfThere(disk, lock);
    else if (clock.elapsed() > deadline) throw await heldTooLong(lock, clock);
    else await sleep(pause * (0.5 + Math.random()), undefined, { signal });
  }
}

/** False where the lock is taken, or its folder was missing and is there now. */
async function linkIfFree(disk: Disk, draft: string, lock: string): Promise<boolean> {
  try {
    await disk.link(draft, lock);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    if (!isMissing(error)) throw error;
    // Git removes the folder of a branch such as a/b once its last branch is gone or packed.
    await disk.mkdir(dirname(lock));
    return false;
  }
}

async function heldTooLong(lock: string, clock: DeviceClock): Promise<Error> {
  const since = await stat(lock).then(({ mtimeMs }) => mtimeMs, clock.now);
  const minutes = Math.floor((clock.now() - since) / 60_000);
  return blocked(
    `another program holds ${lock}${minutes > 0 ? ` for ${minutes} minutes` : ""}`,
    "close it (an open commit message, perhaps); if no git program is running, delete that file",
  );
}

/** What stands in a lock of ours. Git writes an index or the name of a commit there. */
const ours = Buffer.from(`${JSON.stringify({ loci: { host: hostname() } })}\n`);

/** Whether a lock was made by Loci on this machine: a vault on a network disk may be open on another one. */
export async function isOurLock(lock: string): Promise<boolean> {
  const bytes = await readIfThere(lock, { maxBytes: 4_096, only: "start" });
  const host = /^\{"loci":\{"host":("[^"]*")[,}]/.exec(bytes?.toString("utf8") ?? "")?.[1];
  return host === JSON.stringify(hostname());
}
