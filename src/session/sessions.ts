import { randomBytes } from "node:crypto";
import type { Session, SessionEvent, WhichSessions } from "./session.ts";
import type { SessionFile } from "./session-file.ts";
import {
  correctTimes,
  insertEvent,
  presentOf,
  requireRow,
  rowsOf,
  type SessionRow,
} from "./session-rows.ts";
import { rows, run } from "./sql.ts";

export const start = (
  { write, now }: SessionFile,
  wanted: Pick<Session, "person" | "agent" | "mode" | "language" | "isBound">,
): Session =>
  write((db) => {
    const { person, agent, mode, language, isBound = false } = wanted;
    correctTimes(db, now());
    const at = presentOf(db, now());
    const id = newId(at);
    const sql = `INSERT INTO session(id, person, agent, mode, language, state, messages, started_at, at, bound)
      VALUES (?, ?, ?, ?, ?, 'idle', 0, ?, ?, ?)`;
    run(db, sql, id, person, agent, mode, language, at, at, isBound ? 1 : 0);
    // What earlier conversations with that person came to lives on.
    run(db, "UPDATE resolved SET seen = ? WHERE person IS ?", at, person);
    return toSession(requireRow(db, id));
  });

export const find = ({ read }: SessionFile, id: string): Session | undefined =>
  read((db) => rows<SessionRow>(db, "SELECT * FROM session WHERE id = ?", id).map(toSession)[0]);

/** Newest first. */
export const list = ({ read, dayOf }: SessionFile, which: WhichSessions = "all"): Session[] =>
  read((db) => rowsOf(db, which, dayOf).map(toSession));

/** `event`: kept with the change or not at all. Throws where the session is closed. */
export const update = (
  { write, now }: SessionFile,
  id: string,
  change: Partial<Pick<Session, "agent" | "mode" | "language" | "topic">>,
  event?: SessionEvent,
): Session =>
  write((db) => {
    const { agent, mode, language, topic } = { ...requireRow(db, id, "change"), ...change };
    const sql = "UPDATE session SET agent = ?, mode = ?, language = ?, topic = ? WHERE id = ?";
    run(db, sql, agent, mode, language, topic, id);
    if (event !== undefined) insertEvent(db, id, event, now());
    return toSession(requireRow(db, id));
  });

/** Active sessions without a message for so long (ms). */
export const idleFor = ({ read, now, dayOf }: SessionFile, ms: number): Session[] =>
  read((db) => {
    const since = presentOf(db, now()) - ms;
    const all = rowsOf(db, "all", dayOf);
    return all.filter(({ state, at }) => state === "active" && at <= since).map(toSession);
  });

function toSession(row: SessionRow): Session {
  const { id, person, agent, mode, language, state, topic, started_at, at, bound } = row;
  const session = { id, person, agent, mode, language, state, topic };
  const moments = { startedAt: started_at, lastAt: at };
  return { ...session, ...moments, ...(bound === 1 ? { isBound: true } : {}) };
}

/** Crockford's base 32: no I, L, O, U. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A ULID: 48 bits of time and 80 of chance in 26 characters. */
function newId(ms: number): string {
  const time = Array.from({ length: 10 }, (_, i) => Math.floor(ms / 32 ** (9 - i)));
  return [...time, ...randomBytes(16)].map((value) => digits[value % 32]).join("");
}
