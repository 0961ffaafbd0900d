import type { Db } from "./db.ts";
import { outlivedAt, rowsOf } from "./rows.ts";
import type {
  Message,
  Recalled,
  Resolved,
  Session,
  SessionEvent,
  WhichSessions,
} from "./session.ts";

export const find = (db: Db, id: string): Session | undefined => rowsOf(db, { id })[0];

export const list = (db: Db, which: WhichSessions = "all"): Session[] => rowsOf(db, which);

/** Active sessions without a message for so long (ms). */
export const idleFor = (db: Db, ms: number): Session[] =>
  list(db).filter(({ state, lastAt }) => state === "active" && lastAt <= db.now - ms);

/**
 * Oldest first; the last `limit` (50; Infinity for all) up to the number `upTo`. Those that
 * were digested are no part of the conversation any more: only reading and forgetting need them.
 */
export function messages(
  db: Db,
  session: string,
  which: {
    readonly limit?: number;
    readonly upTo?: number;
    readonly withDigested?: boolean;
  } = {},
): Message[] {
  const { limit = 50, upTo = Number.MAX_SAFE_INTEGER, withDigested = false } = which;
  const most = Math.min(limit, Number.MAX_SAFE_INTEGER);
  const sql = `SELECT json_set(value, '$.id', id, '$.role', role, '$.agent', agent, '$.content', content,
      '$.recalled', json(recalled), '$.at', at) FROM message
    WHERE session = ? AND id <= ? AND digested <= ? ORDER BY id DESC LIMIT ?`;
  return db
    .column<string>(sql, session, upTo, Number(withDigested), most)
    .map((message) => JSON.parse(message))
    .reverse();
}

/** In the order in which they happened. */
export function events(db: Db, id: string): readonly (SessionEvent & { readonly at: number })[] {
  const sql = "SELECT json_set(value, '$.at', at) FROM event WHERE session = ? ORDER BY n";
  return db.column<string>(sql, id).map((event) => JSON.parse(event));
}

/** Agents that have been here, in order of their first turn. */
export const visited = (db: Db, id: string): readonly string[] =>
  db.column("SELECT agent FROM message WHERE session = ? GROUP BY agent ORDER BY min(id)", id);

export function slots(db: Db, id: string): Readonly<Record<string, string>> {
  const sql = "SELECT json_array(name, value) FROM slot WHERE session = ? ORDER BY n";
  return Object.fromEntries(db.column<string>(sql, id).map((slot) => JSON.parse(slot)));
}

/** Memories in the context of an agent, or of any, each once for each agent, in order of their coming. */
export function recalled(db: Db, id: string, agent?: string): readonly Recalled[] {
  const sql = `SELECT value FROM recalled WHERE session = ? AND agent = coalesce(?, agent) ORDER BY n`;
  return db.column<string>(sql, id, agent ?? null).map((value) => JSON.parse(value));
}

/**
 * What conversations with a person came to and is not expired, newest first; those without a person are those of null.
 * An agent's are those of conversations with it alone: another one may have said there what only it may know.
 */
export function resolved(db: Db, person: string | null, agent?: string): readonly Resolved[] {
  const sql = `SELECT json_object('session', session, 'person', person, 'at', at, 'summary', summary, 'topic', topic,
      'sentiment', sentiment, 'intents', json(intents)) FROM resolved
    WHERE person IS ? AND agent IS coalesce(?, agent) AND seen > ? ORDER BY n DESC`;
  const values = [person, agent ?? null, outlivedAt(db)];
  return db.column<string>(sql, ...values).map((one) => JSON.parse(one));
}

/**
 * When this device last used each entry, by its id: a local day (`YYYY-MM-DD`). `isRestored`: it was brought back from
 * the archive, and is not to go again at once.
 */
export function lastUses(
  db: Db,
): ReadonlyMap<string, { readonly day: string; readonly isRestored: boolean }> {
  const sql = `SELECT json_array(entry, json_object('day', day, 'isRestored', json(iif(restored, 'true', 'false'))))
    FROM used`;
  return new Map(db.column<string>(sql).map((use) => JSON.parse(use)));
}
