import type { Db } from "./db.ts";
import { dropOf, failed, hasOpenMessages, lastMessage, requireRow } from "./rows.ts";
import type { Resolved, Session } from "./session.ts";

/** A conversation that waits to become memory; or a topic that is too long, under its path. */
export interface Digestion {
  readonly session: string;
  /** The last message that belongs to it; later ones are another digestion's. */
  readonly upTo: number;
  /** How many failed. */
  readonly attempts: number;
  /** How many were begun, those that failed or were interrupted included. */
  readonly begun: number;
  readonly reason: string | null;
  readonly plan: string | null;
}

/** One with a plan, which may be half applied, before the others: a later conversation may replace what it wrote. */
const digestions = (db: Db, where: string, ...values: readonly unknown[]): Digestion[] =>
  db.rows(
    `SELECT session, up_to AS upTo, attempts, begun, reason, plan FROM digestion
     WHERE ${where} ORDER BY plan IS NULL, begun, n`,
    ...values,
  );

/** A path of a topic has a slash, an id of a session has none. */
const isTopic = "session LIKE '%/%'";

/** All conversations that wait, due or not. */
export const waiting = (db: Db): readonly Digestion[] => digestions(db, `NOT ${isTopic}`);

/** The first conversation that is due. Of a session: its own, due or not. */
export function next(db: Db, session?: string): Digestion | undefined {
  if (session !== undefined) return digestions(db, "session = ?", session)[0];
  return digestions(db, `NOT ${isTopic} AND at <= ?`, db.now)[0];
}

/** The first topic that is due. */
export const nextSplit = (db: Db): Digestion | undefined =>
  digestions(db, `${isTopic} AND at <= ?`, db.now)[0];

/** Turns that are digested at once: as many as leave other conversations their turn, and a small board its memory. */
const maxTurns = 250;

/**
 * Puts a session in, a long one up to some turn; its state becomes `digesting`. A session without a message of the
 * person is closed at once (false).
 */
export function add(db: Db, session: string): boolean {
  const { state } = requireRow(db, session);
  const messages = lastMessage(db, session);
  if (state === "digesting" || state === "closed") return state === "digesting";
  const hasWords = hasOpenMessages(db, session, "user");
  const end = `SELECT id - 1 FROM message WHERE session = ? AND digested = 0 AND role = 'user'
    ORDER BY id LIMIT 1 OFFSET ${maxTurns}`;
  if (hasWords) insert(db, session, db.column<number>(end, session)[0] ?? messages, messages);
  else clearHistory(db, session, messages, false);
  setState(db, session, hasWords ? "digesting" : "closed");
  return hasWords;
}

const setState = (db: Db, id: string, state: Session["state"]): number =>
  db.run("UPDATE session SET state = ? WHERE id = ?", state, id);

/** Puts a topic in that is too long: it waits as a conversation does. */
export const addSplit = (db: Db, path: string): void => insert(db, path, 0, 0);

function insert(db: Db, session: string, upTo: number, last: number): void {
  const sql = "INSERT OR IGNORE INTO digestion(session, up_to, last, at) VALUES (?, ?, ?, ?)";
  db.run(sql, session, upTo, last, db.now);
}

/** Takes a topic out, with its plan. */
export function dropSplit(db: Db, path: string): void {
  dropOf(db, path, "digestion");
  db.wipe();
}

/** Counts that work on it begins: whatever interrupts it, a crash too, it then goes behind those that are fresh. */
export const begin = (db: Db, session: string): void => change(db, session, "begun = begun + 1");

/**
 * Keeps the plan, so that after a crash no other one is made. Like `begin`, `fail` and `finish` it throws where the
 * session does not wait: another process finished or removed it.
 */
export const keep = (db: Db, session: string, plan: string): void =>
  change(db, session, "plan = ?", plan);

/** Counts the attempt; the next one comes no sooner than `afterMs`. */
export function fail(
  db: Db,
  session: string,
  { reason, afterMs }: { readonly reason: string; readonly afterMs: number },
): void {
  const due = db.now + Math.max(0, Math.round(afterMs));
  change(db, session, "attempts = attempts + 1, reason = ?, at = ?", reason, due);
}

function change(db: Db, session: string, what: string, ...values: readonly unknown[]): void {
  if (db.run(`UPDATE digestion SET ${what} WHERE session = ?`, ...values, session) === 0)
    throw gone(session);
}

const gone = (session: string): Error =>
  failed(session, "digest", "it does not wait for that any more");

/**
 * What it came to is kept, the history up to `upTo` leaves the conversation and stays to be read, and the session is
 * closed, or active again where later messages are there (then its slots and recalled memories stay too), or waits with
 * the next part where it was long.
 */
export function finish(
  db: Db,
  session: string,
  came: Omit<Resolved, "session" | "person" | "at"> | null,
): void {
  const queued = next(db, session);
  if (queued === undefined) throw gone(session);
  const isPart = db.has("SELECT 1 FROM digestion WHERE session = ? AND last > up_to", session);
  const { resolvedDays, digestedHours } = db.options.settings;
  if (came !== null && resolvedDays > 0) {
    // With the agent, where only one took part.
    const agent = `SELECT max(agent) FROM message WHERE session = session.id HAVING count(DISTINCT agent) = 1`;
    const sql = `INSERT INTO resolved(session, person, agent, summary, topic, sentiment, intents, at, seen)
      SELECT id, person, (${agent}), @summary, @topic, @sentiment, @intents, @now, @now FROM session WHERE id = @id`;
    db.run(sql, { ...came, intents: JSON.stringify(came.intents), now: db.now, id: session });
  }
  const stays = clearHistory(db, session, queued.upTo, digestedHours !== 0);
  setState(db, session, stays ? "active" : "closed");
  if (stays && isPart) add(db, session);
}

/**
 * Takes the history of a session up to a message out of the conversation. Only when no later message is there go its
 * memories and slots too: the person who came back is still in that conversation. What was said stays to be read, with
 * the events, unless `keeps` is false. Returns whether any message goes on.
 */
function clearHistory(db: Db, session: string, upTo: number, keeps: boolean): boolean {
  // What a message was answered from goes in any case.
  const clear = keeps ? "UPDATE message SET digested = 1, recalled = '[]'" : "DELETE FROM message";
  db.run(`${clear} WHERE session = ? AND id <= ? AND digested = 0`, session, upTo);
  const stays = hasOpenMessages(db, session);
  if (!stays) dropOf(db, session, "recalled", "slot", ...(keeps ? [] : ["event"]));
  dropOf(db, session, "digestion");
  db.wipe();
  return stays;
}
