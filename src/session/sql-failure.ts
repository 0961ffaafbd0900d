import Database from "better-sqlite3";
import { errnoOf, LociError, messageOf } from "../errors.ts";

/** Thrown for a database that SQLite would take and we do not. */
export class Damaged extends Error {}

/** Whether the file itself is broken; a full disk or missing rights are not that. */
export function isDamage(error: unknown): boolean {
  if (error instanceof Damaged) return true;
  if (!(error instanceof Database.SqliteError)) return false;
  return (
    /^SQLITE_(CORRUPT|NOTADB|FORMAT|IOERR_SHORT_READ|READONLY_DBMOVED)/.test(error.code) ||
    /no such (table|column)|malformed/.test(error.message)
  );
}

export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");

/** Runs `work`; what the disk or SQLite throws becomes one sentence. */
export function attempt<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const isSql = error instanceof Database.SqliteError;
    if (error instanceof LociError || (!isSql && errnoOf(error) === undefined)) throw error;
    if (isBusy(error)) {
      throw new LociError(
        "BUSY",
        `Cannot write to the database of conversations "${file}": another Loci process has been writing for 5 s; try again when it is done, or end it`,
        { cause: error, data: { file } },
      );
    }
    const advice = "check the rights and the free space of its folder";
    throw failure(file, `${messageOf(error)}; ${advice}`, error);
  }
}

export function failure(file: string, state: string, cause?: unknown): LociError {
  return new LociError(
    "SESSION_FAILED",
    `Cannot use the database of conversations "${file}": ${state}`,
    { cause, data: { file } },
  );
}
