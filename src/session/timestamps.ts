import type Database from "better-sqlite3";
import {
  type Boot,
  type Clock,
  type Elapsed,
  elapsedSince,
  isPlausible,
  readTimestamp,
  type Timestamp,
  wallOf,
} from "./clock.ts";

/** Reads stored moments by what the clock and the database know now. */
export interface Times {
  elapsed(moment: Timestamp): Elapsed;
  wallOf(moment: Timestamp): number;
}

/** What the stored moments of one transaction are read by. */
export function readTimes(db: Database.Database, clock: Clock): Times {
  const now = readTimestamp(clock);
  const boots = new Map<string, Boot>();
  for (const boot of db.prepare<[], Boot & { id: string }>("SELECT * FROM boot").all()) {
    boots.set(boot.id, boot);
  }
  return {
    elapsed: (moment) => elapsedSince(moment, now, boots),
    wallOf: (moment) => wallOf(moment, now, boots),
  };
}

/** The present, to be stored; notes beside it how far this boot's uptime is from the wall. */
export function stamp(db: Database.Database, clock: Clock): Timestamp {
  const now = readTimestamp(clock);
  const shift = isPlausible(now.wall) ? now.wall - now.up : undefined;
  // A wall that was right and is now 1970 again does not count.
  db.prepare<[{ id: string; shift: number | null; up: number }]>(
    `INSERT INTO boot VALUES (@id, coalesce(@shift, 0), @up)
     ON CONFLICT DO UPDATE SET shift = coalesce(@shift, shift), up = max(up, @up)`,
  ).run({ id: now.boot, shift: shift ?? null, up: now.up });
  return now;
}

/** The present was noted a short while ago, and the wall has not been set since. */
export function isStamped(db: Database.Database, clock: Clock): boolean {
  const { wall, up, boot } = readTimestamp(clock);
  const seen = db.prepare<[string], Boot>("SELECT shift, up FROM boot WHERE id = ?").get(boot);
  if (seen === undefined || up - seen.up > 600_000) return false;
  return !isPlausible(wall) || Math.abs(wall - up - seen.shift) < 60_000;
}

/** Forgets boots that no moment refers to. */
export function pruneBoots(db: Database.Database, clock: Clock): void {
  const used = ["session", "message", "event", "contact", "resolved", "digestion", "model_error"]
    .map((table) => `SELECT boot FROM ${table}`)
    .concat("SELECT started_boot FROM session", "SELECT queued_boot FROM digestion");
  db.prepare<[string]>(
    `DELETE FROM boot WHERE id <> ? AND id NOT IN (${used.join(" UNION ")})`,
  ).run(clock.boot);
}
