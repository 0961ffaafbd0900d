import { join } from "node:path";
import Database from "better-sqlite3";
import type { SessionDbOptions } from "./open-session-db.ts";
import { inodeOf, openSound, payOwed, toFailure } from "./open-sound.ts";
import { schema } from "./schema.ts";

/** `.loci/sessions.db`, open, with the statements that one transaction at a time runs on it. */
export class Db {
  readonly options: SessionDbOptions;
  db: Database.Database;

  readonly #path: string;
  #ino: number | undefined;
  readonly #statements = new Map<string, Database.Statement<unknown[]>>();

  constructor(options: SessionDbOptions) {
    this.options = options;
    this.#path = join(options.lociDir, "sessions.db");
    this.db = this.#explained(() => this.#open());
  }

  #open(): Database.Database {
    const { inMemory, dayOf } = this.options;
    this.#statements.clear();
    const db = inMemory
      ? new Database(":memory:").exec(schema)
      : openSound(this.#path, this.options);
    this.#ino = inodeOf(this.#path);
    return db.function("day", (at) => dayOf(Number(at)));
  }

  /** In one transaction; what an `immediate` one returned from is on disk, also after a power cut. */
  within<T>(kind: "deferred" | "immediate", work: () => T): T {
    const isWrite = kind === "immediate";
    return this.#explained(() => {
      if (!this.db.memory && inodeOf(this.#path) !== this.#ino) {
        // Another process found it damaged, or somebody deleted it: what goes into the old one would be lost.
        this.db.close();
        this.db = this.#open();
      }
      const all = (): T => {
        if (isWrite) this.#correctTimes();
        return work();
      };
      const result = this.db.transaction(all)[kind]();
      if (isWrite) payOwed(this.db);
      return result;
    });
  }

  /** What the disk or SQLite throws becomes one sentence. */
  #explained<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw toFailure(this.#path, error);
    }
  }

  rows<Row>(sql: string, ...values: readonly unknown[]): Row[] {
    return this.#prepare<Row>(sql).all(...values);
  }

  /** The first column of its rows. */
  column<T>(sql: string, ...values: readonly unknown[]): T[] {
    return this.#prepare<T>(sql)
      .pluck()
      .all(...values);
  }

  has(sql: string, ...values: readonly unknown[]): boolean {
    return this.#prepare(sql).get(...values) !== undefined;
  }

  /** Returns how many rows it changed. */
  run(sql: string, ...values: readonly unknown[]): number {
    return this.#prepare(sql).run(...values).changes;
  }

  /** Once for each text: a long transcript is thousands of messages. */
  #prepare<Row>(sql: string): Database.Statement<unknown[], Row> {
    const statement = this.#statements.get(sql) ?? this.db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement as Database.Statement<unknown[], Row>;
  }

  /**
   * No byte of what is deleted stays in the file; `damaged`: nor do those that were set aside. Noted in the database: a
   * process that dies leaves it to the next write.
   */
  wipe(what: "wipe" | "damaged" = "wipe"): void {
    this.run("INSERT OR IGNORE INTO owed VALUES (?)", what);
  }

  /**
   * The present, as it is stored and reckoned with: never before what was stored last, since a board without a battery
   * wakes up in the past.
   */
  get now(): number {
    const [last] = this.column<number | null>("SELECT max(at) FROM session");
    return Math.max(0, last ?? 0, Math.round(this.options.now()));
  }

  /** Once the network has set the clock, a conversation that was stored by one that was years off is one of now. */
  #correctTimes(): void {
    const now = Math.round(this.options.now());
    if (now < firstPlausible) return;
    const isOff = (at: string): string =>
      `${at} NOT BETWEEN ${firstPlausible} AND @now + 31622400000`;
    const off = `SELECT id FROM session WHERE ${isOff("at")} OR ${isOff("started_at")}`;
    for (const table of ["message", "digestion"])
      this.run(`UPDATE ${table} SET at = @now WHERE session IN (${off}) AND ${isOff("at")}`, {
        now,
      });
    this.run(`UPDATE session SET started_at = @now, at = @now WHERE id IN (${off})`, { now });
  }
}

/** Before this no Loci can have run. */
const firstPlausible = Date.UTC(2024, 0, 1);
