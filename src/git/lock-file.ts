import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceClock } from "../device-clock.ts";
import { blocked } from "./blocked.ts";
import { createDraft, type Disk, isMissing, linkIfFree, readIfThere } from "./disk.ts";

/** How long to wait for locks that others hold. */
export interface LockOptions {
  readonly lockTimeout: number;
  readonly signal: AbortSignal | undefined;
  readonly clock: DeviceClock;
}

/** Publishes a finished file under the name of a lock as soon as that name is free. */
export async function takeLock(
  disk: Disk,
  gitDir: string,
  lock: string,
  content: Buffer,
  options: LockOptions,
): Promise<void> {
  const draft = await createDraft(disk, gitDir, content);
  const { clock, lockTimeout, signal } = options;
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

/** Only Loci writes JSON with its own name into a lock: git writes an index, which begins with DIRC. */
export const isLociLock = (bytes: Buffer): boolean =>
  bytes.subarray(0, 9).equals(Buffer.from('{"loci":{'));

async function heldTooLong(lock: string, clock: DeviceClock): Promise<Error> {
  const bytes = await readIfThere(lock);
  if (bytes && isLociLock(bytes)) {
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
