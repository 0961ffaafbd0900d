import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { errnoOf, LociError, messageOf } from "../errors.ts";
import { useWriteAheadLog } from "../write-ahead.ts";
import { filesAside, inodeOf, setAside } from "./files-aside.ts";
import { readOlder, setOlderAside } from "./older-file.ts";
import { applicationId, layoutVersion, recalledTables, schema } from "./schema.ts";
import { Tx } from "./tx.ts";

export interface SessionDbOptions {
  /** The vault's `.loci` folder. */
  readonly lociDir: string;
  readonly settings: {
    /** Life of a session since its last message. */
    readonly hours: number;
    /** Life of what conversations came to, since the last interaction with that person. */
    readonly resolvedDays: number;
    /** Life of a session that was digested, 0: nothing of it is kept; as long as others without it. */
    readonly digestedHours?: number;
  };
  /** Ms since the epoch. */
  readonly now: () => number;
  /** The local day (`2026-02-12`) of a moment. */
  readonly dayOf: (ms: number) => string;
  /** false: which memories a conversation was answered from is known to this process only. */
  readonly saveRecalledContext: boolean;
  /** Memory is switched off: nothing is read from the disk or written to it. */
  readonly inMemory?: boolean;
  /** Takes one sentence for the person when a damaged database was met. */
  readonly report: (sentence: string) => void;
}

/** Opens or makes `.loci/sessions.db`. What `write` returned from is on disk, also after a power cut. Throws LociError SESSION_FAILED, or BUSY. */
export function openSessionFile(options: SessionDbOptions) {
  const { lociDir, inMemory = false } = options;
  const file = join(lociDir, "sessions.db");
  const open = (): Database.Database => {
    const opened = inMemory ? new Database(":memory:").exec(schema) : openSound(file, options);
    return opened.function("day", (at: unknown) => options.dayOf(Number(at)));
  };
  let db = attempt(file, open);
  let ino = inodeOf(file);
  const begin = (): Tx => {
    if (!inMemory && inodeOf(file) !== ino) {
      // Another process found it damaged, or somebody deleted it: what goes into the old one would be lost.
      db.close();
      db = open();
      ino = inodeOf(file);
    }
    return new Tx(db, options);
  };
  return {
    read: <T>(work: (tx: Tx) => T): T =>
      attempt(file, () => {
        const tx = begin();
        return tx.db.transaction(() => work(tx)).deferred();
      }),
    write: <T>(work: (tx: Tx) => T): T =>
      attempt(file, () => {
        const tx = begin();
        const both = (): T => {
          tx.correctTimes();
          return work(tx);
        };
        const result = tx.db.transaction(both).immediate();
        payWipe(tx.db);
        if (tx.aside !== undefined && !inMemory)
          for (const path of filesAside(lociDir, tx.aside)) rmSync(path, { force: true });
        return result;
      }),
    close: () => void db.close(),
  };
}

/** Opens a sound database, made where there is none; a damaged one is set aside. */
function openSound(file: string, options: SessionDbOptions): Database.Database {
  for (let tried = 0; ; tried++) {
    const ino = makeFile(file);
    const db = new Database(file, { timeout: busyMs });
    try {
      return setUp(db, ino, options);
    } catch (error) {
      db.close();
      if (inodeOf(file) !== ino) continue; // It was set aside: the next one is opened.
      const isBroken = isDamage(error);
      if (tried === 20 || !(isBroken || isBusy(error))) throw error;
      if (isBroken) {
        const kept = `it is kept as "${setAside(file, "damaged")}", and a new one begins`;
        options.report(`The database of conversations "${file}" is damaged: ${kept}`);
      } else {
        // SQLite does not wait where waiting might never end.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 * tried);
      }
    }
  }
}

/** Makes an empty file that only its owner may read (SQLite gives its companions the same rights); returns its inode. */
function makeFile(file: string): number | undefined {
  const folder = dirname(file);
  // Not with its parents: an unmounted vault must not come back as an empty folder.
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (!found.isFile())
      throw failure(
        path,
        "it is a link or no plain file, which no Loci makes; delete it and start again",
      );
    // By name: opening and closing the file here would drop the locks that SQLite has on it in this process.
    if ((found.mode & 0o077) !== 0) chmodSync(path, 0o600);
  }
  if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
  return inodeOf(file);
}

/** Longest wait for another process that writes. */
const busyMs = 5_000;

/** Throws an SqliteError where it cannot be used, or not yet. `ino`: of the file that is open. */
function setUp(
  db: Database.Database,
  ino: number | undefined,
  { saveRecalledContext }: SessionDbOptions,
): Database.Database {
  const version = versionOf(db);
  if (version > layoutVersion)
    throw failure(db.name, "a newer version of Loci made it; update Loci on this device");
  if (version > 0 && version < layoutVersion) {
    setOlderAside(db, ino);
    throw new Error("A new one takes its place");
  }
  db.pragma("secure_delete = ON");
  useWriteAheadLog(db);
  db.pragma("synchronous = FULL");
  db.pragma("temp_store = MEMORY");
  db.pragma("cache_size = -2000");
  db.transaction(() => {
    if (versionOf(db) === 0) readOlder(db.exec(schema)); // Else another process has just done it.
    if (!saveRecalledContext) keepInProcess(db);
  }).immediate();
  if (db.pragma("quick_check(1)", { simple: true }) !== "ok")
    throw new Database.SqliteError("damaged pages", "SQLITE_CORRUPT");
  payWipe(db);
  return db;
}

/** 0 for an empty one. */
function versionOf(db: Database.Database): number {
  const version = Number(db.pragma("user_version", { simple: true }));
  const isOurs = db.pragma("application_id", { simple: true }) === applicationId;
  const isEmpty = version === 0 && db.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
  if (isEmpty || (isOurs && version > 0)) return version;
  throw new Database.SqliteError("no database of conversations", "SQLITE_NOTADB");
}

/** Puts temporary tables, which are in memory, before those on disk; what these had from before is deleted. */
function keepInProcess(db: Database.Database): void {
  db.exec(`UPDATE message SET recalled = '[]' WHERE recalled <> '[]';
    INSERT OR IGNORE INTO owed SELECT 'wipe' WHERE changes() > 0
      OR EXISTS (SELECT 1 FROM recalled) OR EXISTS (SELECT 1 FROM used);
    DELETE FROM recalled; DELETE FROM used;
    ${recalledTables.replaceAll("CREATE TABLE", "CREATE TEMP TABLE")}`);
}

/**
 * SQLite zeroes what it deletes, but not the copies that were left behind when rows moved from page to page: those go
 * only when the file is rewritten. Where that fails (a full disk, another process that reads), it stays owed.
 */
function payWipe(db: Database.Database): void {
  if (db.prepare("SELECT 1 FROM owed").get() === undefined) return;
  try {
    db.pragma("busy_timeout = 500"); // Less than for a message: this can wait for another time.
    db.exec("VACUUM");
    const [checkpoint] = db.prepare<[], { busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)").all();
    if (checkpoint?.busy === 0) db.exec("DELETE FROM owed");
  } catch {
    // The deletion itself is done and durable; the next write tries again.
  } finally {
    db.pragma(`busy_timeout = ${busyMs}`);
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");

/** Whether the file itself is broken; a full disk or missing rights are not that. */
const isDamage = (error: unknown): boolean =>
  error instanceof Database.SqliteError &&
  (/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(error.code) || /no such/.test(error.message));

/** Runs `work`; what the disk or SQLite throws becomes one sentence. */
function attempt<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const isSql = error instanceof Database.SqliteError;
    if (error instanceof LociError || (!isSql && errnoOf(error) === undefined)) throw error;
    const state = isBusy(error)
      ? "another Loci process has been writing for 5 s; try again when it is done, or end it"
      : `${messageOf(error)}; check the rights and the free space of its folder`;
    throw failure(file, state, error);
  }
}

const failure = (file: string, state: string, cause?: unknown): LociError =>
  new LociError(
    isBusy(cause) ? "BUSY" : "SESSION_FAILED",
    `Cannot use the database of conversations "${file}": ${state}`,
    { cause, data: { file } },
  );
