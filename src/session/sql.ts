import type Database from "better-sqlite3";

export type Db = Database.Database;
type Values = readonly (string | number | null)[];

/** The rows of a query. */
export const rows = <Row>(db: Db, sql: string, ...values: Values): Row[] =>
  db.prepare<unknown[], Row>(sql).all(...values);

/** The first column of its rows. */
export const column = <T>(db: Db, sql: string, ...values: Values): T[] =>
  db
    .prepare<unknown[], T>(sql)
    .pluck()
    .all(...values);

/** Whether it has rows. */
export const has = (db: Db, sql: string, ...values: Values): boolean =>
  db.prepare<unknown[]>(sql).get(...values) !== undefined;

/** Returns how many rows it changed. */
export const run = (db: Db, sql: string, ...values: Values): number =>
  db.prepare<unknown[]>(sql).run(...values).changes;
