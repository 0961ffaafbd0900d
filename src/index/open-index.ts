import { rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { LociError, messageOf } from "../errors.ts";
import { useWriteAheadLog } from "../write-ahead.ts";
import { prepared } from "./prepared.ts";
import { indexSchema } from "./schema.ts";

/** Raised when the tables of schema.ts, or what is read into them, change; an index of another layout is rebuilt. */
const layout = 17;
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

/** Opens `index.db` of `lociDir`, or makes it. Throws LociError INDEX_FAILED. */
export function openIndex(options: IndexOptions): IndexDb {
  const file = join(options.lociDir, "index.db");
  let generation = 1;
  let current = open(options, file);
  const become = (opened: OpenFile): void => {
    current.db.close();
    current = opened;
    generation++;
  };
  const reopenIfReplaced = (): void => {
    if (!current.db.memory && inodeOf(file) !== current.ino) become(open(options, file));
  };
  const drop = (): void => {
    remove(file);
    become(open(options, file));
  };
  return {
    run(work) {
      reopenIfReplaced();
      try {
        return work(current.db);
      } catch (error) {
        if (isFull(error, options.lociDir) && !current.db.memory) become(openInMemory(options));
        else if (isDamage(error)) {
          options.report("The search index was damaged: rebuilding it from the files");
          drop();
        } else throw error;
        return work(current.db);
      }
    },
    generation() {
      reopenIfReplaced();
      return generation;
    },
    drop,
    close: () => void current.db.close(),
  };
}

/** Differs whenever the index may have changed since: by this process, by another, or by being made again. */
export function indexVersion(db: Database.Database): string {
  const byOthers = prepared<[], number>(db, "PRAGMA data_version").pluck().get();
  const byUs = prepared<[], number>(db, "SELECT total_changes()").pluck().get();
  return `${inodeOf(db.name)} ${byOthers} ${byUs}`;
}

interface OpenFile {
  readonly db: Database.Database;
  readonly ino: number | undefined;
}

function open(options: IndexOptions, file: string): OpenFile {
  try {
    return tryOpen(options, file);
  } catch (error) {
    if (isFull(error, options.lociDir)) return openInMemory(options);
    const folder = options.lociDir;
    throw new LociError(
      "INDEX_FAILED",
      `Cannot open the search index in "${folder}": ${messageOf(error)}; check that the folder may be written and that its disk has room`,
      { cause: error, data: { folder } },
    );
  }
}

/** In doubt the file is thrown away: others that have it open see that, and open the new one. */
function tryOpen(options: IndexOptions, file: string): OpenFile {
  try {
    return { db: openFile(options, file), ino: inodeOf(file) };
  } catch (error) {
    if (!(error instanceof OtherVersion) && !isDamage(error)) throw error;
    const state =
      error instanceof OtherVersion ? "made by another version or with other settings" : "damaged";
    options.report(`The search index was ${state}: rebuilding it from the files`);
    remove(file);
    return { db: openFile(options, file), ino: inodeOf(file) };
  }
}

/** Nothing can be written: what the files say is indexed anew for this process. */
function openInMemory(options: IndexOptions): OpenFile {
  options.report("Cannot write the search index: its disk is full; answering from one in memory");
  return { db: openFile(options, ":memory:"), ino: undefined };
}

class OtherVersion extends Error {}

function openFile({ fingerprint }: IndexOptions, file: string): Database.Database {
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

/** The database first: to SQLite, a log beside a new one that is empty is nobody's. */
function remove(file: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
}

const inodeOf = (file: string): number | undefined =>
  statSync(file, { throwIfNoEntry: false })?.ino;

const leastRoom = 65_536;

/** SQLite calls it damage where the file beside its log has no room. */
function isFull(error: unknown, folder: string): boolean {
  if (!(error instanceof Database.SqliteError)) return false;
  if (error.code === "SQLITE_FULL") return true;
  const { bavail, bsize } = statfsSync(folder);
  return error.code.startsWith("SQLITE_IOERR") && bavail * bsize < leastRoom;
}

const isDamage = (error: unknown): boolean =>
  error instanceof Database.SqliteError &&
  (/^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN_|READONLY_DBMOVED|FORMAT)/.test(error.code) ||
    /no such table|has no column|no such column|malformed/.test(error.message));
