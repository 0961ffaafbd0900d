import type { Database, Statement } from "better-sqlite3";

/** By database: one that replaces another begins with none. */
const statementsByDb = new WeakMap<Database, Map<string, Statement>>();
/** Filters make many texts; most questions have none. */
const maxStatements = 200;

/**
 * `db.prepare(sql)`, compiled at first use and kept for the next. `pluck()` and `raw()` stay set: the same text must be
 * used with the same of them everywhere, through `all`, `get` and `run`: an `iterate` under way would keep it from others.
 */
export function prepared<P extends unknown[] = unknown[], R = unknown>(
  db: Database,
  sql: string,
): Statement<P, R> {
  let statements = statementsByDb.get(db);
  if (statements === undefined) {
    statements = new Map();
    statementsByDb.set(db, statements);
  }
  let statement = statements.get(sql);
  if (statement === undefined) {
    statement = db.prepare(sql);
    if (statements.size >= maxStatements) statements.clear();
    statements.set(sql, statement);
  }
  return statement as Statement<P, R>;
}
