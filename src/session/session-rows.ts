import { LociError } from "../errors.ts";
import type { Session, SessionEvent, WhichSessions } from "./session.ts";
import { column, type Db, has, rows, run } from "./sql.ts";

/** A row of the table `session`. */
export interface SessionRow extends Omit<Session, "startedAt" | "lastAt" | "isBound"> {
  /** The number of its last message. */
  readonly messages: number;
  readonly started_at: number;
  readonly at: number;
  readonly bound: 0 | 1;
}

/**
 * The present, as it is stored and reckoned with: never before what was stored last, since a board without a battery
 * wakes up in the past.
 */
export const presentOf = (db: Db, now: number): number =>
  Math.max(0, Math.round(now), ...column<number>(db, "SELECT at FROM session"));

/** Before this no Loci can have run. */
const firstPlausible = Date.UTC(2024, 0, 1);
const yearMs = 366 * 86_400_000;

/** Once the network has set the clock, a conversation that was stored by one that was years off is one of now. */
export function correctTimes(db: Db, now: number): void {
  if (now < firstPlausible) return;
  const isOff = (moment: string): string =>
    `${moment} NOT BETWEEN ${firstPlausible} AND ${Math.round(now) + yearMs}`;
  const sql = `SELECT id FROM session WHERE ${isOff("started_at")} OR ${isOff("at")}`;
  const at = Math.round(now);
  for (const id of column<string>(db, sql)) {
    for (const table of ["message", "digestion"])
      run(db, `UPDATE ${table} SET at = ? WHERE session = ? AND ${isOff("at")}`, at, id);
    run(db, "UPDATE session SET started_at = ?, at = ? WHERE id = ?", at, at, id);
  }
}

/** What sessions are asked by, null for what they are not. */
export function partsOf(which: WhichSessions) {
  const parts: { id?: string; day?: string; person?: string; agent?: string } =
    which === "all" ? {} : which;
  const { id = null, day = null, person = null, agent = null } = parts;
  return { id, day, person, agent };
}

/** Newest first, whatever the clock did. `dayOf`: the local day of a moment. */
export function rowsOf(db: Db, which: WhichSessions, dayOf: (ms: number) => string): SessionRow[] {
  const { id, day, person, agent } = partsOf(which);
  db.function("day", (at: unknown) => dayOf(Number(at)));
  const sql = `SELECT * FROM session WHERE id = coalesce(?, id) AND person IS coalesce(?, person)
    AND coalesce(?, day(at)) BETWEEN day(started_at) AND day(at)
    AND coalesce(?, agent) IN (SELECT agent UNION SELECT agent FROM visit WHERE visit.session = session.id)
    ORDER BY n DESC`;
  return rows<SessionRow>(db, sql, id, person, day, agent);
}

/** Throws LociError SESSION_FAILED where there is none; with a verb, also where it is closed. */
export function requireRow(db: Db, id: string, verb?: string): SessionRow {
  const [row] = rows<SessionRow>(db, "SELECT * FROM session WHERE id = ?", id);
  if (row === undefined) throw failed(id, "find", "it was removed, or never was; start a new one");
  if (verb === undefined || row.state !== "closed") return row;
  throw failed(id, verb, "it is closed; start a new one");
}

export const failed = (session: string, verb: string, state: string): LociError =>
  new LociError("SESSION_FAILED", `Cannot ${verb} the conversation "${session}": ${state}`, {
    data: { session },
  });

export const setState = (db: Db, id: string, state: Session["state"]): number =>
  run(db, "UPDATE session SET state = ? WHERE id = ?", state, id);

export const insertEvent = (db: Db, session: string, event: SessionEvent, now: number): number => {
  const sql = "INSERT INTO event(session, value, at) VALUES (?, ?, ?)";
  return run(db, sql, session, JSON.stringify(event), presentOf(db, now));
};

/** Writes a slot of a session; null: it goes. */
export function putSlot(db: Db, session: string, name: string, value: string | null): void {
  const put = `INSERT INTO slot(session, name, value) VALUES (?, ?, ?)
    ON CONFLICT (session, name) DO UPDATE SET value = excluded.value`;
  if (value !== null) run(db, put, session, name, value);
  else run(db, "DELETE FROM slot WHERE session = ? AND name = ?", session, name);
}

/** Whether it has messages, or some of the person, that no digestion has cleared yet. */
export const hasOpenMessages = (db: Db, session: string, role = "%"): boolean => {
  const sql = "SELECT 1 FROM message WHERE session = ? AND digested = 0 AND role LIKE ?";
  return has(db, sql, session, role);
};

/** Whether a digestion has the message, or will have it. */
export const isQueued = (db: Db, session: string, message: number): boolean =>
  has(db, "SELECT 1 FROM digestion WHERE session = ? AND up_to >= ?", session, message);

/**
 * Puts a session into the queue, a long one up to some turn; true when it is in. One without a message of the person is
 * closed.
 */
export function enqueue(db: Db, session: string, now: number): boolean {
  correctTimes(db, now);
  const { state, messages } = requireRow(db, session);
  if (state === "digesting" || state === "closed") return state === "digesting";
  const hasWords = hasOpenMessages(db, session, "user");
  if (hasWords) insertDigestion(db, session, endOfStretch(db, session), now);
  else clearHistory(db, session, messages, false);
  setState(db, session, hasWords ? "digesting" : "closed");
  return hasWords;
}

/** `session`: or the path of a topic. */
export const insertDigestion = (db: Db, session: string, upTo: number, now: number): void => {
  const sql = `INSERT OR IGNORE INTO digestion(session, up_to, last, at)
    VALUES (?, ?, coalesce((SELECT messages FROM session WHERE id = ?), 0), ?)`;
  run(db, sql, session, upTo, session, presentOf(db, now));
};

/** Messages that are digested at once: as many as leave other conversations their turn, and a small board its memory. */
const maxMessages = 500;

/** The last message, or of a long conversation the end of its last whole turn within so many. */
const endOfStretch = (db: Db, session: string): number =>
  column<number>(
    db,
    `SELECT id FROM (
       SELECT id, row_number() OVER said AS place, role, lead(role) OVER said AS next
       FROM message WHERE session = ? AND digested = 0 WINDOW said AS (ORDER BY id))
     WHERE place <= ${maxMessages} 
     ORDER BY next IS NULL DESC, role <> 'user' AND next = 'user' DESC, id DESC LIMIT 1`,
    session,
  )[0] ?? 0;

/**
 * Takes the history of a session up to a message out of the conversation. Only when no later message is there go its
 * memories and slots too: the person who came back is still in that conversation. What was said stays to be read, with
 * the events, unless `keeps` is false. Returns whether any message goes on.
 */
export function clearHistory(db: Db, session: string, upTo: number, keeps: boolean): boolean {
  // What a message was answered from goes in any case.
  const change = keeps ? "UPDATE message SET digested = 1, recalled = '[]'" : "DELETE FROM message";
  run(db, `${change} WHERE session = ? AND id <= ? AND digested = 0`, session, upTo);
  const stays = hasOpenMessages(db, session);
  if (!stays) dropOf(db, session, "recalled", "slot", ...(keeps ? [] : ["event", "visit"]));
  dropOf(db, session, "digestion");
  return stays;
}

/** Removes a session with its history; what it came to (`resolved`) stays. */
export function dropSession(db: Db, session: string): void {
  dropOf(db, session, "message", "recalled", "slot", "event", "visit", "digestion");
  run(db, "DELETE FROM session WHERE id = ?", session);
}

function dropOf(db: Db, session: string, ...tables: readonly string[]): void {
  for (const table of tables) run(db, `DELETE FROM ${table} WHERE session = ?`, session);
}
