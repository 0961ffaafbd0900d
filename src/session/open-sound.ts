import * as fs from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { errnoOf, LociError, messageOf } from "../errors.ts";
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
    db.pragma("secure_delete = ON");
    db.pragma("foreign_keys = OFF");
    db.pragma("temp_store = MEMORY");
    db.transaction(() => layOut(db)).immediate();
    useWriteAheadLog(db);
    db.pragma("synchronous = FULL");
    db.pragma("cache_size = -2000");
    if (!options.saveRecalledContext) db.transaction(() => keepInProcess(db)).immediate();
    payOwed(db);
    return db;
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

/** Makes or takes over its tables. Throws an SqliteError where it is damaged. */
function layOut(db: Database.Database): void {
  if (db.pragma("quick_check(1)", { simple: true }) !== "ok")
    throw new Database.SqliteError("damaged pages", "SQLITE_CORRUPT");
  const isEmpty = db.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
  if (isEmpty) return void db.exec(schema);
  const version = Number(db.pragma("user_version", { simple: true }));
  if (db.pragma("application_id", { simple: true }) !== applicationId || version === 0)
    throw new Database.SqliteError("no database of conversations", "SQLITE_NOTADB");
  if (version > layoutVersion)
    throw failure(db.name, "a newer version of Loci made it; update Loci on this device");
  if (version < layoutVersion) takeOver(db);
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
    const cwd = dirname(db.name);
    // `old`: what earlier versions kept.
    const aside = owed.includes("damaged") ? fs.globSync("sessions.{damaged,old}-*", { cwd }) : [];
    for (const name of aside) fs.rmSync(join(cwd, name));
    db.pragma("busy_timeout = 500"); // Less than for a message: this can wait for another time.
    db.exec("VACUUM");
    // Its first column: whether a reader was in the way.
    if (db.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0) db.exec("DELETE FROM owed");
  } catch {
    // The deletion itself is done and durable; the next write tries again.
  } finally {
    db.pragma(`busy_timeout = ${busyMs}`);
  }
}

/** Renames a damaged database with its log to a name that is free; returns that. */
function setAside(file: string, n = 1): string {
  const aside = file.replace(/\.db$/, `.damaged-${n}.db`);
  if (fs.existsSync(aside)) return setAside(file, n + 1);
  // First the log: left alone it would be taken for a part of the next database.
  for (const end of ["-wal", "-shm", "-journal", ""])
    if (fs.existsSync(file + end)) fs.renameSync(file + end, aside + end);
  return aside;
}

export const inodeOf = (file: string): number | undefined =>
  fs.lstatSync(file, { throwIfNoEntry: false })?.ino;

/** Whether the file itself is broken; a full disk or missing rights are not that. */
const isDamage = (error: unknown): boolean =>
  error instanceof Database.SqliteError &&
  (/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(error.code) || /no such/.test(error.message));

/** What the disk or SQLite throws, in one sentence; anything else as it is. */
export function toFailure(file: string, error: unknown): unknown {
  if (error instanceof LociError || errnoOf(error) === undefined) return error;
  const state = isBusy(error)
    ? "another Loci process has been writing for 5 s; try again when it is done, or end it"
    : `${messageOf(error)}; check the rights and the free space of its folder`;
  return failure(file, state, error);
}

const isBusy = (error: unknown): boolean => !!errnoOf(error)?.startsWith("SQLITE_BUSY");

function failure(file: string, state: string, cause?: unknown): LociError {
  const message = `Cannot use the database of conversations "${file}": ${state}`;
  const code = isBusy(cause) ? "BUSY" : "SESSION_FAILED";
  return new LociError(code, message, { cause, data: { file } });
}
