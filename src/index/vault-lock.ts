import { existsSync, lstatSync, mkdirSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import type { DeviceClock } from "../device-clock.ts";
import { LociError, messageOf } from "../errors.ts";
import type { Lock } from "../vault/lock.ts";

interface LockOptions {
  readonly clock: Pick<DeviceClock, "elapsed">;
  readonly waitMs?: number | undefined;
  readonly name?: "lock" | "commit" | "sync" | "digest" | "upkeep" | "tokens";
}

/** Longest pause between two tries for a lock that another process holds. */
const retryMs = 15;
/** A process that had the lock this long without a break leaves a gap in which every waiter tries once. */
const turnMs = 100;

/**
 * The writer lock of a vault: an exclusive SQLite transaction on `.loci/lock.db`, a file without content. The kernel
 * ends it with its process, so a `kill -9` leaves nothing behind, and there is no owner file that could lie.
 * (POSIX locks: nothing but SQLite may open that file in this process, or closing it would drop the lock.) The file is
 * open for a turn only: whoever deletes `.loci` has the next turn, here and elsewhere, lock the new one.
 */
export function createVaultLock(lociDir: string, options: LockOptions): Lock {
  const file = join(lociDir, `${options.name ?? "lock"}.db`);
  const { clock, waitMs = 30_000 } = options;
  let queue: Promise<unknown> = Promise.resolve();
  let idleSince = Number.NEGATIVE_INFINITY;
  let busySince = 0;

  const begin = async (signal: AbortSignal | undefined): Promise<Database.Database> => {
    signal?.throwIfAborted();
    if (clock.elapsed() - idleSince > retryMs) busySince = clock.elapsed();
    if (clock.elapsed() - busySince > turnMs) {
      await sleep(retryMs + 1);
      busySince = clock.elapsed();
    }
    const deadline = clock.elapsed() + waitMs;
    for (;;) {
      const held = tryLock(file);
      if (held !== undefined) return held;
      if (clock.elapsed() > deadline) throw busy(file, waitMs);
      await sleep(1 + Math.random() * (retryMs - 1));
      signal?.throwIfAborted();
    }
  };
  return (work, signal) => {
    const turn = queue.then(async () => {
      const held = await begin(signal);
      try {
        return await work();
      } finally {
        held.close();
        idleSince = clock.elapsed();
      }
    });
    queue = turn.catch(() => undefined);
    return turn;
  };
}

/** Undefined while another process has it. */
function tryLock(file: string): Database.Database | undefined {
  const db = openLockFile(file);
  try {
    return db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY"))
      return undefined;
    throw error;
  }
}

/** What is in a lock file is noise, or came with a clone to mislead SQLite: it is emptied in place, so that all lock one inode. */
function openLockFile(file: string): Database.Database {
  try {
    // Not with its parents: an unmounted vault must not come back as an empty folder.
    if (!existsSync(dirname(file))) mkdirSync(dirname(file));
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found !== undefined && (!found.isFile() || found.nlink > 1)) {
      throw new TypeError("it is a link or no plain file, which no Loci makes; delete it");
    }
    if (found !== undefined && found.size > 0) truncateSync(file);
    return new Database(file, { timeout: 0 });
  } catch (cause) {
    const message = `Cannot open the vault's lock "${file}": ${messageOf(cause)}`;
    throw new LociError("WRITE_FAILED", message, { data: { file }, cause });
  }
}

const busy = (file: string, waitMs: number): LociError =>
  new LociError(
    "BUSY",
    `Cannot write to the vault: another Loci process has been writing for ${Math.ceil(waitMs / 1000)} s; try again when it is done, or end it`,
    { data: { file, waitMs } },
  );
