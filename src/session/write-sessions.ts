import { randomBytes } from "node:crypto";
import type { Db } from "./db.ts";
import { insertEvent, isQueued, lastMessage, putSlot, requireRow } from "./rows.ts";
import type { Message, NewMessage, Recalled, Session, SessionEvent } from "./session.ts";

export function start(
  db: Db,
  wanted: Pick<Session, "person" | "agent" | "mode" | "language" | "isBound">,
): Session {
  const { person, agent, mode, language, isBound = false } = wanted;
  const at = db.now;
  const id = newId(at);
  const sql = `INSERT INTO session(id, person, agent, mode, language, state, messages, started_at, at, bound)
    VALUES (?, ?, ?, ?, ?, 'idle', 0, ?, ?, ?)`;
  db.run(sql, id, person, agent, mode, language, at, at, Number(isBound));
  // What earlier conversations with that person came to lives on.
  db.run("UPDATE resolved SET seen = ? WHERE person IS ?", at, person);
  return requireRow(db, id);
}

/** A ULID: 48 bits of time and 80 of chance in 26 characters of Crockford's base 32. */
function newId(ms: number): string {
  const time = Array.from({ length: 10 }, (_, i) => Math.floor(ms / 32 ** (9 - i)));
  const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  return [...time, ...randomBytes(16)].map((value) => digits[value % 32]).join("");
}

/** `event`: kept with the change or not at all. Throws where the session is closed. */
export function update(
  db: Db,
  id: string,
  change: Partial<Pick<Session, "agent" | "mode" | "language" | "topic">>,
  event?: SessionEvent,
): void {
  const { agent, mode, language, topic } = { ...requireRow(db, id, "change"), ...change };
  const sql = "UPDATE session SET agent = ?, mode = ?, language = ?, topic = ? WHERE id = ?";
  db.run(sql, agent, mode, language, topic, id);
  if (event !== undefined) insertEvent(db, id, event);
}

/** Makes the session active (one that is `digesting` stays so), and live as long again. Throws where it is closed. */
export function addMessage(db: Db, session: string, message: NewMessage): Message {
  requireRow(db, session, "add a message to");
  const id = lastMessage(db, session) + 1;
  const at = db.now;
  const { role, agent, content, recalled, saidAt = at, ...rest } = message;
  const memories = JSON.stringify(db.options.saveRecalledContext ? recalled : []);
  // A transcript may date what was said later than any calendar goes.
  const when = saidAt >= 0 && saidAt < Date.UTC(2200, 0, 1) ? Math.round(saidAt) : at;
  const put = "INSERT INTO message VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)";
  db.run(put, session, id, role, agent, content, memories, JSON.stringify(rest), when);
  const state = "iif(state = 'digesting', state, 'active')";
  db.run(`UPDATE session SET messages = ?, at = ?, state = ${state} WHERE id = ?`, id, at, session);
  return { ...message, id, at };
}

/** All of them or none. */
export function addMessages(db: Db, session: string, messages: readonly NewMessage[]): void {
  for (const message of messages) addMessage(db, session, message);
}

/**
 * Cuts a reply down to what the person heard of it, '' for nothing; false where the message is none of the agent's,
 * or where a digestion has it already.
 */
export function keepHeard(db: Db, session: string, message: number, heard: string): boolean {
  if (isQueued(db, session, message)) return false;
  const its = "session = ? AND id = ? AND role = 'assistant' AND digested = 0";
  if (heard.trim() === "") return db.run(`DELETE FROM message WHERE ${its}`, session, message) > 0;
  const cut = `content = ?, value = iif(value ->> '$.degradations' LIKE '%"interrupted"%', value,
    json_insert(value, '$.degradations[#]', 'interrupted'))`;
  return db.run(`UPDATE message SET ${cut} WHERE ${its}`, heard, session, message) > 0;
}

export function addEvent(db: Db, id: string, event: SessionEvent): void {
  requireRow(db, id);
  insertEvent(db, id, event);
}

/** '' removes it. `by`: kept as an event, so that what a slot was before can be read. */
export function setSlot(
  db: Db,
  id: string,
  name: string,
  to: string,
  by?: { readonly agent: string; readonly message: number },
): void {
  requireRow(db, id);
  const sql = "SELECT value FROM slot WHERE session = ? AND name = ?";
  const [from = ""] = db.column<string>(sql, id, name);
  putSlot(db, id, name, to);
  if (by !== undefined && from !== to) insertEvent(db, id, { type: "slot", name, from, to, ...by });
}

/** An agent recalled them, some perhaps again, and used the first ones: others may not see the same. */
export function addRecalled(
  db: Db,
  id: string,
  agent: string,
  memories: readonly Recalled[],
  used = 1,
): void {
  requireRow(db, id);
  const put = `INSERT INTO recalled(session, agent, file, entry, value) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (session, agent, file, entry) DO UPDATE SET value = excluded.value`;
  for (const memory of memories)
    db.run(put, id, agent, memory.file, memory.id, JSON.stringify(memory));
  const day = db.options.dayOf(db.now);
  for (const memory of memories.slice(0, used)) noteUse(db, memory.id, day, 0);
}

export const noteRestored = (db: Db, entry: string, day: string): void =>
  noteUse(db, entry, day, 1);

/** What was brought back stays so. */
function noteUse(db: Db, entry: string, day: string, restored: 0 | 1): void {
  const sql = `INSERT INTO used VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET day = excluded.day, restored = max(restored, excluded.restored)`;
  db.run(sql, entry, day, restored);
}
