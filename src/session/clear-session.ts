import type Database from "better-sqlite3";

/**
 * Takes the history of a session up to a message out of the conversation. Only when no later message is there go its
 * memories and slots too: the person who came back is still in that conversation. What was said stays to be read, with
 * the events, unless `keeps` is false. Returns whether any message goes on.
 */
export function clearHistory(
  db: Database.Database,
  session: string,
  upTo: number,
  keeps: boolean,
): boolean {
  // What a message was answered from goes in any case.
  const sql = keeps
    ? `UPDATE message SET digested = 1,
         extra = CASE WHEN json_valid(extra) THEN json_remove(extra, '$.recalled') ELSE '{}' END
       WHERE session = ? AND id <= ? AND digested = 0`
    : "DELETE FROM message WHERE session = ? AND id <= ?";
  db.prepare<[string, number]>(sql).run(session, upTo);
  const stays = hasOpenMessages(db, session);
  if (!stays) deleteOf(db, session, ["recalled", "slot", ...(keeps ? [] : ["event", "visit"])]);
  deleteOf(db, session, ["digestion"]);
  return stays;
}

/** Removes a session with its history; what it came to (`resolved`) stays. */
export function dropSession(db: Database.Database, session: string): void {
  deleteOf(db, session, ["message", "recalled", "slot", "event", "visit", "digestion"]);
  db.prepare<[string]>("DELETE FROM session WHERE id = ?").run(session);
}

function deleteOf(db: Database.Database, session: string, tables: readonly string[]): void {
  for (const table of tables) {
    db.prepare<[string]>(`DELETE FROM ${table} WHERE session = ?`).run(session);
  }
}

/** Removes all that is kept of a session. */
export function removeSession(db: Database.Database, session: string): void {
  dropSession(db, session);
  removeSummary(db, session);
  db.exec("UPDATE model_error SET reason = ''"); // A server may have echoed what it was sent.
}

/** Removes what belongs to no session alone: when a person was here last. */
export function removeRest(db: Database.Database): void {
  db.exec("DELETE FROM contact");
}

/** Removes what a session came to; returns whether anything was there. */
export function removeSummary(db: Database.Database, session: string): boolean {
  return db.prepare<[string]>("DELETE FROM resolved WHERE session = ?").run(session).changes > 0;
}

/** Whether it has messages that no digestion has cleared yet. */
export function hasOpenMessages(db: Database.Database, session: string): boolean {
  const sql = "SELECT 1 FROM message WHERE session = ? AND digested = 0 LIMIT 1";
  return db.prepare<[string]>(sql).get(session) !== undefined;
}

/** Whether the person said anything in it that no digestion has cleared yet. */
export function hasWordsOfPerson(db: Database.Database, session: string): boolean {
  const sql = "SELECT 1 FROM message WHERE session = ? AND role = 'user' AND digested = 0 LIMIT 1";
  return db.prepare<[string]>(sql).get(session) !== undefined;
}
