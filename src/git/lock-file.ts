import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceClock } from "../device-clock.ts";
import { errnoOf } from "../errors.ts";
import { blocked } from "./blocked.ts";
import { createDraft, type Disk, isMissing, readIfThere, unlinkIfThere } from "./disk.ts";
import { currentOwner, isDead, type Owner } from "./process-owner.ts";

/** How long to wait for locks that others hold. */
export interface LockOptions {
  readonly lockTimeout: number;
  readonly signal: AbortSignal | undefined;
  readonly clock: DeviceClock;
  /** Whether a lock may be removed; where this is missing, none may. */
  readonly isAbandoned?: (lock: string) => Promise<boolean>;
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
  const { clock, lockTimeout, signal, isAbandoned } = options;
  const deadline = clock.elapsed() + lockTimeout;
  try {
    for (
      let pause = 4;
      !(await linkIfFree(disk, draft, lock));
      pause = Math.min(pause * 1.5, 200)
    ) {
      if (await isAbandoned?.(lock)) {
        await unlinkIfThere(disk, lock);
        continue;
      }
      if (clock.elapsed() > deadline) throw await heldTooLong(lock, clock);
      await sleep(pause * (0.5 + Math.random()), undefined, { signal });
    }
  } finally {
    await unlinkIfThere(disk, draft); // a stick may be gone
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

/**
 * What Loci wrote into a lock: its owner, and what `T` says. Undefined for any other: git writes an index or the name of
 * a commit there, and one that is cut short, on a disk without hard links, has no known owner.
 */
function parseLociLock<T>(bytes: Buffer): (T & { readonly loci: Owner }) | undefined {
  if (!bytes.subarray(0, 9).equals(Buffer.from('{"loci":{'))) return undefined;
  try {
    const held: T & { readonly loci: Owner } = JSON.parse(bytes.toString("utf8"));
    return held;
  } catch {
    return undefined;
  }
}

/** A lock that says no more than that this process holds it. */
export const ownLock = async (): Promise<Buffer> =>
  Buffer.from(`${JSON.stringify({ loci: await currentOwner() })}\n`);

/** The process of Loci that holds a lock; undefined where another program does, or nobody. */
async function lockOwner(lock: string): Promise<Owner | undefined> {
  const bytes = await readIfThere(lock, { maxBytes: 65_536, only: "start" });
  return bytes && parseLociLock(bytes)?.loci;
}

/** Whether a killed process of Loci left a lock. */
export async function isDeadLock(lock: string): Promise<boolean> {
  const owner = await lockOwner(lock);
  return owner !== undefined && (await isDead(owner));
}

async function heldTooLong(lock: string, clock: DeviceClock): Promise<Error> {
  const bytes = await readIfThere(lock);
  if (bytes && parseLociLock(bytes)) {
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
