import type { Db } from "./db.ts";
import { failed, isQueued, putSlot, requireRow } from "./rows.ts";
import type { Message, SessionEvent } from "./session.ts";
import { summarySlot } from "./slots.ts";

/**
 * Takes the person's last message back: it goes with all that came after it and of it, and no byte of that stays on the
 * disk. The topic, the agent, slots and a language that was asked for are again as they were before. False, and nothing
 * happens, where it is not their last one or a digestion has it.
 */
export function withdraw(db: Db, session: string, message: number): boolean {
  let { agent, language, topic } = requireRow(db, session);
  const last = "SELECT max(id) FROM message WHERE session = ? AND role = 'user' AND digested = 0";
  if (db.column(last, session)[0] !== message || isQueued(db, session, message)) return false;
  db.run("DELETE FROM message WHERE session = ? AND id >= ?", session, message);
  const its = "session = ? AND value ->> '$.message' >= ?";
  db.run(`DELETE FROM recalled WHERE ${its}`, session, message);
  // The session is again where it was before the events of the message and of those after it.
  const found = db.column<string>(
    `SELECT value FROM event WHERE ${its} ORDER BY n DESC`,
    session,
    message,
  );
  db.run(`DELETE FROM event WHERE ${its}`, session, message);
  for (const event of found.map((value): SessionEvent => JSON.parse(value))) {
    if (event.type === "handoff") agent = event.from;
    if (event.type === "language") language = event.from;
    if (event.type === "topic" && event.path === topic) topic = null;
    if (event.type === "slot") putSlot(db, session, event.name, event.from);
  }
  const sql = "UPDATE session SET agent = ?, language = ?, topic = ? WHERE id = ?";
  db.run(sql, agent, language, topic, session);
  dropSummaries(db, session, message);
  settle(db, session);
  return true;
}

/** Takes out what was made of a thread up to this message or a later one. */
function dropSummaries(db: Db, session: string, message: number): void {
  const isIts = `name LIKE '${summarySlot("%")}' AND CAST(value AS INTEGER) >= ?`;
  db.run(`DELETE FROM slot WHERE session = ? AND ${isIts}`, session, message);
}

const itsThread = "session = @session AND agent = @agent";
/** A request that it handed over belongs to the thread of the one that took over. */
const giveRequests = `UPDATE message SET agent = event.value ->> '$.to' FROM event
  WHERE message.session = @session AND event.session = @session AND role = 'user' AND agent = @agent
    AND event.value ->> '$.type' = 'handoff' AND event.value ->> '$.from' = @agent
    AND event.value ->> '$.message' = message.id`;
const isInDigestion = `SELECT 1 FROM digestion
  WHERE session = @session AND up_to >= (SELECT min(id) FROM message WHERE ${itsThread})`;
/** What an agent proposed, was told and recalled. */
const clearing = [
  `DELETE FROM event WHERE session = @session AND value ->> '$.text' IS NOT NULL
    AND value ->> '$.message' IN (SELECT id FROM message WHERE ${itsThread})`,
  `UPDATE event SET value = json_replace(value, '$.context', '')
    WHERE session = @session AND value ->> '$.type' = 'handoff' AND value ->> '$.to' = @agent`,
  `DELETE FROM recalled WHERE ${itsThread}`,
];

/**
 * Takes one agent's thread out of a session for good, what was not digested too, with what it recalled, was told and
 * proposed. What another agent answered stays with that one's thread, as do slots. Returns how many messages went.
 * Throws LociError BUSY where a digestion has some of it.
 */
export function clearThread(db: Db, session: string, agent: string): number {
  requireRow(db, session);
  const its = { session, agent };
  db.run(giveRequests, its);
  if (db.has(isInDigestion, its)) {
    const state = "it is being digested; try again after that, or delete the conversation";
    throw failed(session, "clear a thread of", state, "BUSY");
  }
  for (const sql of clearing) db.run(sql, its);
  const count = db.run(`DELETE FROM message WHERE ${itsThread}`, its);
  putSlot(db, session, summarySlot(agent), "");
  settle(db, session);
  return count;
}

/** What leaves a conversation with a memory that is forgotten. */
export interface ForgottenWords {
  /** What is left of messages; '': the message goes. */
  readonly left: readonly Pick<Message, "id" | "content">[];
  /** Whether a text contains it: asked of slots, memories that were recalled or saved, and what was handed over. */
  readonly mentions: (text: string) => boolean;
}

/** What takes words out of all but messages, by the function `mentions`. */
const forgetting = [
  "DELETE FROM slot WHERE session = ? AND mentions(value)",
  `UPDATE event SET value = json_replace(value, '$.context', '')
    WHERE session = ? AND mentions(value ->> '$.context')`,
  "DELETE FROM event WHERE session = ? AND (SELECT max(mentions(one.value)) FROM json_each(event.value) one)",
  "DELETE FROM recalled WHERE session = ? AND mentions(value ->> '$.text')",
  `UPDATE message SET recalled = (SELECT json_group_array(json(value)) FROM json_each(recalled)
      WHERE NOT mentions(value ->> '$.text'))
    WHERE session = ? AND EXISTS (SELECT 1 FROM json_each(recalled) WHERE mentions(value ->> '$.text'))`,
];

/** Takes words out of a session; no byte of them stays in its messages, events, slots and memories. */
export function forgetWords(db: Db, session: string, { left, mentions }: ForgottenWords): void {
  requireRow(db, session);
  const changes = (): unknown => db.column("SELECT total_changes()")[0];
  const before = changes();
  db.db.function("mentions", (text: unknown) =>
    typeof text === "string" && mentions(text) ? 1 : 0,
  );
  for (const { id, content } of left) {
    if (content === "") db.run("DELETE FROM message WHERE session = ? AND id = ?", session, id);
    else
      db.run("UPDATE message SET content = ? WHERE session = ? AND id = ?", content, session, id);
  }
  dropSummaries(db, session, Math.min(...left.map(({ id }) => id)));
  for (const sql of forgetting) db.run(sql, session);
  if (changes() !== before) settle(db, session);
}

/** No byte of what went stays on the disk; a session without words waits again. */
function settle(db: Db, session: string): void {
  db.run(
    `UPDATE session SET state = 'idle' WHERE id = ? AND state = 'active'
     AND NOT EXISTS (SELECT 1 FROM message WHERE session = session.id AND digested = 0)`,
    session,
  );
  db.wipe();
}
