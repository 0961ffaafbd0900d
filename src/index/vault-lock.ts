import { existsSync, lstatSync, mkdirSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import type { DeviceClock } from "../device-clock.ts";
import { LociError, messageOf } from "../errors.ts";
import type { Lock } from "../vault/lock.ts";

interface VaultLock {
  readonly lock: Lock;
  close(): void;
}

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
 * (POSIX locks: nothing else in this process may open that file, or closing it would drop the lock.) Opened by the
 * first turn, for most commands write nothing.
 */
export function openVaultLock(lociDir: string, options: LockOptions): VaultLock {
  const file = join(lociDir, `${options.name ?? "lock"}.db`);
  const { clock, waitMs = 30_000 } = options;
  let held: LockFile | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let idleSince = Number.NEGATIVE_INFINITY;
  let busySince = 0;

  const lockFile = (): Database.Database => {
    if (held !== undefined && held.ino !== inodeOf(file)) {
      held.db.close(); // `.loci` was deleted: the next one locks the new file, and so must we.
      held = undefined;
    }
    held ??= openLockFile(file);
    return held.db;
  };
  const begin = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (clock.elapsed() - idleSince > retryMs) busySince = clock.elapsed();
    if (clock.elapsed() - busySince > turnMs) {
      await sleep(retryMs + 1);
      busySince = clock.elapsed();
    }
    const deadline = clock.elapsed() + waitMs;
    while (!tryBegin(lockFile())) {
      if (clock.elapsed() > deadline) throw busy(file, waitMs);
      await sleep(1 + Math.random() * (retryMs - 1));
      signal?.throwIfAborted();
    }
  };
  return {
    lock(work, signal) {
      const turn = queue.then(async () => {
        await begin(signal);
        try {
          return await work();
        } finally {
          if (held?.db.open) held.db.exec("ROLLBACK");
          idleSince = clock.elapsed();
        }
      });
      queue = turn.catch(() => undefined);
      return turn;
    },
    close: () => held?.db.close(),
  };
}

interface LockFile {
  readonly db: Database.Database;
  readonly ino: number | undefined;
}

/** What is in a lock file is noise, or came with a clone to mislead SQLite: it is emptied in place, so that all lock one inode. */
function openLockFile(file: string): LockFile {
  try {
    // Not with its parents: an unmounted vault must not come back as an empty folder.
    if (!existsSync(dirname(file))) mkdirSync(dirname(file));
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found !== undefined && (!found.isFile() || found.nlink > 1)) {
      throw new TypeError("it is a link or no plain file, which no Loci makes; delete it");
    }
    if (found !== undefined && found.size > 0) truncateSync(file);
    return { db: new Database(file, { timeout: 0 }), ino: inodeOf(file) };
  } catch (cause) {
    const message = `Cannot open the vault's lock "${file}": ${messageOf(cause)}`;
    throw new LociError("WRITE_FAILED", message, { data: { file }, cause });
  }
}

const inodeOf = (file: string): number | undefined =>
  lstatSync(file, { throwIfNoEntry: false })?.ino;

function tryBegin(db: Database.Database): boolean {
  try {
    db.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return false;
    throw error;
  }
}

const busy = (file: string, waitMs: number): LociError =>
  new LociError(
    "BUSY",
    `Cannot write to the vault: another Loci process has been writing for ${Math.ceil(waitMs / 1000)} s; try again when it is done, or end it`,
    { data: { file, waitMs } },
  );
