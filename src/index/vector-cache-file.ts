import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { LociError, messageOf } from "../errors.ts";
import { useWriteAheadLog } from "../write-ahead.ts";

/** Raised when the tables change. */
const layout = 1;
/** "LocV" in ASCII: marks the file as ours. */
const applicationId = 0x4c6f6356;

const schema = `
CREATE TABLE model(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,          -- EmbeddingModel.id
  dim INTEGER NOT NULL,
  salt INTEGER NOT NULL,              -- by chance: tells this cache from one that was lost
  mean BLOB, mean_of INTEGER NOT NULL DEFAULT 0) STRICT; -- float32, and of how many vectors
CREATE TABLE vec(
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL,                 -- 16 bytes of the embedded text's digest
  model INTEGER NOT NULL,
  scale REAL NOT NULL, q8 BLOB NOT NULL,
  crc INTEGER NOT NULL,               -- over hash, scale and q8
  used INTEGER NOT NULL) STRICT;      -- day since the epoch
CREATE UNIQUE INDEX vec_key ON vec(model, hash);
`;

/** The database under the cache, which replaces itself when it is damaged or was moved away. */
export interface CacheFile {
  /** `work` may be called twice, on two databases; it must keep neither rows nor statements but by database. */
  read<T>(work: (db: Database.Database) => T): T;
  /** The same within one IMMEDIATE transaction. */
  write<T>(work: (db: Database.Database) => T): T;
  close(): void;
}

/** Opens or makes the file. Throws LociError INDEX_FAILED or BUSY. */
export function openCacheFile(file: string, report: (sentence: string) => void): CacheFile {
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw toLociError(file, error);
    }
  };
  let current = attempt(() => openSound(file, report));
  const run = <T>(work: (db: Database.Database) => T): T =>
    attempt(() => {
      try {
        return work(current.db);
      } catch (error) {
        if (!isDamage(error)) throw error;
        current.db.close();
        moveAside(file, current.ino, report);
        current = openSound(file, report);
        return work(current.db);
      }
    });
  return {
    read: run,
    write(work) {
      attempt(() => {
        if (inodeOf(file) === current.ino) return;
        // Another process found it damaged, or someone deleted it: what goes into the old one would be lost.
        current.db.close();
        current = openSound(file, report);
      });
      return run((db) => db.transaction(() => work(db)).immediate());
    },
    close: () => void current.db.close(),
  };
}

interface OpenFile {
  readonly db: Database.Database;
  readonly ino: number;
}

function openSound(file: string, report: (sentence: string) => void): OpenFile {
  mkdirSync(dirname(file), { recursive: true });
  for (let tried = 0; ; tried++) {
    const before = inodeOf(file);
    const db = new Database(file, { timeout: 3000 });
    const ino = inodeOf(file) ?? 0;
    try {
      prepare(db);
      return { db, ino };
    } catch (error) {
      db.close();
      if (tried >= 20 || !isDamage(error)) throw error;
      moveAside(file, before ?? ino, report);
    }
  }
}

function prepare(db: Database.Database): void {
  db.pragma("auto_vacuum = INCREMENTAL"); // Takes effect in a new file only.
  useWriteAheadLog(db);
  db.pragma("synchronous = NORMAL");
  db.pragma("cache_size = -2000");
  db.pragma("temp_store = MEMORY");
  db.pragma("journal_size_limit = 4194304");
  db.pragma("mmap_size = 0");
  const version = (): unknown => db.pragma("user_version", { simple: true });
  if (version() === 0) {
    db.transaction(() => {
      if (version() !== 0) return;
      db.exec(schema);
      db.pragma(`application_id = ${applicationId}`);
      db.pragma(`user_version = ${layout}`);
    }).immediate();
  }
  const ours = db.pragma("application_id", { simple: true }) === applicationId;
  if (version() !== layout || !ours) throw new OtherVersion();
  // Reads both tables' first pages: noise behind a sound header shows here and not in the middle of a search.
  db.prepare("SELECT (SELECT count(*) FROM model), (SELECT max(id) FROM vec)").get();
}

class OtherVersion extends Error {}

/** Renames the file with its companions, unless another process did so already: an old -wal must not meet a new file. */
function moveAside(file: string, ino: number, report: (sentence: string) => void): void {
  if (inodeOf(file) !== ino) return;
  for (const end of ["-wal", "-shm", ""]) {
    rmSync(`${file}.damaged${end}`, { force: true });
    if (inodeOf(file + end) !== undefined) renameSync(file + end, `${file}.damaged${end}`);
  }
  report(
    `The embedding cache "${file}" was damaged: it was moved to "${file}.damaged", and its vectors are made again`,
  );
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

function isDamage(error: unknown): boolean {
  if (error instanceof OtherVersion) return true;
  if (!(error instanceof Database.SqliteError)) return false;
  return (
    /^SQLITE_(CORRUPT|NOTADB|FORMAT|IOERR_SHORT_READ|READONLY_DBMOVED)/.test(error.code) ||
    /no such (table|column)|malformed/.test(error.message)
  );
}

function toLociError(file: string, error: unknown): unknown {
  if (error instanceof LociError || error instanceof RangeError) return error;
  const busy = error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
  const state = messageOf(error);
  return new LociError(
    busy ? "BUSY" : "INDEX_FAILED",
    `Cannot use the embedding cache "${file}": ${state}; check the rights and the free space of its folder`,
    { cause: error, data: { file } },
  );
}
