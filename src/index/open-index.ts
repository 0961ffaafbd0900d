import { readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { LociError, messageOf } from "../errors.ts";
import { useWriteAheadLog } from "../write-ahead.ts";
import { prepared } from "./prepared.ts";
import { indexSchema } from "./schema.ts";

/** Raised when the tables of schema.ts, or what is read into them, change; an index of another layout is rebuilt. */
const layout = 13;
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

/** The derived index of a vault: a database that replaces itself when it is missing, damaged or of another version. */
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

/** Opens the newest usable `index-<n>.db` of `lociDir`, or makes the next one. Throws LociError INDEX_FAILED. */
export function openIndex(options: IndexOptions): IndexDb {
  let current = openNewest(options);
  const reopenIfReplaced = (): void => {
    if (inodeOf(current.file) === current.ino) return;
    current.db.close();
    current = openNewest(options);
  };
  /** Nothing can be written: what is there answers from memory, and takes what changes there. */
  const takeCopy = (): boolean => {
    const copy = openCopy(options, current.n);
    if (copy === undefined) return false;
    current.db.close();
    current = copy;
    return true;
  };
  const renew = (): void => {
    current.db.close();
    removeGeneration(options.lociDir, current.n);
    current = make(options, current.n + 1);
  };
  return {
    run(work) {
      reopenIfReplaced();
      try {
        return work(current.db);
      } catch (error) {
        if (isFull(error, options.lociDir) && !current.db.memory) {
          if (takeCopy()) return work(current.db);
          throw error;
        }
        if (!isDamage(error)) throw error;
        options.report("The search index was damaged: rebuilding it from the files");
        renew();
        return work(current.db);
      } finally {
        stampIfMoved(current);
      }
    },
    generation() {
      reopenIfReplaced();
      return current.n;
    },
    drop: renew,
    close() {
      current.db.close();
      stampIfMoved(current);
    },
  };
}

/** Differs whenever the index may have changed since: by this process, by another, or by being made again. */
export function indexVersion(db: Database.Database): string {
  const byOthers = prepared<[], number>(db, "PRAGMA data_version").pluck().get();
  const byUs = prepared<[], number>(db, "SELECT total_changes()").pluck().get();
  return `${db.name} ${byOthers} ${byUs}`;
}

interface OpenFile {
  readonly db: Database.Database;
  readonly file: string;
  readonly n: number;
  readonly ino: number;
  stamp: string;
}

function openNewest(options: IndexOptions): OpenFile {
  try {
    const numbers = generations(options.lociDir);
    const newest = numbers.at(-1) ?? 0;
    const opened = newest > 0 ? tryOpen(options, newest) : undefined;
    if (opened !== undefined) return opened;
    if (newest > 0 && isDiskFull(options.lociDir)) {
      const copy = openCopy(options, newest);
      if (copy !== undefined) return copy;
    }
    const made = make(options, newest + 1);
    for (const n of numbers) removeGeneration(options.lociDir, n);
    return made;
  } catch (error) {
    throw new LociError(
      "INDEX_FAILED",
      `Cannot open the search index in "${options.lociDir}": ${messageOf(error)}; check that the folder may be written and that its disk has room`,
      { cause: error, data: { folder: options.lociDir } },
    );
  }
}

/** Numbers of all index files that left a trace, in order; a lone `-wal` counts, so that no name is used twice. */
function generations(lociDir: string): number[] {
  const numbers = new Set<number>();
  for (const name of readdirSync(lociDir)) {
    const n = /^index-(\d{1,9})\.(?:db|stamp)/.exec(name)?.[1];
    if (n !== undefined) numbers.add(Number(n));
  }
  return [...numbers].sort((a, b) => a - b);
}

/** Opens `index-<n>.db`; undefined, with its reason reported, when it is missing, damaged or of another version. */
function tryOpen(options: IndexOptions, n: number): OpenFile | undefined {
  const file = join(options.lociDir, `index-${n}.db`);
  const skip = (state: string): undefined => {
    options.report(`The search index was ${state}: rebuilding it from the files`);
    return undefined;
  };
  if (sizeOf(file) === undefined) return skip("missing");
  const wasUsed = readStamp(file) !== "" || (sizeOf(`${file}-wal`) ?? 0) > 0;
  if (sizeOf(file) === 0 && wasUsed) return skip("emptied");
  let db: Database.Database | undefined;
  try {
    db = new Database(file);
    prepare(db);
    const state = createTables(db, options.fingerprint)
      ? "ok"
      : check(db, file, options.fingerprint);
    if (state === "ok") return { db, file, n, ino: inodeOf(file) ?? 0, stamp: readStamp(file) };
    db.close();
    return skip(state);
  } catch (error) {
    db?.close();
    if (isFull(error, options.lociDir)) return undefined;
    if (isDamage(error)) return skip("damaged");
    throw error;
  }
}

/** A copy in memory of what `index-<n>.db` holds, for a disk that is full; undefined where it is of no use. */
function openCopy(options: IndexOptions, n: number): OpenFile | undefined {
  const file = join(options.lociDir, `index-${n}.db`);
  if ((sizeOf(file) ?? 0) === 0) return undefined;
  const bytes = readFileSync(file);
  bytes.fill(1, 18, 20); // It has no write-ahead log: what is only in that comes from the files again.
  const db = new Database(bytes);
  db.pragma("temp_store = MEMORY");
  if (check(db, file, options.fingerprint) !== "ok") {
    db.close();
    return undefined;
  }
  options.report(
    "Cannot write the search index: its disk is full; answering from a copy of it in memory",
  );
  return { db, file, n, ino: inodeOf(file) ?? 0, stamp: readStamp(file) };
}

/** Makes `index-<n>.db`. Two processes may do it at once: the tables are made under the write lock. */
function make(options: IndexOptions, n: number): OpenFile {
  const file = join(options.lociDir, `index-${n}.db`);
  const db = new Database(file);
  prepare(db);
  createTables(db, options.fingerprint);
  return { db, file, n, ino: inodeOf(file) ?? 0, stamp: "" };
}

const sizeOf = (file: string): number | undefined =>
  statSync(file, { throwIfNoEntry: false })?.size;

function prepare(db: Database.Database): void {
  db.pragma("busy_timeout = 5000");
  // Both hold for new files alone. Larger pages waste less where rows are long.
  db.pragma("page_size = 8192");
  db.pragma("auto_vacuum = INCREMENTAL");
  useWriteAheadLog(db);
  db.pragma("synchronous = NORMAL");
  db.pragma("cache_size = -4000");
  db.pragma("temp_store = MEMORY");
  db.pragma("journal_size_limit = 4194304");
}

/** Makes the tables in one transaction, so that two processes starting at once cannot both do it. */
function createTables(db: Database.Database, fingerprint: string): boolean {
  if (db.pragma("user_version", { simple: true }) !== 0) return false;
  return db
    .transaction(() => {
      if (db.pragma("user_version", { simple: true }) !== 0) return false;
      if (db.prepare("SELECT count(*) FROM sqlite_schema").pluck().get() !== 0) return false;
      db.exec(indexSchema);
      db.prepare("INSERT INTO meta VALUES ('fingerprint', ?)").run(fingerprint);
      db.pragma(`application_id = ${applicationId}`);
      db.pragma(`user_version = ${layout}`);
      return true;
    })
    .immediate();
}

/** A file that only Loci has written since the last look is trusted; after any other change its pages are checked. */
function check(db: Database.Database, file: string, fingerprint: string): string {
  if (
    db.pragma("user_version", { simple: true }) !== layout ||
    db.pragma("application_id", { simple: true }) !== applicationId ||
    db.prepare("SELECT value FROM meta WHERE key = 'fingerprint'").pluck().get() !== fingerprint
  ) {
    return "made by another version or with other settings";
  }
  if (readStamp(file) === stampOf(file)) return "ok";
  // Cut where nothing is read yet: what is written next would be.
  if ((sizeOf(file) ?? 0) % Number(db.pragma("page_size", { simple: true })) !== 0)
    return "damaged";
  return db.pragma("quick_check(1)", { simple: true }) === "ok" ? "ok" : "damaged";
}

const stampFile = (file: string): string => file.replace(/\.db$/, ".stamp");

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.size} ${stat.mtimeMs} ${stat.ino}`;
}

function readStamp(file: string): string {
  try {
    return readFileSync(stampFile(file), "utf8");
  } catch {
    return ""; // No stamp: the pages are checked once.
  }
}

/** Notes what the file looks like after our own writes (in WAL mode it changes only at a checkpoint). */
function stampIfMoved(open: OpenFile): void {
  const now = stampOf(open.file);
  if (now === open.stamp || inodeOf(open.file) !== open.ino) return;
  try {
    writeFileSync(stampFile(open.file), now);
    open.stamp = now;
  } catch {
    // Without a stamp the next start checks the pages: slower, never wrong.
  }
}

function removeGeneration(lociDir: string, n: number): void {
  for (const end of [".db", ".db-wal", ".db-shm", ".stamp"]) {
    rmSync(join(lociDir, `index-${n}${end}`), { force: true });
  }
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

/** SQLite calls it damage where the file beside its log has no room. */
function isFull(error: unknown, folder: string): boolean {
  if (!(error instanceof Database.SqliteError)) return false;
  return (
    error.code === "SQLITE_FULL" || (error.code.startsWith("SQLITE_IOERR") && isDiskFull(folder))
  );
}

const leastRoom = 65_536;

function isDiskFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < leastRoom;
}

const damageCodes = /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN_|READONLY_DBMOVED|FORMAT)/;

function isDamage(error: unknown): boolean {
  if (!(error instanceof Database.SqliteError)) return false;
  return (
    damageCodes.test(error.code) ||
    /no such table|has no column|no such column|malformed/.test(error.message)
  );
}
