import { LociError } from "../errors.ts";
import type { Db } from "./db.ts";
import type { Session, SessionEvent, WhichSessions } from "./session.ts";

/** Newest first, whatever the clock did. */
export const rowsOf = (db: Db, which: WhichSessions): Session[] =>
  db
    .rows<Session & { readonly bound: 0 | 1 }>(
      `SELECT id, person, agent, mode, language, state, topic, started_at AS startedAt, at AS lastAt, bound
       FROM session WHERE id = coalesce(@id, id) AND person IS coalesce(@person, person)
        AND (@day IS NULL OR @day BETWEEN day(started_at) AND day(at))
        AND (@agent IS NULL OR @agent IN (SELECT agent UNION SELECT agent FROM message WHERE session = session.id))
       ORDER BY n DESC`,
      partsOf(which),
    )
    .map(({ bound, ...row }) => (bound === 1 ? { ...row, isBound: true } : row));

/** What sessions are asked by, null for what they are not. */
export const partsOf = (which: WhichSessions): Readonly<Record<string, string | null>> =>
  Object.assign({ id: null, day: null, person: null, agent: null }, which === "all" ? {} : which);

/** Throws LociError SESSION_FAILED where there is none; with a verb, also where it is closed. */
export function requireRow(db: Db, id: string, verb?: string): Session {
  const [row] = rowsOf(db, { id });
  if (row === undefined) throw failed(id, "find", "it was removed, or never was; start a new one");
  if (verb === undefined || row.state !== "closed") return row;
  throw failed(id, verb, "it is closed; start a new one");
}

/** The number of its last message, also where that is gone. */
export const lastMessage = (db: Db, id: string): number =>
  db.column<number>("SELECT messages FROM session WHERE id = ?", id)[0] ?? 0;

export function failed(
  session: string,
  verb: string,
  state: string,
  code: "SESSION_FAILED" | "BUSY" = "SESSION_FAILED",
): LociError {
  const message = `Cannot ${verb} the conversation "${session}": ${state}`;
  return new LociError(code, message, { data: { session } });
}

export function insertEvent(db: Db, session: string, event: SessionEvent): void {
  const sql = "INSERT INTO event(session, value, at) VALUES (?, ?, ?)";
  db.run(sql, session, JSON.stringify(event), db.now);
}

/** Writes a slot of a session; '': it goes. */
export function putSlot(db: Db, session: string, name: string, value: string): void {
  const put = `INSERT INTO slot(session, name, value) VALUES (?, ?, ?)
    ON CONFLICT (session, name) DO UPDATE SET value = excluded.value`;
  if (value !== "") db.run(put, session, name, value);
  else db.run("DELETE FROM slot WHERE session = ? AND name = ?", session, name);
}

/** Whether it has messages, or some of the person, that no digestion has cleared yet. */
export const hasOpenMessages = (db: Db, session: string, role = "%"): boolean =>
  db.has("SELECT 1 FROM message WHERE session = ? AND digested = 0 AND role LIKE ?", session, role);

/** Whether a digestion has the message, or will have it. */
export const isQueued = (db: Db, session: string, message: number): boolean =>
  db.has("SELECT 1 FROM digestion WHERE session = ? AND up_to >= ?", session, message);

/** What a conversation came to is gone where the person was here last at this moment, or before. */
export const outlivedAt = ({ now, options }: Db): number =>
  now - options.settings.resolvedDays * 86_400_000;

/** Deletes what tables hold of a session. */
export function dropOf(db: Db, session: string, ...tables: readonly string[]): void {
  for (const table of tables) db.run(`DELETE FROM ${table} WHERE session = ?`, session);
}
