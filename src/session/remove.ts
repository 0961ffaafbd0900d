import type { Db } from "./db.ts";
import { add } from "./queue.ts";
import { dropOf, hasOpenMessages, outlivedAt, partsOf, rowsOf } from "./rows.ts";
import type { WhichSessions } from "./session.ts";

/** Removes sessions with all that is kept of them; returns their ids. No byte of them stays on the disk. */
export function remove(db: Db, which: WhichSessions): readonly string[] {
  // Of a session that has expired only this is there, and not who had a part in it.
  const sql = `SELECT session FROM resolved WHERE session = coalesce(@id, session)
    AND person IS coalesce(@person, person) AND (@day IS NULL OR day(at) = @day) AND @agent IS NULL`;
  const expired = db.column<string>(sql, partsOf(which));
  const ids = new Set([...rowsOf(db, which).map(({ id }) => id), ...expired]);
  for (const id of ids) drop(db, id, "resolved");
  db.wipe("old"); // It holds closed ones too, which were not taken over.
  if (which === "all") db.wipe("damaged");
  return [...ids];
}

/** Removes a session with its history; what it came to stays, unless it is named. */
function drop(db: Db, id: string, ...also: readonly "resolved"[]): void {
  dropOf(db, id, "message", "recalled", "slot", "event", "digestion", ...also);
  db.run("DELETE FROM session WHERE id = ?", id);
}

/** Deletes the copy of an older version's file, which holds words that were forgotten; all that waited in it is here. */
export const removeOlder = (db: Db): void => db.wipe("old");

/** Removes what a session came to: its summary contains what is to be forgotten. */
export function removeSummary(db: Db, session: string): void {
  dropOf(db, session, "resolved");
  db.wipe();
}

/**
 * Removes what has outlived its settings; returns how many sessions. What a person said and was not digested yet is
 * never dropped: it goes into the queue.
 */
export function expire(db: Db): number {
  const { now } = db;
  const { hours, digestedHours = hours } = db.options.settings;
  const closedHours = digestedHours > 0 ? Math.min(hours, digestedHours) : hours;
  const old = rowsOf(db, "all").filter(({ state, lastAt }) => {
    const life = state === "closed" ? closedHours : hours;
    return state !== "digesting" && now - lastAt > life * 3_600_000;
  });
  let dropped = 0;
  for (const { id } of old) {
    if (hasOpenMessages(db, id, "user")) add(db, id);
    else {
      drop(db, id);
      dropped += 1;
    }
  }
  const gone = db.run("DELETE FROM resolved WHERE seen <= ?", outlivedAt(db));
  if (dropped + gone > 0) db.wipe();
  const read = db.run("UPDATE session SET older = 0 WHERE older = 1 AND state = 'closed'");
  if (read + dropped > 0 && !db.has("SELECT 1 FROM session WHERE older = 1")) db.wipe("old");
  return dropped;
}
