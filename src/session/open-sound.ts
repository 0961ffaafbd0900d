import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { errnoOf } from "../errors.ts";
import { useWriteAheadLog } from "../write-ahead.ts";
import { salvage } from "./salvage.ts";
import { layoutOf, migrate } from "./schema.ts";
import { Damaged, failure, isBusy, isDamage } from "./sql-failure.ts";

export interface SessionFileOptions {
  readonly lociDir: string;
  /** Nothing touches the disk, and all is gone at the end. */
  readonly inMemory: boolean;
  /** Called on each database that is opened, before anything else. */
  readonly onOpen: (db: Database.Database) => void;
  readonly report: (sentence: string) => void;
}

/** Longest wait for another process that writes. */
const busyMs = 5_000;

export interface OpenFile {
  readonly db: Database.Database;
  /** undefined: in memory. */
  readonly ino: number | undefined;
}

/**
 * Opens a sound database, made where there is none. One that is damaged (`damagedIno`: is known to be) is kept aside,
 * and what can be read of it is taken over.
 */
export function openSound(
  file: string,
  options: SessionFileOptions,
  damagedIno?: number,
): OpenFile {
  const aside: string[] = [];
  if (damagedIno !== undefined && inodeOf(file) === damagedIno) aside.push(moveAside(file));
  for (let tried = 0; tried < 20; tried++) {
    const opened = tryOpen(file, options, { aside, tried });
    if (opened !== undefined) return opened;
  }
  return openOnce(file, options, aside);
}

/** undefined: what stood in the way is out of it, or may be by now. */
function tryOpen(
  file: string,
  options: SessionFileOptions,
  { aside, tried }: { readonly aside: string[]; readonly tried: number },
): OpenFile | undefined {
  const ino = inodeOf(file);
  try {
    return openOnce(file, options, aside);
  } catch (error) {
    if (isDamage(error)) {
      // Else another process has just moved it, and the next one is opened.
      if (inodeOf(file) === ino) aside.push(moveAside(file));
      return undefined;
    }
    if (!isBusy(error)) throw error;
    // SQLite does not wait where waiting might never end, as when two switch a new file to WAL at once.
    pause(10 + 10 * tried);
    return undefined;
  }
}

function openOnce(file: string, options: SessionFileOptions, aside: string[]): OpenFile {
  const made = makeFile(file);
  if (!made && isEmptied(file)) throw new Damaged("empty");
  const db = new Database(file, { timeout: busyMs });
  try {
    prepare(db, file);
    for (const damaged of [...aside]) {
      const found = salvage(db, damaged);
      aside.shift();
      options.report(
        `The database of conversations "${file}" was damaged: it is kept as "${damaged}", and ${found} of its conversations could be taken over`,
      );
    }
    options.onOpen(db);
    if (db.prepare("SELECT 1 FROM meta WHERE key = 'wipe'").get() !== undefined) tryWipe(db);
    return { db, ino: inodeOf(file) };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Makes an empty file that only its owner may read; SQLite gives its companions the same rights. */
function makeFile(file: string): boolean {
  const folder = join(file, "..");
  // Not with its parents: an unmounted vault must not come back as an empty folder.
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (!found.isFile()) {
      const state = "it is a link or no plain file, which no Loci makes; delete it and start again";
      throw failure(path, state);
    }
    // By name: opening and closing the file here would drop the locks that SQLite has on it in this process.
    if ((found.mode & 0o077) !== 0) chmodSync(path, 0o600);
  }
  try {
    closeSync(openSync(file, "wx", 0o600));
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Empty, and not because another process is just making it. (SQLite would take it for new and delete its -wal.) */
function isEmptied(file: string): boolean {
  for (let tried = 0; tried < 50; tried++) {
    if (lstatSync(file, { throwIfNoEntry: false })?.size !== 0) return false;
    pause(30);
  }
  return true;
}

function prepare(db: Database.Database, file: string): void {
  const layout = layoutOf(db);
  if (layout === "newer") {
    throw failure(file, "a newer version of Loci made it; update Loci on this device");
  }
  if (layout === "foreign") throw new Damaged("no database of conversations");
  db.pragma("secure_delete = ON");
  useWriteAheadLog(db);
  db.pragma("synchronous = FULL");
  db.pragma("temp_store = MEMORY");
  db.pragma("cache_size = -2000");
  db.pragma("journal_size_limit = 1048576");
  db.pragma("mmap_size = 0");
  migrate(db);
  if (db.pragma("quick_check(1)", { simple: true }) !== "ok") throw new Damaged("damaged pages");
}

/** A database that is nowhere but in this process. */
export function openMemory({ onOpen }: SessionFileOptions): OpenFile {
  const db = new Database(":memory:");
  db.pragma("temp_store = MEMORY");
  migrate(db);
  onOpen(db);
  return { db, ino: undefined };
}

/**
 * SQLite zeroes what it deletes, but not the copies that were left behind when rows moved from page to page: those go
 * only when the file is rewritten. Where that fails (a full disk, another process that reads), it stays owed.
 */
export function tryWipe(db: Database.Database): boolean {
  try {
    db.pragma("busy_timeout = 500"); // Less than for a message: this can wait for another time.
    db.exec("VACUUM");
    const [checkpoint] = db.prepare<[], { busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)").all();
    if (checkpoint?.busy !== 0) return false;
    db.exec("DELETE FROM meta WHERE key = 'wipe'");
    return true;
  } catch {
    return false; // The deletion itself is done and durable; the next write, or the next start, tries again.
  } finally {
    db.pragma(`busy_timeout = ${busyMs}`);
  }
}

export const inodeOf = (file: string): number | undefined =>
  lstatSync(file, { throwIfNoEntry: false })?.ino;

const pause = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

/**
 * Renames a damaged `sessions.db` with its companions to the next free `sessions.damaged-<n>.db`, whose name it returns.
 * The -wal goes first: left alone it would be taken for a part of the next database.
 */
function moveAside(file: string): string {
  const folder = dirname(file);
  const numbers = readdirSync(folder).map((name) => Number(damagedName.exec(name)?.[1] ?? 0));
  const aside = join(folder, `sessions.damaged-${Math.max(0, ...numbers) + 1}.db`);
  for (const end of ["-wal", ""]) {
    if (existsSync(file + end)) renameSync(file + end, aside + end);
  }
  for (const end of ["-shm", "-journal"]) rmSync(file + end, { force: true });
  return aside;
}

/** Deletes all that `moveAside` kept in a folder. */
export function removeDamaged(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (damagedName.test(name)) rmSync(join(folder, name), { force: true });
  }
}

const damagedName = /^sessions\.damaged-(\d{1,9})\.db(?:-wal|-shm|-journal)?$/;
