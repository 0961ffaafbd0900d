import { randomBytes } from "node:crypto";
import { insertEvent, isQueued, putSlot, requireRow, toSession } from "./rows.ts";
import type { Message, NewMessage, Recalled, Session, SessionEvent } from "./session.ts";
import type { Tx } from "./tx.ts";

export function start(
  tx: Tx,
  wanted: Pick<Session, "person" | "agent" | "mode" | "language" | "isBound">,
): Session {
  const { person, agent, mode, language, isBound = false } = wanted;
  const at = tx.now;
  const id = newId(at);
  const sql = `INSERT INTO session(id, person, agent, mode, language, state, messages, started_at, at, bound)
    VALUES (?, ?, ?, ?, ?, 'idle', 0, ?, ?, ?)`;
  tx.run(sql, id, person, agent, mode, language, at, at, isBound ? 1 : 0);
  // What earlier conversations with that person came to lives on.
  tx.run("UPDATE resolved SET seen = ? WHERE person IS ?", at, person);
  return toSession(requireRow(tx, id));
}

/** Crockford's base 32: no I, L, O, U. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A ULID: 48 bits of time and 80 of chance in 26 characters. */
function newId(ms: number): string {
  const time = Array.from({ length: 10 }, (_, i) => Math.floor(ms / 32 ** (9 - i)));
  return [...time, ...randomBytes(16)].map((value) => digits[value % 32]).join("");
}

/** `event`: kept with the change or not at all. Throws where the session is closed. */
export function update(
  tx: Tx,
  id: string,
  change: Partial<Pick<Session, "agent" | "mode" | "language" | "topic">>,
  event?: SessionEvent,
): void {
  const { agent, mode, language, topic } = { ...requireRow(tx, id, "change"), ...change };
  const sql = "UPDATE session SET agent = ?, mode = ?, language = ?, topic = ? WHERE id = ?";
  tx.run(sql, agent, mode, language, topic, id);
  if (event !== undefined) insertEvent(tx, id, event);
}

/** Makes the session active (one that is `digesting` stays so), and live as long again. Throws where it is closed. */
export function addMessage(tx: Tx, session: string, message: NewMessage): Message {
  const id = requireRow(tx, session, "add a message to").messages + 1;
  const at = tx.now;
  const { role, agent, content, recalled, saidAt = at, ...rest } = message;
  const memories = JSON.stringify(tx.options.saveRecalledContext ? recalled : []);
  const when = saidAt >= 0 && saidAt < latest ? Math.round(saidAt) : at;
  const put = "INSERT INTO message VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)";
  tx.run(put, session, id, role, agent, content, memories, JSON.stringify(rest), when);
  const state = "iif(state = 'digesting', state, 'active')";
  tx.run(`UPDATE session SET messages = ?, at = ?, state = ${state} WHERE id = ?`, id, at, session);
  return { ...message, id, at };
}

/** A transcript may date what was said later than any calendar goes. */
const latest = Date.UTC(2200, 0, 1);

/** All of them or none. */
export function addMessages(tx: Tx, session: string, messages: readonly NewMessage[]): void {
  for (const message of messages) addMessage(tx, session, message);
}

/**
 * Cuts a reply down to what the person heard of it, '' for nothing; false where the message is none of the agent's,
 * or where a digestion has it already.
 */
export function keepHeard(tx: Tx, session: string, message: number, heard: string): boolean {
  if (isQueued(tx, session, message)) return false;
  const its = "session = ? AND id = ? AND role = 'assistant' AND digested = 0";
  if (heard.trim() === "") return tx.run(`DELETE FROM message WHERE ${its}`, session, message) > 0;
  const cut = "content = ?, value = json_insert(value, '$.degradations[#]', 'interrupted')";
  return tx.run(`UPDATE message SET ${cut} WHERE ${its}`, heard, session, message) > 0;
}

export function addEvent(tx: Tx, id: string, event: SessionEvent): void {
  requireRow(tx, id);
  insertEvent(tx, id, event);
}

/** `by`: kept as an event, so that what a slot was before can be read. */
export function setSlot(
  tx: Tx,
  id: string,
  name: string,
  value: string | null,
  by?: { readonly agent: string; readonly message: number },
): void {
  requireRow(tx, id);
  const sql = "SELECT value FROM slot WHERE session = ? AND name = ?";
  const [from = ""] = tx.column<string>(sql, id, name);
  const to = value ?? "";
  putSlot(tx, id, name, value);
  if (by !== undefined && from !== to) insertEvent(tx, id, { type: "slot", name, from, to, ...by });
}

/** An agent recalled them, some perhaps again, and used the first ones: others may not see the same. */
export function addRecalled(
  tx: Tx,
  id: string,
  agent: string,
  memories: readonly Recalled[],
  used = 1,
): void {
  requireRow(tx, id);
  const put = `INSERT INTO recalled(session, agent, file, entry, value) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (session, agent, file, entry) DO UPDATE SET value = excluded.value`;
  for (const [i, memory] of memories.entries()) {
    if (i < used) noteUse(tx, memory.id, tx.options.dayOf(tx.now), false);
    tx.run(put, id, agent, memory.file, memory.id, JSON.stringify(memory));
  }
}

export const noteRestored = (tx: Tx, entry: string, day: string): void =>
  noteUse(tx, entry, day, true);

/** What was brought back stays so. */
function noteUse(tx: Tx, entry: string, day: string, isRestored: boolean): void {
  const sql = `INSERT INTO used VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET day = excluded.day, restored = max(restored, excluded.restored)`;
  tx.run(sql, entry, day, isRestored ? 1 : 0);
}
