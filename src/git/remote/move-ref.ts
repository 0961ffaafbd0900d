import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { DeviceClock } from "../../device-clock.ts";
import { errnoOf, LociError } from "../../errors.ts";
import { createDraft, type Disk, isMissing, unlinkIfThere } from "../disk.ts";
import { lockOwner, ownLock, takeLock } from "../lock-file.ts";
import { currentOwner, isDead } from "../process-owner.ts";
import { branchName, readRefs } from "../refs/refs.ts";
import { remoteFailed } from "./remote-failed.ts";

export interface RefMove {
  readonly gitDir: string;
  readonly disk: Disk;
  readonly clock: DeviceClock;
  readonly url: string;
  readonly ref: string;
  readonly from: string | undefined;
  readonly to: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Locks are held for milliseconds: one of this age was left by a machine that died or was unplugged. */
const oldLockMs = 3_600_000;
/** Our own is old sooner: it could not be removed, since the disk failed or was taken away. */
const ownOldLockMs = 10_000;

/** Moves a ref under git's own lock, if it still is where we believe. */
export async function moveRef(move: RefMove): Promise<"pushed" | "raced"> {
  const { gitDir, disk, ref, from, to } = move;
  const file = join(gitDir, ref);
  const lock = `${file}.lock`;
  await makeFolder(move, dirname(file));
  await takeRefLock(move, lock);
  try {
    const now = (await readRefs(gitDir)).refs.get(ref);
    if (now !== from) return now === to ? "pushed" : "raced";
    const draft = await createDraft(disk, gitDir, Buffer.from(`${to}\n`));
    await disk.rename(draft, file);
    await disk.flushFolder(dirname(file));
    return "pushed";
  } finally {
    await unlinkIfThere(disk, lock);
  }
}

async function makeFolder({ disk, url, ref }: RefMove, folder: string): Promise<void> {
  try {
    await disk.mkdir(folder);
  } catch (cause) {
    if (errnoOf(cause) !== "EEXIST" && errnoOf(cause) !== "ENOTDIR") throw cause;
    throw remoteFailed(url, {
      reason: "rejected",
      state: `it has a branch whose name is the beginning of "${branchName(ref)}"`,
      fix: "rename one of the two branches",
      cause,
    });
  }
}

async function takeRefLock(move: RefMove, lock: string): Promise<void> {
  const { disk, gitDir, clock, url, timeoutMs: lockTimeout, signal } = move;
  const isAbandoned = (): Promise<boolean> => isAbandonedLock(lock, clock);
  try {
    const options = { lockTimeout, signal, clock, isAbandoned };
    await takeLock(disk, gitDir, lock, await ownLock(), options);
  } catch (cause) {
    if (!(cause instanceof LociError)) throw cause;
    throw remoteFailed(url, {
      reason: "rejected",
      state: `another program holds ${lock}`,
      fix: "wait for it to finish; if no program works there, delete that file",
      cause,
    });
  }
}

async function isAbandonedLock(lock: string, clock: DeviceClock): Promise<boolean> {
  const owner = await lockOwner(lock);
  if (owner !== undefined && (await isDead(owner))) return true;
  const isOurs = owner !== undefined && isDeepStrictEqual(owner, await currentOwner());
  try {
    const age = clock.now() - (await stat(lock)).mtimeMs;
    return age > (isOurs ? ownOldLockMs : oldLockMs);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
