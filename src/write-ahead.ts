import type { Database } from "better-sqlite3";

/**
 * Switches a database, or one that is attached to it, to write-ahead logging. SQLite does not wait here as it does
 * elsewhere: where two processes switch a new file at once, each with a lock that the other needs, one is told at once
 * that it is busy. Throws its SqliteError where the file stays busy for five seconds.
 */
export function useWriteAheadLog(db: Database, name: "main" | "vectors" = "main"): void {
  for (let tried = 0; ; tried++) {
    try {
      db.pragma(`${name}.journal_mode = WAL`);
      return;
    } catch (error) {
      const isBusy = (error as { code?: string }).code?.startsWith("SQLITE_BUSY") === true;
      if (!isBusy || tried >= 100) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50 * Math.random());
    }
  }
}
