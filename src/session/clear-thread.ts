import type Database from "better-sqlite3";
import { LociError } from "../errors.ts";
import { hasOpenMessages } from "./clear-session.ts";
import type { Clock } from "./clock.ts";
import { rewriteEvents } from "./message-rows.ts";
import { insertEvent, putSlot } from "./session-context.ts";
import { requireRow } from "./session-rows.ts";
import { summarySlot } from "./slots.ts";

interface Row {
  readonly id: number;
  readonly role: string;
  readonly agent: string;
}

interface Opened {
  readonly db: Database.Database;
  readonly clock: Clock;
  readonly wipe: () => void;
}

/** Removes an agent's messages, with what it recalled, was told and proposed; returns how many. Throws LociError BUSY. */
export function clearThread({ db, clock, wipe }: Opened, session: string, agent: string): number {
  const { messages: upTo } = requireRow(db, session);
  const rows = db
    .prepare<[string], Row>("SELECT id, role, agent FROM message WHERE session = ? ORDER BY id")
    .all(session);
  const answeredBy = handedOn(rows, agent);
  const gone = rows.filter((row) => row.agent === agent && !answeredBy.has(row.id));
  checkNotQueued(db, session, gone);
  const pass = db.prepare<[string, string, number]>(
    "UPDATE message SET agent = ? WHERE session = ? AND id = ?",
  );
  for (const [id, other] of answeredBy) pass.run(other, session, id);
  const remove = db.prepare<[string, number]>("DELETE FROM message WHERE session = ? AND id = ?");
  for (const { id } of gone) remove.run(session, id);
  clearEvents(db, session, agent, new Set(gone.map(({ id }) => id)));
  db.prepare<[string, string]>("DELETE FROM recalled WHERE session = ? AND agent = ?").run(
    session,
    agent,
  );
  putSlot(db, session, summarySlot(agent), null);
  if (!hasOpenMessages(db, session)) {
    const sql = "UPDATE session SET state = 'idle' WHERE id = ? AND state = 'active'";
    db.prepare<[string]>(sql).run(session);
  }
  insertEvent(db, clock, session, { type: "cleared", agent, upTo });
  wipe();
  return gone.length;
}

/** Requests that the agent handed over, by number, and who answered each: they belong to that one's thread. */
function handedOn(rows: readonly Row[], agent: string): ReadonlyMap<number, string> {
  const answeredBy = new Map<number, string>();
  let request: Row | undefined;
  for (const row of rows) {
    if (row.role === "user") request = row;
    else if (request?.agent === agent && row.agent !== agent) answeredBy.set(request.id, row.agent);
  }
  return answeredBy;
}

function checkNotQueued(db: Database.Database, session: string, rows: readonly Row[]): void {
  const upTo = db
    .prepare<[string], { upTo: number }>("SELECT up_to AS upTo FROM digestion WHERE session = ?")
    .get(session)?.upTo;
  if (upTo === undefined || !rows.some(({ id }) => id <= upTo)) return;
  throw new LociError(
    "BUSY",
    `Cannot clear a thread of the conversation "${session}": it is being digested; try again after that, or delete the conversation`,
    { data: { session } },
  );
}

/** What it was told at a hand-off goes, and what came of its messages, but for who answered and in which language. */
function clearEvents(
  db: Database.Database,
  session: string,
  agent: string,
  gone: ReadonlySet<number>,
): void {
  rewriteEvents(db, session, (event) => {
    const isOfWords =
      event.type === "saved" || event.type === "proposal" || event.type === "declined";
    if (isOfWords && typeof event.message === "number" && gone.has(event.message)) return null;
    return event.type === "handoff" && event.to === agent ? { ...event, context: "" } : event;
  });
}
