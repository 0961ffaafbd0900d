import type { Db } from "./db.ts";
import { add } from "./queue.ts";
import { dropOf, outlivedAt, partsOf, rowsOf } from "./rows.ts";
import type { WhichSessions } from "./session.ts";

/** Removes sessions with all that is kept of them; returns their ids. No byte of them stays on the disk. */
export function remove(db: Db, which: WhichSessions): readonly string[] {
  // Of a session that has expired only this is there, and not who had a part in it.
  const sql = `SELECT session FROM resolved WHERE session = coalesce(@id, session)
    AND person IS coalesce(@person, person) AND (@day IS NULL OR day(at) = @day) AND @agent IS NULL`;
  const expired = db.column<string>(sql, partsOf(which));
  const ids = new Set([...rowsOf(db, which).map(({ id }) => id), ...expired]);
  for (const id of ids) {
    drop(db, id);
    dropOf(db, id, "resolved");
  }
  db.wipe(which === "all" ? "damaged" : "wipe");
  return [...ids];
}

/** Removes a session with its history; what it came to stays. */
function drop(db: Db, id: string): void {
  dropOf(db, id, "message", "recalled", "slot", "event", "digestion");
  db.run("DELETE FROM session WHERE id = ?", id);
}

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
  const dropped = old.filter(({ id }) => !add(db, id));
  for (const { id } of dropped) drop(db, id);
  const gone = db.run("DELETE FROM resolved WHERE seen <= ?", outlivedAt(db));
  if (dropped.length + gone > 0) db.wipe();
  return dropped.length;
}
