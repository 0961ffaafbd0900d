import { LociError } from "../errors.ts";
import type { Message, Recalled, SessionEvent } from "./session.ts";
import type { SessionFile } from "./session-file.ts";
import {
  hasOpenMessages,
  insertEvent,
  isQueued,
  putSlot,
  requireRow,
  type SessionRow,
  setState,
} from "./session-rows.ts";
import { summarySlot } from "./slots.ts";
import { column, type Db, rows, run } from "./sql.ts";

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
export const withdraw = (file: SessionFile, session: string, withdrawn: Withdrawn): boolean =>
  takeOut(file, session, (db, row) => {
    const { message, slots, recalled } = withdrawn;
    const last = "SELECT max(id) FROM message WHERE session = ? AND role = 'user' AND digested = 0";
    const isLast = column<number>(db, last, session)[0] === message;
    if (!isLast || row.state === "closed" || isQueued(db, session, message)) return false;
    run(db, "DELETE FROM message WHERE session = ? AND id >= ?", session, message);
    const its = "FROM event WHERE session = ? AND value ->> '$.message' >= ?";
    const events = column<string>(db, `SELECT value ${its} ORDER BY n`, session, message);
    run(db, `DELETE ${its}`, session, message);
    putBack(
      db,
      row,
      events.map((event): SessionEvent => JSON.parse(event)),
    );
    for (const name of slots) putSlot(db, session, name, null);
    const forget = "DELETE FROM recalled WHERE session = ? AND file = ? AND entry = ?";
    for (const one of recalled) run(db, forget, session, one.file, one.id);
    return true;
  });

/** Puts the session where it was before these events. */
function putBack(db: Db, row: SessionRow, events: readonly SessionEvent[]): void {
  const { id, topic } = row;
  const agent = events.find((event) => event.type === "handoff")?.from ?? row.agent;
  const language = events.find((event) => event.type === "language")?.from ?? row.language;
  const isItsTopic = events.some((event) => event.type === "topic" && event.path === topic);
  const sql = "UPDATE session SET agent = ?, language = ?, topic = ? WHERE id = ?";
  run(db, sql, agent, language, isItsTopic ? null : topic, id);
  // Who came only by it was not here.
  const leave = `DELETE FROM visit WHERE session = ? AND agent = ?
    AND agent NOT IN (SELECT agent FROM message WHERE session = visit.session)`;
  for (const event of events.toReversed()) {
    if (event.type === "slot") putSlot(db, id, event.name, event.from === "" ? null : event.from);
    if (event.type === "handoff") run(db, leave, id, event.to);
  }
}

/**
 * Takes one agent's thread out of a session for good, what was not digested too, with what it recalled, was told and
 * proposed. What another agent answered stays with that one's thread, as do slots. Returns how many messages went.
 * Throws LociError BUSY where a digestion has some of it.
 */
export function clearThread(file: SessionFile, session: string, agent: string): number {
  let count = 0;
  takeOut(file, session, (db, { messages: upTo }) => {
    passHandedOn(db, session, agent);
    const its = "SELECT id FROM message WHERE session = ? AND agent = ?";
    const [first = upTo + 1] = column<number>(db, `${its} ORDER BY id`, session, agent);
    if (isQueued(db, session, first)) throw busy(session);
    const proposed = `value ->> '$.text' IS NOT NULL AND value ->> '$.message' IN (${its})`;
    run(db, `DELETE FROM event WHERE session = ? AND ${proposed}`, session, session, agent);
    const told = "value ->> '$.type' = 'handoff' AND value ->> '$.to' = ?";
    const untold = "UPDATE event SET value = json_replace(value, '$.context', '')";
    run(db, `${untold} WHERE session = ? AND ${told}`, session, agent);
    count = run(db, "DELETE FROM message WHERE session = ? AND agent = ?", session, agent);
    run(db, "DELETE FROM recalled WHERE session = ? AND agent = ?", session, agent);
    putSlot(db, session, summarySlot(agent), null);
    insertEvent(db, session, { type: "cleared", agent, upTo }, file.now());
    return true;
  });
  return count;
}

const busy = (session: string): LociError => {
  const state = "it is being digested; try again after that, or delete the conversation";
  const message = `Cannot clear a thread of the conversation "${session}": ${state}`;
  return new LociError("BUSY", message, { data: { session } });
};

/** Requests that the agent handed over belong to the thread of who answered them. */
function passHandedOn(db: Db, session: string, agent: string): void {
  type Row = Pick<Message, "id" | "role" | "agent">;
  const sql = "SELECT id, role, agent FROM message WHERE session = ? ORDER BY id";
  const pass = "UPDATE message SET agent = ? WHERE session = ? AND id = ?";
  let request: Row | undefined;
  for (const row of rows<Row>(db, sql, session)) {
    if (row.role === "user") request = row;
    else if (request?.agent === agent && row.agent !== agent)
      run(db, pass, row.agent, session, request.id);
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

/** Takes words out of a session; no byte of them stays in its messages, events, slots and memories. */
export const forgetWords = (file: SessionFile, session: string, words: ForgottenWords): boolean =>
  takeOut(file, session, (db) => {
    const { gone, left, slots, mentions } = words;
    const before = column<number>(db, "SELECT total_changes()")[0];
    const isIn = (text: unknown): number => (typeof text === "string" && mentions(text) ? 1 : 0);
    db.function("mentions", isIn);
    for (const id of gone) run(db, "DELETE FROM message WHERE session = ? AND id = ?", session, id);
    const cut = "UPDATE message SET content = ? WHERE session = ? AND id = ?";
    for (const { id, content } of left) run(db, cut, content, session, id);
    for (const name of slots) putSlot(db, session, name, null);
    const slot =
      "value ->> '$.type' = 'slot' AND (mentions(value ->> '$.from') OR mentions(value ->> '$.to'))";
    for (const sql of [
      `DELETE FROM event WHERE session = ? AND (mentions(value ->> '$.text') OR ${slot})`,
      `UPDATE event SET value = json_replace(value, '$.context', '')
        WHERE session = ? AND mentions(value ->> '$.context')`,
      "DELETE FROM recalled WHERE session = ? AND mentions(value ->> '$.text')",
      `UPDATE message SET recalled = (SELECT json_group_array(json(value)) FROM json_each(recalled)
          WHERE NOT mentions(value ->> '$.text'))
        WHERE session = ? AND EXISTS (SELECT 1 FROM json_each(recalled) WHERE mentions(value ->> '$.text'))`,
    ])
      run(db, sql, session);
    return column<number>(db, "SELECT total_changes()")[0] !== before;
  });

/** Runs `work`, and where it took something out, no byte of that stays on the disk; a session without words waits again. */
const takeOut = (
  file: SessionFile,
  session: string,
  work: (db: Db, row: SessionRow) => boolean,
): boolean => {
  const isOut = file.write((db, wipe) => {
    const row = requireRow(db, session);
    if (!work(db, row)) return false;
    if (row.state === "active" && !hasOpenMessages(db, session)) setState(db, session, "idle");
    wipe();
    return true;
  });
  if (isOut) file.removeAside("older"); // Its words are there too, and all that waited in it is here.
  return isOut;
};
