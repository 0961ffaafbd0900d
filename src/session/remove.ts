import type { Resolved, WhichSessions } from "./session.ts";
import type { SessionFile } from "./session-file.ts";
import {
  dropSession,
  enqueue,
  hasOpenMessages,
  partsOf,
  presentOf,
  rowsOf,
} from "./session-rows.ts";
import { column, type Db, has, rows, run } from "./sql.ts";

/** Removes sessions with all that is kept of them; returns their ids. No byte of them stays on the disk. */
export function remove(file: SessionFile, which: WhichSessions): readonly string[] {
  const { id, day, person, agent } = partsOf(which);
  const gone = file.write((db, wipe) => {
    const sessions = rowsOf(db, which, file.dayOf).map((row) => row.id);
    // Of a session that has expired only this is there, and not who had a part in it.
    const sql = `SELECT session FROM resolved WHERE session = coalesce(?, session)
      AND person IS coalesce(?, person) AND day(at) = coalesce(?, day(at)) AND ? IS NULL`;
    const ids = new Set([...sessions, ...column<string>(db, sql, id, person, day, agent)]);
    for (const one of ids) {
      dropSession(db, one);
      run(db, "DELETE FROM resolved WHERE session = ?", one);
    }
    wipe();
    return [...ids];
  });
  file.removeAside(which === "all" ? "all" : "older"); // It holds closed ones too, which were not taken over.
  return gone;
}

/** Deletes an older version's files, which hold words that were forgotten; all that waited in them is here. */
export const removeOlder = (file: SessionFile): void => file.removeAside("older");

/** Removes what a session came to: its summary contains what is to be forgotten. */
export const removeSummary = ({ write }: SessionFile, session: string): void =>
  write((db, wipe) => {
    if (run(db, "DELETE FROM resolved WHERE session = ?", session) > 0) wipe();
  });

/**
 * What conversations with a person came to and is not expired, newest first; those without a person are those of null.
 * An agent's are those of conversations with it alone: another one may have said there what only it may know.
 */
export const resolved = (
  file: SessionFile,
  person: string | null,
  agent?: string,
): readonly Resolved[] =>
  file.read((db) => {
    const sql = `SELECT session, person, at, summary, topic, sentiment, intents FROM resolved
      WHERE person IS ? AND agent IS coalesce(?, agent) AND seen >= ? ORDER BY n DESC`;
    type Row = Omit<Resolved, "intents"> & { readonly intents: string };
    const all = rows<Row>(db, sql, person, agent ?? null, outlivedAt(db, file));
    return all.map((row) => ({ ...row, intents: JSON.parse(row.intents) }));
  });

/** What a conversation came to before this is gone where the person has not been here since. */
const outlivedAt = (db: Db, { now, settings: { resolvedDays } }: SessionFile): number =>
  resolvedDays > 0 ? presentOf(db, now()) - resolvedDays * 86_400_000 : Number.MAX_SAFE_INTEGER;

/**
 * Removes what has outlived its settings; returns how many sessions. What a person said and was not digested yet is
 * never dropped: it goes into the queue.
 */
export function expire(file: SessionFile): number {
  const { hours, digestedHours = hours } = file.settings;
  const [dropped, isOlderDone] = file.write((db, wipe) => {
    const now = presentOf(db, file.now());
    const old = rowsOf(db, "all", file.dayOf).filter(({ state, at }) => {
      const life = state === "closed" && digestedHours > 0 ? Math.min(hours, digestedHours) : hours;
      return state !== "digesting" && now - at > life * 3_600_000;
    });
    const done = old.filter(({ id }) => !hasOpenMessages(db, id, "user"));
    for (const row of old) if (!done.includes(row)) enqueue(db, row.id, now);
    for (const { id } of done) dropSession(db, id);
    const gone = run(db, "DELETE FROM resolved WHERE seen < ?", outlivedAt(db, file));
    if (done.length + gone > 0) wipe();
    const isOlder = column(db, "SELECT what FROM owed").includes("older");
    const waits = "SELECT 1 FROM session WHERE older = 1 AND state <> 'closed'";
    return [done.length, isOlder && !has(db, waits)] as const;
  });
  if (isOlderDone) file.removeAside("older");
  return dropped;
}
