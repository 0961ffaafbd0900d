import * as fs from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { LociError } from "../errors.ts";
import { useWriteAheadLog } from "../write-ahead.ts";
import { takeOver } from "./older-layout.ts";
import type { SessionDbOptions } from "./open-session-db.ts";
import { applicationId, layoutVersion, recalledTables, schema } from "./schema.ts";

/** Longest wait for another process that writes. */
const busyMs = 5_000;

/** Opens a sound database, made where there is none; a damaged one is set aside. */
export function openSound(file: string, options: SessionDbOptions): Database.Database {
  makeFile(file);
  const ino = inodeOf(file);
  const db = new Database(file, { timeout: busyMs });
  try {
    return setUp(db, options.saveRecalledContext);
  } catch (error) {
    db.close();
    if (inodeOf(file) === ino) {
      if (!isDamage(error)) throw error;
      const kept = `it is kept as "${setAside(file)}", and a new one begins`;
      options.report(`The database of conversations "${file}" is damaged: ${kept}`);
    }
    return openSound(file, options); // The new one, maybe another process's.
  }
}

/** Makes an empty file that only its owner may read; SQLite gives its companions the same rights. */
function makeFile(file: string): void {
  // Not with its parents: an unmounted vault must not come back as an empty folder.
  if (!fs.existsSync(dirname(file))) fs.mkdirSync(dirname(file), { mode: 0o700 });
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const found = fs.lstatSync(path, { throwIfNoEntry: false });
    const state = "it is a link or no plain file, which no Loci makes; delete it and start again";
    if (found?.isFile() === false) throw failure(path, state);
    // By name: opening and closing the file here would drop the locks that SQLite has on it in this process.
    if (found !== undefined && (found.mode & 0o077) !== 0) fs.chmodSync(path, 0o600);
  }
  if (!fs.existsSync(file)) fs.closeSync(fs.openSync(file, "a", 0o600));
}

/** Throws an SqliteError where it cannot be used. */
function setUp(db: Database.Database, keepsRecalled: boolean): Database.Database {
  if (versionOf(db) > layoutVersion)
    throw failure(db.name, "a newer version of Loci made it; update Loci on this device");
  db.pragma("secure_delete = ON");
  db.pragma("foreign_keys = OFF");
  useWriteAheadLog(db);
  db.pragma("synchronous = FULL");
  db.pragma("temp_store = MEMORY");
  db.pragma("cache_size = -2000");
  if (db.pragma("quick_check(1)", { simple: true }) !== "ok")
    throw new Database.SqliteError("damaged pages", "SQLITE_CORRUPT");
  db.transaction(() => {
    const version = versionOf(db);
    if (version === 0) db.exec(schema);
    else if (version < layoutVersion) {
      // Whole, with what does not come over, until all that waits in it is digested.
      fs.writeFileSync(asideOf(db.name, "old"), db.serialize(), { mode: 0o600, flush: true });
      takeOver(db);
    }
    if (!keepsRecalled) keepInProcess(db);
  }).immediate();
  payOwed(db);
  return db;
}

/** 0 for an empty one. */
function versionOf(db: Database.Database): number {
  const version = Number(db.pragma("user_version", { simple: true }));
  if (db.pragma("application_id", { simple: true }) === applicationId && version > 0)
    return version;
  if (db.prepare("SELECT 1 FROM sqlite_schema").get() === undefined) return 0;
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
export function payOwed(db: Database.Database): void {
  const owed = db.prepare<[], string>("SELECT what FROM owed").pluck().all();
  if (owed.length === 0 || db.memory) return;
  try {
    for (const path of owed.flatMap((kind) => filesAside(dirname(db.name), kind))) fs.rmSync(path);
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

/** What lies beside `sessions.db` of a kind: `old` or `damaged`. */
export const filesAside = (folder: string, kind: string): string[] =>
  fs.globSync(`sessions.${kind}-*`, { cwd: folder }).map((name) => join(folder, name));

/** A name beside the database that is free. */
function asideOf(file: string, kind: "old" | "damaged"): string {
  for (let n = 1; ; n++) {
    const aside = file.replace(/\.db$/, `.${kind}-${n}.db`);
    if (!fs.existsSync(aside)) return aside;
  }
}

/** Renames a damaged database with its log; returns its name. */
function setAside(file: string): string {
  const aside = asideOf(file, "damaged");
  // First the log: left alone it would be taken for a part of the next database.
  for (const end of ["-wal", ""])
    if (fs.existsSync(file + end)) fs.renameSync(file + end, aside + end);
  for (const end of ["-shm", "-journal"]) fs.rmSync(file + end, { force: true });
  return aside;
}

export const inodeOf = (file: string): number | undefined =>
  fs.lstatSync(file, { throwIfNoEntry: false })?.ino;

export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");

/** Whether the file itself is broken; a full disk or missing rights are not that. */
const isDamage = (error: unknown): boolean =>
  error instanceof Database.SqliteError &&
  (/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(error.code) || /no such/.test(error.message));

export const failure = (file: string, state: string, cause?: unknown): LociError =>
  new LociError(
    isBusy(cause) ? "BUSY" : "SESSION_FAILED",
    `Cannot use the database of conversations "${file}": ${state}`,
    { cause, data: { file } },
  );
