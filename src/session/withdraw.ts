import type Database from "better-sqlite3";
import { hasOpenMessages } from "./clear-session.ts";
import { isText, parseObject, rewriteEvents } from "./message-rows.ts";
import type { Recalled } from "./session.ts";
import { putSlot } from "./session-context.ts";
import { requireRow, type SessionRow } from "./session-rows.ts";

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
 * Removes the person's last message with what came after it and of it; false where it is another, or where a digestion
 * has it already.
 */
export function withdraw(db: Database.Database, session: string, withdrawn: Withdrawn): boolean {
  const { message } = withdrawn;
  const row = requireRow(db, session);
  if (row.state === "closed" || lastOfPerson(db, session) !== message) return false;
  if (isQueued(db, session, message)) return false;
  db.prepare<[string, number]>("DELETE FROM message WHERE session = ? AND id >= ?").run(
    session,
    message,
  );
  const events = removeEvents(db, session, message);
  putBack(db, row, events);
  for (const name of withdrawn.slots) putSlot(db, session, name, null);
  const forget = db.prepare<[string, string, string]>(
    "DELETE FROM recalled WHERE session = ? AND file = ? AND entry = ?",
  );
  for (const { file, id } of withdrawn.recalled) forget.run(session, file, id);
  return true;
}

function lastOfPerson(db: Database.Database, session: string): number | null {
  const sql =
    "SELECT max(id) AS id FROM message WHERE session = ? AND role = 'user' AND digested = 0";
  return db.prepare<[string], { id: number | null }>(sql).get(session)?.id ?? null;
}

/** A digestion has the message, or will have it. */
function isQueued(db: Database.Database, session: string, message: number): boolean {
  const sql = "SELECT 1 FROM digestion WHERE session = ? AND up_to >= ?";
  return db.prepare<[string, number]>(sql).get(session, message) !== undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Removes the events that came of a message, or of a later one; returns them in their order. */
function removeEvents(db: Database.Database, session: string, message: number): Fields[] {
  const removed: Fields[] = [];
  rewriteEvents(db, session, (event) => {
    if (typeof event.message !== "number" || event.message < message) return event;
    removed.push(event);
    return null;
  });
  return removed;
}

/** Puts the session where it was before these events. */
function putBack(db: Database.Database, row: SessionRow, events: readonly Fields[]): void {
  const { id } = row;
  const of = (type: string): Fields[] => events.filter((event) => event.type === type);
  const before = (type: string, now: string): string => {
    const from = of(type)[0]?.from;
    return typeof from === "string" ? from : now;
  };
  const isItsTopic = of("topic").some(({ path }) => path === row.topic);
  db.prepare<[Record<string, string | null>]>(
    "UPDATE session SET agent = @agent, language = @language, topic = @topic, state = @state WHERE id = @id",
  ).run({
    id,
    agent: before("handoff", row.agent),
    language: before("language", row.language),
    topic: isItsTopic ? null : row.topic,
    state: row.state === "active" && !hasOpenMessages(db, id) ? "idle" : row.state,
  });
  for (const { name, from } of of("slot").toReversed()) {
    if (isText(name) && isText(from)) putSlot(db, id, name, from === "" ? null : from);
  }
  // Who came only by it was not here.
  const leave = db.prepare<[string, string, string, string]>(
    `DELETE FROM visit WHERE session = ? AND agent = ?
     AND NOT EXISTS (SELECT 1 FROM message WHERE session = ? AND agent = ?)`,
  );
  for (const { to } of of("handoff")) if (typeof to === "string") leave.run(id, to, id, to);
}

/**
 * Cuts a reply down to what the person heard of it; the reply goes where that is nothing. False where the message is
 * none of the agent's, or where a digestion has it already.
 */
export function keepHeard(
  db: Database.Database,
  session: string,
  message: number,
  heard: string,
): boolean {
  const row = db
    .prepare<[string, number], { extra: string }>(
      "SELECT extra FROM message WHERE session = ? AND id = ? AND role = 'assistant' AND digested = 0",
    )
    .get(session, message);
  if (row === undefined || isQueued(db, session, message)) return false;
  if (heard.trim() === "") {
    db.prepare<[string, number]>("DELETE FROM message WHERE session = ? AND id = ?").run(
      session,
      message,
    );
    return true;
  }
  const extra = parseObject(row.extra);
  const before = Array.isArray(extra.degradations) ? extra.degradations : [];
  const degradations = [...before, "interrupted"];
  db.prepare<[string, string, string, number]>(
    "UPDATE message SET content = ?, extra = ? WHERE session = ? AND id = ?",
  ).run(heard, JSON.stringify({ ...extra, degradations }), session, message);
  return true;
}
