import type { Database } from "better-sqlite3";

/** Longest wait for others who write (ms): this can wait for another time. */
const timeoutMs = 500;

/**
 * Writes the index again, so that no byte of what left it stays in its file: a deleted row stays in the segments of a
 * full-text table until these are merged (FTS5's `secure-delete` does nothing for tables without content), and others
 * on free pages. Throws where the database is in use by others; what is not done then is not found either.
 */
export function expunge(db: Database): void {
  const usual = Number(db.pragma("busy_timeout", { simple: true }));
  db.pragma(`busy_timeout = ${timeoutMs}`);
  try {
    for (const table of ["chunk_fts", "file_fts"])
      db.exec(`INSERT INTO ${table}(${table}) VALUES ('optimize')`);
    db.exec("VACUUM");
    db.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    db.pragma(`busy_timeout = ${usual}`);
  }
}
