import { LociError } from "../errors.ts";
import { insertEvent, isQueued, putSlot, requireRow, type SessionRow } from "./rows.ts";
import type { Message, Recalled, SessionEvent } from "./session.ts";
import { summarySlot } from "./slots.ts";
import type { Tx } from "./tx.ts";

/** What goes with a message that is taken back, besides what follows it and the events that name it. */
export interface Withdrawn {
  /** The person's message: their last one. */
  readonly message: number;
  /** Slots that go with it, besides those that are again as they were before. */
  readonly slots: readonly string[];
  /** Memories that came into the context with it alone. */
  readonly recalled: readonly Pick<Recalled, "id" | "file">[];
}

/**
 * Takes the person's last message back: it goes with all that came after it, and no byte of it stays on the disk. The
 * topic, the agent and a language that was asked for are again as they were before. False, and nothing happens, where
 * it is not their last one or a digestion has it.
 */
export function withdraw(tx: Tx, session: string, withdrawn: Withdrawn): boolean {
  const row = requireRow(tx, session);
  const { message, slots, recalled } = withdrawn;
  const last = "SELECT max(id) FROM message WHERE session = ? AND role = 'user' AND digested = 0";
  if (tx.column(last, session)[0] !== message || isQueued(tx, session, message)) return false;
  tx.run("DELETE FROM message WHERE session = ? AND id >= ?", session, message);
  putBack(tx, row, message);
  for (const name of slots) putSlot(tx, session, name, null);
  const forget = "DELETE FROM recalled WHERE session = ? AND file = ? AND entry = ?";
  for (const { file, id } of recalled) tx.run(forget, session, file, id);
  settle(tx, session);
  return true;
}

/** Puts a session where it was before the events of a message and of those after it. */
function putBack(tx: Tx, row: SessionRow, message: number): void {
  const { id } = row;
  const its = "FROM event WHERE session = ? AND value ->> '$.message' >= ?";
  const events = tx.column<string>(`SELECT value ${its} ORDER BY n DESC`, id, message);
  tx.run(`DELETE ${its}`, id, message);
  let { agent, language, topic } = row;
  for (const event of events.map((value): SessionEvent => JSON.parse(value))) {
    if (event.type === "handoff") agent = event.from;
    if (event.type === "language") language = event.from;
    if (event.type === "topic" && event.path === topic) topic = null;
    if (event.type === "slot") putSlot(tx, id, event.name, event.from === "" ? null : event.from);
  }
  const sql = "UPDATE session SET agent = ?, language = ?, topic = ? WHERE id = ?";
  tx.run(sql, agent, language, topic, id);
}

/**
 * Takes one agent's thread out of a session for good, what was not digested too, with what it recalled, was told and
 * proposed. What another agent answered stays with that one's thread, as do slots. Returns how many messages went.
 * Throws LociError BUSY where a digestion has some of it.
 */
export function clearThread(tx: Tx, session: string, agent: string): number {
  const { messages: upTo } = requireRow(tx, session);
  passHandedOn(tx, session, agent);
  const its = "SELECT id FROM message WHERE session = ? AND agent = ?";
  const [first = upTo + 1] = tx.column<number>(`${its} ORDER BY id`, session, agent);
  if (isQueued(tx, session, first)) throw busy(session);
  const proposed = `value ->> '$.text' IS NOT NULL AND value ->> '$.message' IN (${its})`;
  tx.run(`DELETE FROM event WHERE session = ? AND ${proposed}`, session, session, agent);
  const told = "value ->> '$.type' = 'handoff' AND value ->> '$.to' = ?";
  const untold = "UPDATE event SET value = json_replace(value, '$.context', '')";
  tx.run(`${untold} WHERE session = ? AND ${told}`, session, agent);
  const count = tx.run("DELETE FROM message WHERE session = ? AND agent = ?", session, agent);
  tx.run("DELETE FROM recalled WHERE session = ? AND agent = ?", session, agent);
  putSlot(tx, session, summarySlot(agent), null);
  insertEvent(tx, session, { type: "cleared", agent, upTo });
  settle(tx, session);
  return count;
}

const busy = (session: string): LociError => {
  const state = "it is being digested; try again after that, or delete the conversation";
  const message = `Cannot clear a thread of the conversation "${session}": ${state}`;
  return new LociError("BUSY", message, { data: { session } });
};

/** Requests that the agent handed over belong to the thread of who answered them. */
function passHandedOn(tx: Tx, session: string, agent: string): void {
  type Row = Pick<Message, "id" | "role" | "agent">;
  const sql = "SELECT id, role, agent FROM message WHERE session = ? ORDER BY id";
  const pass = "UPDATE message SET agent = ? WHERE session = ? AND id = ?";
  let request: Row | undefined;
  for (const row of tx.rows<Row>(sql, session)) {
    if (row.role === "user") request = row;
    else if (request?.agent === agent && row.agent !== agent)
      tx.run(pass, row.agent, session, request.id);
  }
}

/** What leaves a conversation with a memory that is forgotten. */
export interface ForgottenWords {
  /** Messages that go. */
  readonly gone: readonly number[];
  /** What is left of others. */
  readonly left: readonly Pick<Message, "id" | "content">[];
  /** Slots that go. */
  readonly slots: readonly string[];
  /** True for a text that contains it: asked of memories that were recalled or saved, and of what was handed over. */
  readonly mentions: (text: string) => boolean;
}

const inSlot =
  "value ->> '$.type' = 'slot' AND (mentions(value ->> '$.from') OR mentions(value ->> '$.to'))";
/** What takes words out of all but messages and slots, by the function `mentions`. */
const forgetting = [
  `DELETE FROM event WHERE session = ? AND (mentions(value ->> '$.text') OR ${inSlot})`,
  `UPDATE event SET value = json_replace(value, '$.context', '')
    WHERE session = ? AND mentions(value ->> '$.context')`,
  "DELETE FROM recalled WHERE session = ? AND mentions(value ->> '$.text')",
  `UPDATE message SET recalled = (SELECT json_group_array(json(value)) FROM json_each(recalled)
      WHERE NOT mentions(value ->> '$.text'))
    WHERE session = ? AND EXISTS (SELECT 1 FROM json_each(recalled) WHERE mentions(value ->> '$.text'))`,
];

/** Takes words out of a session; no byte of them stays in its messages, events, slots and memories. */
export function forgetWords(tx: Tx, session: string, words: ForgottenWords): void {
  requireRow(tx, session);
  const { gone, left, slots, mentions } = words;
  const changes = (): unknown => tx.column("SELECT total_changes()")[0];
  const before = changes();
  tx.db.function("mentions", (text: unknown) =>
    typeof text === "string" && mentions(text) ? 1 : 0,
  );
  for (const id of gone) tx.run("DELETE FROM message WHERE session = ? AND id = ?", session, id);
  const cut = "UPDATE message SET content = ? WHERE session = ? AND id = ?";
  for (const { id, content } of left) tx.run(cut, content, session, id);
  for (const name of slots) putSlot(tx, session, name, null);
  for (const sql of forgetting) tx.run(sql, session);
  if (changes() !== before) settle(tx, session);
}

/** No byte of what went stays on the disk; a session without words waits again. */
function settle(tx: Tx, session: string): void {
  tx.run(
    `UPDATE session SET state = 'idle' WHERE id = ? AND state = 'active'
     AND NOT EXISTS (SELECT 1 FROM message WHERE session = session.id AND digested = 0)`,
    session,
  );
  tx.wipe();
  tx.aside = "older"; // Its words are there too, and all that waited in it is here.
}
