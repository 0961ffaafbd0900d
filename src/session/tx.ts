import type Database from "better-sqlite3";
import type { SessionDbOptions } from "./session-file.ts";

type Value = string | number | null;
type Values = readonly (Value | Readonly<Record<string, Value>>)[];

/** A transaction on `sessions.db`: it sees one state of it. */
export class Tx {
  readonly db: Database.Database;
  readonly options: SessionDbOptions;
  /** What is deleted beside it once it is committed: an older version's files, or all that was set aside. */
  aside: "older" | "all" | undefined;

  readonly #statements = new Map<string, Database.Statement<unknown[]>>();

  constructor(db: Database.Database, options: SessionDbOptions) {
    this.db = db;
    this.options = options;
  }

  rows<Row>(sql: string, ...values: Values): Row[] {
    return this.#statement<Row>(sql)
      .pluck(false)
      .all(...values);
  }

  /** The first column of its rows. */
  column<T>(sql: string, ...values: Values): T[] {
    return this.#statement<T>(sql)
      .pluck()
      .all(...values);
  }

  has(sql: string, ...values: Values): boolean {
    return this.#statement(sql).get(...values) !== undefined;
  }

  /** Returns how many rows it changed. */
  run(sql: string, ...values: Values): number {
    return this.#statement(sql).run(...values).changes;
  }

  /** Prepared once: a long transcript is thousands of messages, and each statement takes memory until later. */
  #statement<Row>(sql: string): Database.Statement<unknown[], Row> {
    const statement = this.#statements.get(sql) ?? this.db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement as Database.Statement<unknown[], Row>;
  }

  /** No byte of what is deleted stays in the file. Noted in it: a process that dies leaves it to the next write. */
  wipe(): void {
    this.run("INSERT OR IGNORE INTO owed VALUES ('wipe')");
  }

  /**
   * The present, as it is stored and reckoned with: never before what was stored last, since a board without a battery
   * wakes up in the past.
   */
  get now(): number {
    const now = Math.round(this.options.now());
    return Math.max(0, now, ...this.column<number>("SELECT at FROM session"));
  }

  /** Once the network has set the clock, a conversation that was stored by one that was years off is one of now. */
  correctTimes(): void {
    const now = Math.round(this.options.now());
    if (now < firstPlausible) return;
    const isOff = (moment: string): string =>
      `${moment} NOT BETWEEN ${firstPlausible} AND ${now + yearMs}`;
    const off = `SELECT id FROM session WHERE ${isOff("at")} OR ${isOff("started_at")}`;
    for (const table of ["message", "digestion"])
      this.run(`UPDATE ${table} SET at = ? WHERE session IN (${off}) AND ${isOff("at")}`, now);
    this.run(`UPDATE session SET started_at = ?, at = ? WHERE id IN (${off})`, now, now);
  }
}

/** Before this no Loci can have run. */
const firstPlausible = Date.UTC(2024, 0, 1);
const yearMs = 366 * 86_400_000;
