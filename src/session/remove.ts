import { add } from "./queue.ts";
import { dropOf, hasOpenMessages, outlivedAt, partsOf, rowsOf } from "./rows.ts";
import type { WhichSessions } from "./session.ts";
import type { Tx } from "./tx.ts";

/** Removes sessions with all that is kept of them; returns their ids. No byte of them stays on the disk. */
export function remove(tx: Tx, which: WhichSessions): readonly string[] {
  // Of a session that has expired only this is there, and not who had a part in it.
  const sql = `SELECT session FROM resolved WHERE session = coalesce(@id, session)
    AND person IS coalesce(@person, person) AND (@day IS NULL OR day(at) = @day) AND @agent IS NULL`;
  const expired = tx.column<string>(sql, partsOf(which));
  const ids = [...new Set([...rowsOf(tx, which).map((row) => row.id), ...expired])];
  for (const one of ids) {
    drop(tx, one);
    dropOf(tx, one, "resolved");
  }
  tx.wipe();
  tx.aside = which === "all" ? "all" : "older"; // It holds closed ones too, which were not taken over.
  return ids;
}

/** Removes a session with its history; what it came to (`resolved`) stays. */
function drop(tx: Tx, session: string): void {
  dropOf(tx, session, "message", "recalled", "slot", "event", "digestion");
  tx.run("DELETE FROM session WHERE id = ?", session);
}

/** Deletes an older version's files, which hold words that were forgotten; all that waited in them is here. */
export function removeOlder(tx: Tx): void {
  tx.aside = "older";
}

/** Removes what a session came to: its summary contains what is to be forgotten. */
export function removeSummary(tx: Tx, session: string): void {
  dropOf(tx, session, "resolved");
  tx.wipe();
}

/**
 * Removes what has outlived its settings; returns how many sessions. What a person said and was not digested yet is
 * never dropped: it goes into the queue.
 */
export function expire(tx: Tx): number {
  const { hours, digestedHours = hours } = tx.options.settings;
  const { now } = tx;
  const old = rowsOf(tx, "all").filter(({ state, lastAt }) => {
    const life = state === "closed" && digestedHours > 0 ? Math.min(hours, digestedHours) : hours;
    return state !== "digesting" && now - lastAt > life * 3_600_000;
  });
  let dropped = 0;
  for (const { id } of old) {
    if (hasOpenMessages(tx, id, "user")) add(tx, id);
    else {
      drop(tx, id);
      dropped += 1;
    }
  }
  const gone = tx.run("DELETE FROM resolved WHERE seen < ?", outlivedAt(tx));
  if (dropped + gone > 0) tx.wipe();
  const waits = "SELECT 1 FROM session WHERE older = 1 AND state <> 'closed'";
  if (!tx.has(waits)) tx.aside = "older";
  return dropped;
}
