import type Database from "better-sqlite3";
import { dropSession, hasWordsOfPerson } from "./clear-session.ts";
import type { Timestamp } from "./clock.ts";
import { enqueue } from "./digestion-queue.ts";
import type { Resolved } from "./session.ts";
import type { SessionFile } from "./session-file.ts";
import type { Lifetimes, SessionRow } from "./session-rows.ts";
import { isStamped, pruneBoots, readTimes, stamp, type Times } from "./timestamps.ts";

/** Drops sessions past their life and queues those that are not digested yet; returns how many it dropped. */
export function expire(file: SessionFile, { clock, settings }: Lifetimes): number {
  if (file.read((db) => !isDue(db, { clock, settings }))) return 0; // Called often, on boards with an SD card.
  return file.write((db, wipe) => {
    stamp(db, clock); // The wall may have been set since the last message.
    const times = readTimes(db, clock);
    const all = db
      .prepare<[], SessionRow>("SELECT * FROM session WHERE state <> 'digesting' ORDER BY id")
      .all();
    let dropped = 0;
    for (const row of all) {
      if (times.elapsed(row).ms <= lifeOf(row, settings)) continue;
      if (hasWordsOfPerson(db, row.id)) {
        enqueue(db, { session: row.id, clock, wipe });
      } else {
        dropSession(db, row.id);
        dropped += 1;
      }
    }
    const outlived = readResolved(db).filter((row) => !isLive(row, times, settings));
    for (const { n } of outlived) db.prepare<[number]>("DELETE FROM resolved WHERE n = ?").run(n);
    db.exec(
      "DELETE FROM contact WHERE person NOT IN (SELECT coalesce(person, '') FROM resolved UNION SELECT coalesce(person, '') FROM session)",
    );
    pruneBoots(db, clock);
    if (dropped + outlived.length > 0) wipe();
    return dropped;
  });
}

/** Something has outlived its time, or what is known of the clock is worth writing down again. */
function isDue(db: Database.Database, { clock, settings }: Lifetimes): boolean {
  if (!isStamped(db, clock)) return true;
  const times = readTimes(db, clock);
  const isOld = (row: SessionRow): boolean => times.elapsed(row).ms > lifeOf(row, settings);
  const open = "SELECT * FROM session WHERE state <> 'digesting'";
  return (
    db.prepare<[], SessionRow>(open).all().some(isOld) ||
    readResolved(db).some((row) => !isLive(row, times, settings))
  );
}

function lifeOf(
  { state }: SessionRow,
  { hours, digestedHours = hours }: Lifetimes["settings"],
): number {
  const isKept = state === "closed" && digestedHours > 0; // Else there is nothing in it.
  return (isKept ? Math.min(hours, digestedHours) : hours) * 3_600_000;
}

interface ResolvedRow extends Timestamp, Omit<Resolved, "intents" | "at"> {
  readonly n: number;
  readonly intents: string;
  readonly agent: string | null;
  readonly contact_wall: number | null;
  readonly contact_up: number | null;
  readonly contact_boot: string | null;
}

/** What conversations came to, of everybody or of one person, newest first, each with the last interaction with them. */
export function readResolved(
  db: Database.Database,
  of: { readonly person: string | null } | undefined = undefined,
): ResolvedRow[] {
  const where = of === undefined ? "TRUE" : "resolved.person IS :person";
  return db
    .prepare<{ person: string | null }, ResolvedRow>(
      `SELECT resolved.*, contact.wall AS contact_wall, contact.up AS contact_up, contact.boot AS contact_boot
       FROM resolved LEFT JOIN contact ON contact.person = coalesce(resolved.person, '')
       WHERE ${where} ORDER BY n DESC`,
    )
    .all({ person: of?.person ?? null });
}

/** Whether it lives still: since it came to be, or since the last interaction, whichever is nearer. */
export function isLive(row: ResolvedRow, times: Times, settings: Lifetimes["settings"]): boolean {
  const life = settings.resolvedDays * 86_400_000;
  const { contact_wall: wall, contact_up: up, contact_boot: boot } = row;
  const ages = [times.elapsed(row).ms];
  if (wall !== null && up !== null && boot !== null) {
    ages.push(times.elapsed({ wall, up, boot }).ms);
  }
  return life > 0 && Math.min(...ages) <= life;
}
