import type Database from "better-sqlite3";

/**
 * Clears the history of a session up to a message. Only when no later message is there go its memories, slots and
 * events too: the person who came back is still in that conversation. Returns whether any message stays.
 */
export function clearHistory(db: Database.Database, session: string, upTo: number): boolean {
  db.prepare<[string, number]>("DELETE FROM message WHERE session = ? AND id <= ?").run(
    session,
    upTo,
  );
  const stays =
    db.prepare<[string]>("SELECT 1 FROM message WHERE session = ? LIMIT 1").get(session) !==
    undefined;
  if (!stays) {
    for (const table of ["recalled", "slot", "event", "visit"]) {
      db.prepare<[string]>(`DELETE FROM ${table} WHERE session = ?`).run(session);
    }
  }
  db.prepare<[string]>("DELETE FROM digestion WHERE session = ?").run(session);
  return stays;
}

/** Removes a session with its history; what it came to (`resolved`) and its undo steps stay. */
export function dropSession(db: Database.Database, session: string): void {
  clearHistory(db, session, Number.MAX_SAFE_INTEGER);
  db.prepare<[string]>("DELETE FROM session WHERE id = ?").run(session);
}

/** Removes all that is kept of a session. */
export function removeSession(db: Database.Database, session: string): void {
  dropSession(db, session);
  for (const sql of [
    "DELETE FROM resolved WHERE session = ?",
    "DELETE FROM undo_file WHERE step IN (SELECT step FROM undo WHERE session = ?)",
    "DELETE FROM undo WHERE session = ?",
  ]) {
    db.prepare<[string]>(sql).run(session);
  }
}

/** Removes what belongs to no session alone: when somebody was here last, and all undo steps, which hold texts. */
export function removeRest(db: Database.Database): void {
  for (const table of ["contact", "undo_file", "undo"]) db.exec(`DELETE FROM ${table}`);
}

/** Removes what a session came to; returns whether anything was there. */
export function removeSummary(db: Database.Database, session: string): boolean {
  return db.prepare<[string]>("DELETE FROM resolved WHERE session = ?").run(session).changes > 0;
}

/** Whether the person said anything in it that no digestion has cleared yet. */
export function hasWordsOfPerson(db: Database.Database, session: string): boolean {
  const sql = "SELECT 1 FROM message WHERE session = ? AND role = 'user' LIMIT 1";
  return db.prepare<[string]>(sql).get(session) !== undefined;
}
