import { mkdirSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { LociError } from "../errors.ts";
import type { Lock } from "../vault/lock.ts";

export interface VaultLock {
  readonly lock: Lock;
  close(): void;
}

/** Longest pause between two tries for a lock that another process holds. */
const retryMs = 15;
/** A process that had the lock this long without a break leaves a gap in which every waiter tries once. */
const turnMs = 100;

/**
 * The writer lock of a vault: an exclusive SQLite transaction on `.loci/lock.db`, a file without content. The kernel
 * ends it with its process, so a `kill -9` leaves nothing behind, and there is no owner file that could lie.
 * (POSIX locks: nothing else in this process may open that file, or closing it would drop the lock.)
 */
export function openVaultLock(
  lociDir: string,
  options: { waitMs?: number; name?: "lock" | "commit" } = {},
): VaultLock {
  const file = join(lociDir, `${options.name ?? "lock"}.db`);
  const db = openLockFile(lociDir, file);
  const waitMs = options.waitMs ?? 30_000;
  let queue: Promise<unknown> = Promise.resolve();
  let idleSince = 0;
  let busySince = 0;

  const begin = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (Date.now() - idleSince > retryMs) busySince = Date.now();
    if (Date.now() - busySince > turnMs) {
      await sleep(retryMs + 1);
      busySince = Date.now();
    }
    const deadline = Date.now() + waitMs;
    while (!tryBegin(db, file)) {
      if (Date.now() > deadline) throw busy(file, waitMs);
      await sleep(1 + Math.random() * (retryMs - 1));
      signal?.throwIfAborted();
    }
  };

  const lock: Lock = (work, signal) => {
    const turn = queue.then(async () => {
      await begin(signal);
      try {
        return await work();
      } finally {
        if (db.open) db.exec("ROLLBACK");
        idleSince = Date.now();
      }
    });
    queue = turn.catch(() => undefined);
    return turn;
  };
  return { lock, close: () => db.close() };
}

function openLockFile(lociDir: string, file: string): Database.Database {
  try {
    mkdirSync(lociDir, { recursive: true });
    return new Database(file, { timeout: 0 });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new LociError("WRITE_FAILED", `Cannot open the vault's lock "${file}": ${why}`, {
      data: { file },
      cause,
    });
  }
}

function tryBegin(db: Database.Database, file: string): boolean {
  try {
    db.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    const code = error instanceof Database.SqliteError ? error.code : "";
    if (code.startsWith("SQLITE_BUSY")) return false;
    if (code !== "SQLITE_NOTADB" && code !== "SQLITE_CORRUPT") throw error;
    truncateSync(file); // Noise, and never any content: emptied in place, so that all still lock the same inode.
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

/** Who holds the lock, as far as Linux tells: `/proc/locks` lists pid and inode of every lock. */
function lockHolder(file: string): string | undefined {
  try {
    const inode = `:${statSync(file).ino} `;
    const line = readFileSync("/proc/locks", "utf8")
      .split("\n")
      .find((lock) => lock.includes(inode) && lock.includes(" WRITE "));
    const pid = line?.match(/ WRITE +(\d+) /)?.[1];
    if (pid === undefined) return undefined;
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trim();
    return `"${words.slice(0, 120)}" (process ${pid})`;
  } catch {
    return undefined; // No /proc (macOS, Windows) or another's process: the message does without.
  }
}
