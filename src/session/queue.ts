import { redact } from "./private-data/redact.ts";
import type { Resolved } from "./session.ts";
import type { SessionFile } from "./session-file.ts";
import {
  clearHistory,
  enqueue,
  failed,
  insertDigestion,
  presentOf,
  requireRow,
  setState,
} from "./session-rows.ts";
import { type Db, has, rows, run } from "./sql.ts";

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

/**
 * Puts a session in, a long one (past 500 messages) up to some turn; its state becomes `digesting`. A session without
 * a message of the person is closed at once (false).
 */
export const add = ({ write, now }: SessionFile, session: string): boolean =>
  write((db, wipe) => {
    const isIn = enqueue(db, session, now());
    if (!isIn) wipe();
    return isIn;
  });

/**
 * The first that is due; one with a plan, which may be half applied, before the others: a later conversation may
 * replace what it wrote. Of a session: its own, due or not.
 */
export const next = (file: SessionFile, session?: string): Digestion | undefined =>
  session === undefined
    ? firstDue(file, ofSessions)
    : file.read((db) => digestions(db, "session = ?", session)[0]);

/** All conversations that wait, due or not. */
export const waiting = ({ read }: SessionFile): readonly Digestion[] =>
  read((db) => digestions(db, ofSessions));

/** Puts a topic in that is too long: it waits as a conversation does. */
export const addSplit = ({ write, now }: SessionFile, path: string): void =>
  write((db) => insertDigestion(db, path, 0, now()));

/** The first topic that is due, one with a plan before the others. */
export const nextSplit = (file: SessionFile): Digestion | undefined =>
  firstDue(file, `NOT ${ofSessions}`);

/** Takes a topic out, with its plan. */
export const dropSplit = ({ write }: SessionFile, path: string): void =>
  write((db, wipe) => {
    run(db, "DELETE FROM digestion WHERE session = ?", path);
    wipe();
  });

/** Counts that work on it begins: whatever interrupts it, a crash too, it then goes behind those that are fresh. */
export const begin = ({ write }: SessionFile, session: string): void =>
  write((db) => change(db, session, "begun = begun + 1"));

/**
 * Keeps the plan, so that after a crash no other one is made. Like `begin`, `fail` and `finish` it throws where the
 * session does not wait: another process finished or removed it.
 */
export const keep = ({ write }: SessionFile, session: string, plan: string): void =>
  write((db) => change(db, session, "plan = ?", plan));

/** Counts the attempt; the next one comes no sooner than `afterMs`. */
export const fail = (
  { write, now }: SessionFile,
  session: string,
  { reason, afterMs }: { readonly reason: string; readonly afterMs: number },
): void =>
  write((db) => {
    const due = presentOf(db, now()) + Math.max(0, Math.round(afterMs));
    change(db, session, "attempts = attempts + 1, reason = ?, at = ?", reason, due);
  });

/**
 * In one transaction: what it came to is kept, the history up to `upTo` leaves the conversation and stays to be read,
 * and the session is closed, or active again where later messages are there (then its slots and recalled memories
 * stay too), or waits with the next part where it was long.
 */
export function finish(
  { write, now, settings }: SessionFile,
  session: string,
  resolved: Omit<Resolved, "session" | "person" | "at"> | null,
): void {
  write((db, wipe) => {
    const [queued] = digestions(db, "session = ?", session);
    if (queued === undefined) throw gone(session);
    const isPart = has(db, "SELECT 1 FROM digestion WHERE session = ? AND last > up_to", session);
    const { person } = requireRow(db, session);
    const at = presentOf(db, now());
    if (resolved !== null && settings.resolvedDays > 0) {
      const { summary, topic, sentiment, intents } = resolved;
      const sql = `INSERT INTO resolved(session, person, agent, summary, topic, sentiment, intents, at, seen)
        VALUES (?, ?, (SELECT max(agent) FROM visit WHERE session = ? HAVING count(*) = 1), ?, ?, ?, ?, ?, ?)`;
      const came = [summary, topic, sentiment, JSON.stringify(intents)];
      run(db, sql, session, person, session, ...came, at, at);
    }
    if (settings.anonymize === true) redactHistory(db, session, queued.upTo);
    const stays = clearHistory(db, session, queued.upTo, settings.digestedHours !== 0);
    setState(db, session, stays ? "active" : "closed");
    if (stays && isPart) enqueue(db, session, now());
    wipe();
  });
}

/** An id of a session has no slash. */
const ofSessions = "instr(session, '/') = 0";

const firstDue = ({ read, now }: SessionFile, kind: string): Digestion | undefined =>
  read((db) => digestions(db, `${kind} AND at <= ?`, presentOf(db, now()))[0]);

const digestions = (db: Db, where: string, ...values: readonly (string | number)[]): Digestion[] =>
  rows<Digestion>(
    db,
    `SELECT session, up_to AS upTo, attempts, begun, reason, plan FROM digestion
     WHERE ${where} ORDER BY plan IS NULL, begun, n`,
    ...values,
  );

function change(db: Db, session: string, what: string, ...values: (string | number)[]): void {
  const sql = `UPDATE digestion SET ${what} WHERE session = ?`;
  if (run(db, sql, ...values, session) === 0) throw gone(session);
}

/** Takes private data out of messages up to a number, out of the context of hand-offs and out of slots' history. */
function redactHistory(db: Db, session: string, upTo: number): void {
  db.function("redact", (text: unknown) => (typeof text === "string" ? redact(text) : text));
  const cut = "content = redact(content), value = json_remove(value, '$.toolCalls')";
  run(db, `UPDATE message SET ${cut} WHERE session = ? AND id <= ?`, session, upTo);
  const words = ["context", "from", "to"].map(
    (name) => `'$.${name}', redact(value ->> '$.${name}')`,
  );
  run(db, `UPDATE event SET value = json_replace(value, ${words}) WHERE session = ?`, session);
}

const gone = (session: string): Error =>
  failed(session, "digest", "it does not wait for that any more");
