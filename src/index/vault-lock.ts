import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
} from "node:fs";
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
  readonly waitMs?: number;
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
  let held: LockFile | undefined;
  const waitMs = options.waitMs ?? 30_000;
  let queue: Promise<unknown> = Promise.resolve();
  const { elapsed } = options.clock;
  let idleSince = Number.NEGATIVE_INFINITY;
  let busySince = 0;

  const lockFile = (): LockFile => {
    if (held !== undefined && !isSameFile(held, file)) {
      held.db.close(); // `.loci` was deleted: the next one locks the new file, and so must we.
      held = undefined;
    }
    held ??= openLockFile(file);
    return held;
  };
  const begin = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (elapsed() - idleSince > retryMs) busySince = elapsed();
    if (elapsed() - busySince > turnMs) {
      await sleep(retryMs + 1);
      busySince = elapsed();
    }
    const deadline = elapsed() + waitMs;
    for (;;) {
      if (tryBegin(lockFile().db, file)) return;
      if (elapsed() > deadline) throw busy(file, waitMs);
      await sleep(1 + Math.random() * (retryMs - 1));
      signal?.throwIfAborted();
    }
  };

  const lock: Lock = (work, signal) => {
    let hasBegun = false;
    const turn = queue.then(async () => {
      await begin(signal);
      hasBegun = true;
      try {
        return await work();
      } finally {
        if (held?.db.open) held.db.exec("ROLLBACK");
        idleSince = elapsed();
      }
    });
    queue = turn.catch(() => undefined);
    return signal === undefined ? turn : unlessAborted(turn, signal, () => hasBegun);
  };
  return { lock, close: () => held?.db.close() };
}

/** Aborted while queued behind others of this process, it waits no longer. */
function unlessAborted<T>(
  turn: Promise<T>,
  signal: AbortSignal,
  hasBegun: () => boolean,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      if (!hasBegun()) reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    void turn.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

interface LockFile {
  readonly db: Database.Database;
  readonly ino: number | undefined;
}

function openLockFile(file: string): LockFile {
  try {
    // Not with its parents: an unmounted vault must not come back as an empty folder.
    if (!existsSync(dirname(file))) mkdirSync(dirname(file));
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile()) throw new TypeError(notPlain);
    if (found !== undefined && found.size > 0) emptyLockFile(file);
    const db = new Database(file, { timeout: 0 });
    return { db, ino: lstatSync(file, { throwIfNoEntry: false })?.ino };
  } catch (cause) {
    const why = messageOf(cause);
    throw new LociError("WRITE_FAILED", `Cannot open the vault's lock "${file}": ${why}`, {
      data: { file },
      cause,
    });
  }
}

const notPlain = "it is a link or no plain file, which no Loci makes; delete it";

/**
 * A lock file has no content: what is in it is noise, or came with a clone to mislead SQLite. Emptied in place, so that
 * all still lock the same inode, and never through a link of either kind: that would empty another file.
 */
function emptyLockFile(file: string): void {
  const fd = openSync(file, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { nlink } = fstatSync(fd);
    if (!fstatSync(fd).isFile()) throw new TypeError(notPlain);
    if (nlink > 1)
      throw new TypeError("it is damaged and has a second name (a hard link); delete it");
    ftruncateSync(fd);
  } finally {
    closeSync(fd);
  }
}

const isSameFile = ({ ino }: LockFile, file: string): boolean =>
  lstatSync(file, { throwIfNoEntry: false })?.ino === ino;

function tryBegin(db: Database.Database, file: string): boolean {
  try {
    db.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    const code = error instanceof Database.SqliteError ? error.code : "";
    if (code.startsWith("SQLITE_BUSY")) return false;
    if (code !== "SQLITE_NOTADB" && code !== "SQLITE_CORRUPT") throw error;
    emptyLockFile(file);
    return false;
  }
}

function busy(file: string, waitMs: number): LociError {
  const holder = lockHolder(file);
  return new LociError(
    "BUSY",
    `Cannot write to the vault: ${holder ?? "another Loci process"} has been writing for ${Math.ceil(waitMs / 1000)} s; try again when it is done, or end it`,
    { data: { file, waitMs, holder } },
  );
}

/** Who holds the lock, as far as Linux shows it: `/proc/locks` lists pid and inode of every lock. */
function lockHolder(file: string): string | undefined {
  try {
    const inode = `:${statSync(file).ino} `;
    const line = readFileSync("/proc/locks", "utf8")
      .split("\n")
      .find((lock) => lock.includes(inode) && lock.includes(" WRITE "));
    const pid = line?.match(/ WRITE +(\d+) /)?.[1];
    if (pid === undefined) return undefined;
    // Not its arguments, which may hold secrets.
    const name = readFileSync(`/proc/${pid}/comm`, "utf8")
      .replace(/\P{L}+/gu, " ")
      .trim();
    return `"${name}" (process ${pid})`;
  } catch {
    return undefined; // No /proc (macOS, Windows) or another's process: the message does without.
  }
}
