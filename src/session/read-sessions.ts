import type { Db } from "./db.ts";
import { outlivedAt, rowsOf, toSession } from "./rows.ts";
import type {
  Message,
  Recalled,
  Resolved,
  Session,
  SessionEvent,
  WhichSessions,
} from "./session.ts";

export const find = (db: Db, id: string): Session | undefined => list(db, { id })[0];

/** Newest first. */
export const list = (db: Db, which: WhichSessions = "all"): Session[] =>
  rowsOf(db, which).map(toSession);

/** Active sessions without a message for so long (ms). */
export function idleFor(db: Db, ms: number): Session[] {
  const since = db.now - ms;
  return list(db).filter(({ state, lastAt }) => state === "active" && lastAt <= since);
}

/**
 * Of one thread or of all, oldest first; the last `limit` (50; Infinity for all) up to the number `upTo`. Those that
 * were digested are no part of the conversation any more: only reading and forgetting need them.
 */
export function messages(
  db: Db,
  session: string,
  which: {
    readonly agent?: string;
    readonly limit?: number;
    readonly upTo?: number;
    readonly withDigested?: boolean;
  } = {},
): Message[] {
  type Row = Pick<Message, "id" | "role" | "agent" | "content" | "at"> & {
    readonly recalled: string;
    readonly value: string;
  };
  const { agent = null, limit = 50, upTo = Number.MAX_SAFE_INTEGER, withDigested } = which;
  const sql = `SELECT id, role, agent, content, recalled, value, at FROM message
    WHERE session = ? AND id <= ? AND agent = coalesce(?, agent) AND digested <= ? ORDER BY id DESC LIMIT ?`;
  const most = Number.isFinite(limit) ? limit : -1;
  return db
    .rows<Row>(sql, session, upTo, agent, withDigested === true ? 1 : 0, most)
    .map(({ recalled, value, ...row }) => ({
      ...JSON.parse(value),
      ...row,
      recalled: JSON.parse(recalled),
    }))
    .reverse();
}

/** In the order in which they happened. */
export const events = (db: Db, id: string): readonly (SessionEvent & { readonly at: number })[] =>
  db
    .rows<{ value: string; at: number }>(
      "SELECT value, at FROM event WHERE session = ? ORDER BY n",
      id,
    )
    .map(({ value, at }) => ({ ...JSON.parse(value), at }));

/** Agents that have been here, in order of their first turn. */
export const visited = (db: Db, id: string): readonly string[] =>
  db.column("SELECT agent FROM message WHERE session = ? GROUP BY agent ORDER BY min(id)", id);

export const slots = (db: Db, id: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    db
      .rows<{ name: string; value: string }>(
        "SELECT name, value FROM slot WHERE session = ? ORDER BY n",
        id,
      )
      .map(({ name, value }) => [name, value]),
  );

/** Memories in the context of an agent, or of any, each once for each agent, in order of their coming. */
export const recalled = (db: Db, id: string, agent?: string): readonly Recalled[] =>
  db
    .column<string>(
      "SELECT value FROM recalled WHERE session = ? AND agent = coalesce(?, agent) ORDER BY n",
      id,
      agent ?? null,
    )
    .map((value): Recalled => JSON.parse(value));

/**
 * What conversations with a person came to and is not expired, newest first; those without a person are those of null.
 * An agent's are those of conversations with it alone: another one may have said there what only it may know.
 */
export function resolved(db: Db, person: string | null, agent?: string): readonly Resolved[] {
  type Row = Omit<Resolved, "intents"> & { readonly intents: string };
  const sql = `SELECT session, person, at, summary, topic, sentiment, intents FROM resolved
    WHERE person IS ? AND agent IS coalesce(?, agent) AND seen >= ? ORDER BY n DESC`;
  return db
    .rows<Row>(sql, person, agent ?? null, outlivedAt(db))
    .map((row) => ({ ...row, intents: JSON.parse(row.intents) }));
}

/** When this device last used a memory. */
export interface UseDay {
  /** `YYYY-MM-DD`, local. */
  readonly day: string;
  /** It was brought back from the archive: to go again at once is not what was meant. */
  readonly isRestored: boolean;
}

/** The last use of each entry, by its id, for what makes room. */
export function lastUses(db: Db): ReadonlyMap<string, UseDay> {
  type Row = { readonly entry: string; readonly day: string; readonly restored: number };
  const uses = db.rows<Row>("SELECT * FROM used");
  return new Map(
    uses.map(({ entry, day, restored }) => [entry, { day, isRestored: restored === 1 }]),
  );
}
