import type Database from "better-sqlite3";
import { LociError } from "../errors.ts";
import { clearHistory, hasWordsOfPerson } from "./clear-session.ts";
import type { Clock, Moment } from "./clock.ts";
import { readTimes, stamp, type Times } from "./moments.ts";
import type { Digestion, DigestionQueue } from "./session.ts";
import type { SessionFile } from "./session-file.ts";
import { type Lifetimes, requireRow } from "./session-rows.ts";

/** The queue of conversations in the database. */
export function createDigestionQueue(
  file: SessionFile,
  { clock, settings }: Lifetimes,
): DigestionQueue {
  const rows = <T>(work: (rows: readonly DigestionRow[], times: Times) => T): T =>
    file.read((db) => work(readRows(db), readTimes(db, clock)));
  return {
    add: (session) => file.write((db, wipe) => enqueue(db, { session, clock, wipe })),
    next: () =>
      rows((all, times) => {
        const due = all.find((row) => isDue(row, times));
        return due === undefined ? undefined : toDigestion(due, times);
      }),
    waiting: () => rows((all, times) => all.map((row) => toDigestion(row, times))),
    keep(session, step, value) {
      file.write((db) => {
        const column = step === "plan" ? "plan" : "extraction";
        const sql = `UPDATE digestion SET ${column} = ? WHERE session = ?`;
        if (db.prepare<[string, string]>(sql).run(value, session).changes === 0)
          throw gone(session);
      });
    },
    fail(session, { reason, afterMs, aside }) {
      file.write((db) => {
        const { wall, up, boot } = stamp(db, clock);
        const { changes } = db
          .prepare<[Record<string, string | number | null>]>(
            `UPDATE digestion SET attempts = attempts + 1, reason = @reason, pause = @pause,
               aside = coalesce(@aside, aside), wall = @wall, up = @up, boot = @boot
             WHERE session = @session`,
          )
          .run({
            reason,
            pause: Math.max(0, Math.round(afterMs)),
            aside: aside ?? null,
            wall,
            up,
            boot,
            session,
          });
        if (changes === 0) throw gone(session);
      });
    },
    finish(session, resolved) {
      file.write((db, wipe) => {
        const sql = "SELECT up_to FROM digestion WHERE session = ?";
        const queued = db.prepare<[string], { up_to: number }>(sql).get(session);
        if (queued === undefined) throw gone(session);
        const { person } = requireRow(db, session);
        const stays = clearHistory(db, session, queued.up_to);
        setState(db, session, stays ? "active" : "closed");
        wipe();
        if (resolved === null || settings.resolvedDays === 0) return;
        const { summary, topic, sentiment, intents } = resolved;
        db.prepare<[Record<string, string | number | null>]>(
          `INSERT INTO resolved(session, person, summary, topic, sentiment, intents, wall, up, boot)
           VALUES (@session, @person, @summary, @topic, @sentiment, @intents, @wall, @up, @boot)`,
        ).run({
          session,
          person,
          summary,
          topic,
          sentiment,
          intents: JSON.stringify(intents),
          ...stamp(db, clock),
        });
      });
    },
  };
}

/** Puts a session into the queue; true when it is in. One in which nobody said anything is closed. */
export function enqueue(
  db: Database.Database,
  what: { readonly session: string; readonly clock: Clock; readonly wipe: () => void },
): boolean {
  const { session, clock, wipe } = what;
  const { state, messages } = requireRow(db, session);
  if (state === "digesting" || state === "closed") return state === "digesting";
  if (!hasWordsOfPerson(db, session)) {
    clearHistory(db, session, messages);
    setState(db, session, "closed");
    wipe();
    return false;
  }
  db.prepare<[Record<string, string | number>]>(
    `INSERT INTO digestion(session, up_to, queued_wall, queued_up, queued_boot, wall, up, boot)
     VALUES (@session, @messages, @wall, @up, @boot, @wall, @up, @boot)`,
  ).run({ session, messages, ...stamp(db, clock) });
  setState(db, session, "digesting");
  return true;
}

interface DigestionRow extends Moment {
  readonly session: string;
  readonly up_to: number;
  readonly attempts: number;
  readonly pause: number;
  readonly reason: string | null;
  readonly aside: string | null;
  readonly extraction: string | null;
  readonly plan: string | null;
  readonly queued_wall: number;
  readonly queued_up: number;
  readonly queued_boot: string;
}

const readRows = (db: Database.Database): DigestionRow[] =>
  db.prepare<[], DigestionRow>("SELECT * FROM digestion ORDER BY attempts, n").all();

/** Where no clock can tell how long ago the last attempt was, it has waited long enough. */
function isDue(row: DigestionRow, times: Times): boolean {
  const { ms, known } = times.elapsed(row);
  return !known || ms >= row.pause;
}

function toDigestion(row: DigestionRow, times: Times): Digestion {
  const { session, attempts, reason, aside, extraction, plan } = row;
  const queuedAt = times.wallOf({
    wall: row.queued_wall,
    up: row.queued_up,
    boot: row.queued_boot,
  });
  return { session, upTo: row.up_to, attempts, queuedAt, reason, aside, extraction, plan };
}

function setState(
  db: Database.Database,
  session: string,
  state: "active" | "closed" | "digesting",
): void {
  db.prepare<[string, string]>("UPDATE session SET state = ? WHERE id = ?").run(state, session);
}

function gone(session: string): LociError {
  return new LociError(
    "SESSION_FAILED",
    `Cannot digest the conversation "${session}": it does not wait for that any more`,
    { data: { session } },
  );
}
