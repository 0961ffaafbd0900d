import type Database from "better-sqlite3";
import { LociError } from "../errors.ts";
import type { Clock, Timestamp } from "./clock.ts";
import type { Session } from "./session.ts";
import type { Times } from "./timestamps.ts";

/** What decides how long anything lives. */
export interface Lifetimes {
  readonly clock: Clock;
  readonly settings: {
    /** Life of a session since its last message. */
    readonly hours: number;
    /** Life of what conversations came to, since the last interaction with that person. */
    readonly resolvedDays: number;
    /** Life of a session that was digested, 0: nothing of it is kept; as long as others without it. */
    readonly digestedHours?: number;
    /** Private data is taken out of messages that stay to be read. */
    readonly anonymize?: boolean;
  };
}

/** A row of the table `session`; its moment is that of the last message. */
export interface SessionRow extends Timestamp, Omit<Session, "startedAt" | "lastAt" | "isBound"> {
  readonly messages: number;
  readonly bound: 0 | 1;
  readonly keeps: 0 | 1;
  readonly started_wall: number;
  readonly started_up: number;
  readonly started_boot: string;
}

/** The row of a session. Throws LociError SESSION_FAILED where there is none. */
export function requireRow(db: Database.Database, id: string): SessionRow {
  const row = findRow(db, id);
  if (row === undefined) {
    throw new LociError(
      "SESSION_FAILED",
      `Cannot find the conversation "${id}": it was removed, or never was; start a new one`,
      { data: { session: id } },
    );
  }
  return row;
}

export function findRow(db: Database.Database, id: string): SessionRow | undefined {
  return db.prepare<[string], SessionRow>("SELECT * FROM session WHERE id = ?").get(id);
}

export function toSession(row: SessionRow, times: Times): Session {
  const { id, person, agent, mode, language, state, topic, bound } = row;
  const lastAt = times.wallOf(row);
  const startedAt = times.wallOf({
    wall: row.started_wall,
    up: row.started_up,
    boot: row.started_boot,
  });
  const base = { id, person, agent, mode, language, state, topic };
  const moments = { startedAt: Math.min(startedAt, lastAt), lastAt };
  return { ...base, ...moments, ...(bound === 1 ? { isBound: true } : {}) };
}
