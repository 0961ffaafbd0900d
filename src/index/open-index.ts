import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { messageOf } from "../errors.ts";
import { useWriteAheadLog } from "../write-ahead.ts";
import { prepared } from "./prepared.ts";
import { indexSchema } from "./schema.ts";

/** Raised when the tables of schema.ts, or what is read into them, change; an index of another layout is rebuilt. */
const layout = 18;
const pageSize = 8192;
/** "Loci" in ASCII: marks the file as ours. */
const applicationId = 0x4c6f6369;

export interface IndexOptions {
  /** The vault's `.loci` folder. */
  readonly lociDir: string;
  /** Everything but the layout that decides how rows look (tokenizer version, banks …). */
  readonly fingerprint: string;
  /** Takes one sentence for the person when the index had to be made again. */
  readonly report: (sentence: string) => void;
}

/** The derived index of a vault: a database that is made again when it is missing, damaged or of another version. */
export interface IndexDb {
  /**
   * Runs `work` on the current database. A database that proves to be damaged is replaced by an empty one and
   * `work` gets a second chance on that, so it must not keep rows or statements between calls.
   */
  run<T>(work: (db: Database.Database) => T): T;
  /** Grows each time the database was made again: it must then be filled again. */
  generation(): number;
  /** Throws the database away and begins an empty one. */
  drop(): void;
  close(): void;
}

/** Opens `index.db` of `lociDir`, or makes it. Where it cannot be written, its place is taken by one in memory. */
export function openIndex({ lociDir, fingerprint, report }: IndexOptions): IndexDb {
  const file = join(lociDir, "index.db");
  let generation = 0;
  let ino: number | undefined;
  let db = open();

  function open(fault?: string): Database.Database {
    generation++;
    if (fault !== undefined) report(`The search index was ${fault}: rebuilding it from the files`);
    try {
      if (fault !== undefined) remove(file);
      const opened = openFile(file, fingerprint);
      ino = inodeOf(file);
      return opened;
    } catch (error) {
      const found = faultOf(error);
      return found === undefined || fault !== undefined ? openInMemory(error) : open(found);
    }
  }
  /** What the files say is indexed anew for this process. */
  function openInMemory(cause: unknown): Database.Database {
    const why = `its disk is full or closed to us (${messageOf(cause)})`;
    report(`Cannot write the search index: ${why}; answering from one in memory`);
    return openFile(":memory:", fingerprint);
  }
  const replace = (make: () => Database.Database): void => {
    db.close();
    db = make();
  };
  const reopenIfReplaced = (): void => {
    if (!db.memory && inodeOf(file) !== ino) replace(open);
  };
  return {
    run(work) {
      reopenIfReplaced();
      try {
        return work(db);
      } catch (error) {
        const fault = faultOf(error);
        if (isUnwritable(error) && !db.memory) replace(() => openInMemory(error));
        else if (fault !== undefined) replace(() => open(fault));
        else throw error;
        return work(db);
      }
    },
    generation() {
      reopenIfReplaced();
      return generation;
    },
    drop() {
      remove(file);
      replace(open);
    },
    close: () => void db.close(),
  };
}

/** Differs whenever the index may have changed since: by this process, by another, or by being made again. */
export function indexVersion(db: Database.Database): string {
  const byOthers = prepared<[], number>(db, "PRAGMA data_version").pluck().get();
  const byUs = prepared<[], number>(db, "SELECT total_changes()").pluck().get();
  return `${inodeOf(db.name)} ${byOthers} ${byUs}`;
}

class OtherVersion extends Error {}

function openFile(file: string, fingerprint: string): Database.Database {
  const db = new Database(file);
  try {
    db.pragma("busy_timeout = 5000");
    // Both hold for new files alone. Larger pages waste less where rows are long.
    db.pragma(`page_size = ${pageSize}`);
    db.pragma("auto_vacuum = INCREMENTAL");
    if (!db.memory) useWriteAheadLog(db);
    db.pragma("synchronous = NORMAL");
    db.pragma("cache_size = -4000");
    db.pragma("temp_store = MEMORY");
    db.pragma("journal_size_limit = 4194304");
    createTables(db, fingerprint);
    if (!isOurs(db, fingerprint)) throw new OtherVersion();
    db.exec("SELECT 1 FROM seen, file, chunk, quote, chunk_fts, file_fts LIMIT 0"); // Are all there?
    // SQLite reads as zeros what is cut off a page.
    const isCut = !db.memory && statSync(file).size % pageSize !== 0;
    if (isCut) throw new Database.SqliteError("cut within a page", "SQLITE_CORRUPT");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Makes the tables in one transaction, so that two processes starting at once cannot both do it. */
function createTables(db: Database.Database, fingerprint: string): void {
  const isNew = (): boolean =>
    db.pragma("user_version", { simple: true }) === 0 &&
    db.prepare("SELECT count(*) FROM sqlite_schema").pluck().get() === 0;
  if (!isNew()) return;
  db.transaction(() => {
    if (!isNew()) return;
    db.exec(indexSchema);
    db.prepare("INSERT INTO meta VALUES ('fingerprint', ?)").run(fingerprint);
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${layout}`);
  }).immediate();
}

const isOurs = (db: Database.Database, fingerprint: string): boolean =>
  db.pragma("user_version", { simple: true }) === layout &&
  db.pragma("application_id", { simple: true }) === applicationId &&
  db.prepare("SELECT value FROM meta WHERE key = 'fingerprint'").pluck().get() === fingerprint;

/** In doubt a file is thrown away: others that have it open see that. The database first: to SQLite, a log beside a new one that is empty is nobody's. */
function remove(file: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
}

const inodeOf = (file: string): number | undefined =>
  statSync(file, { throwIfNoEntry: false })?.ino;

/** SQLite says "I/O error" where the file beside its log has no room. */
const isUnwritable = (error: unknown): boolean =>
  error instanceof Database.SqliteError &&
  /^SQLITE_(FULL|READONLY$|IOERR_(WRITE|FSYNC|TRUNCATE|SHM))/.test(error.code);

/** Why a database is to be thrown away, if it is. */
function faultOf(error: unknown): string | undefined {
  if (error instanceof OtherVersion) return "made by another version or with other settings";
  const isDamage =
    error instanceof Database.SqliteError &&
    !isUnwritable(error) &&
    (/^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN_|READONLY_DBMOVED|FORMAT)/.test(error.code) ||
      /no such table|has no column|no such column|malformed/.test(error.message));
  return isDamage ? "damaged" : undefined;
}
