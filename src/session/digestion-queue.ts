import type Database from "better-sqlite3";
import { LociError } from "../errors.ts";
import { clearHistory, hasWordsOfPerson } from "./clear-session.ts";
import type { Clock, Timestamp } from "./clock.ts";
import type { Digestion, DigestionQueue } from "./digestion.ts";
import { redactHistory } from "./message-rows.ts";
import type { Resolved } from "./session.ts";
import type { SessionFile } from "./session-file.ts";
import { type Lifetimes, requireRow } from "./session-rows.ts";
import { readTimes, stamp, type Times } from "./timestamps.ts";

/** The queue of conversations in the database. */
export function createDigestionQueue(
  file: SessionFile,
  { clock, settings }: Lifetimes,
): DigestionQueue {
  return {
    add: (session) => file.write((db, wipe) => enqueue(db, { session, clock, wipe })),
    next: (session) =>
      file.read((db) => {
        const times = readTimes(db, clock);
        const wanted = session ?? readQueue(db).find((row) => isDue(row, times))?.session;
        const row = wanted === undefined ? undefined : readRow(db, wanted);
        return row === undefined ? undefined : toDigestion(row);
      }),
    waiting: () =>
      file.read((db) => {
        const sql = `SELECT * FROM digestion ORDER BY ${order}`;
        const all = db.prepare<[], DigestionRow>(sql).all();
        return all.map(toDigestion);
      }),
    begin(session) {
      file.write((db) => {
        const sql = "UPDATE digestion SET begun = begun + 1 WHERE session = ?";
        if (db.prepare<[string]>(sql).run(session).changes === 0) throw gone(session);
      });
    },
    keep(session, step, value) {
      file.write((db) => {
        const column = step === "plan" ? "plan" : "extraction";
        const sql = `UPDATE digestion SET ${column} = ? WHERE session = ?`;
        if (db.prepare<[string, string]>(sql).run(value, session).changes === 0)
          throw gone(session);
      });
    },
    fail: (session, failure) => file.write((db) => fail(db, session, { ...failure, clock })),
    finish: (session, resolved) =>
      file.write((db, wipe) => {
        const covered = finish(db, session, { clock, settings, wipe });
        if (resolved !== null && settings.resolvedDays > 0)
          keepResolved(db, { ...resolved, ...covered }, clock);
      }),
  };
}

function fail(
  db: Database.Database,
  session: string,
  failure: Parameters<DigestionQueue["fail"]>[1] & { readonly clock: Clock },
): void {
  const { reason, afterMs, aside, clock } = failure;
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
}

/** Takes what the digestion covered out of the conversation; what follows a stretch of a long conversation waits in its place. */
function finish(
  db: Database.Database,
  session: string,
  { clock, settings, wipe }: Lifetimes & { readonly wipe: () => void },
): Covered {
  const sql = "SELECT up_to FROM digestion WHERE session = ?";
  const queued = db.prepare<[string], { up_to: number }>(sql).get(session);
  if (queued === undefined) throw gone(session);
  const { person, keeps } = requireRow(db, session);
  const agent = onlyAgent(db, session);
  const isStretch = isLong(db, session, queued.up_to);
  const { digestedHours = settings.hours, anonymize = false } = settings;
  if (anonymize) redactHistory(db, session, queued.up_to);
  const stays = clearHistory(db, session, queued.up_to, keeps === 1 && digestedHours > 0);
  setState(db, session, stays ? "active" : "closed");
  if (stays && isStretch) enqueue(db, { session, clock, wipe });
  wipe();
  return { session, person, agent };
}

interface Covered extends Pick<Resolved, "session" | "person"> {
  readonly agent: string | null;
}

/** The one agent of a session; null where several took part. */
function onlyAgent(db: Database.Database, session: string): string | null {
  const sql = "SELECT DISTINCT agent FROM visit WHERE session = ?";
  const agents = db.prepare<[string], { agent: string }>(sql).all(session);
  return agents.length === 1 ? (agents[0]?.agent ?? null) : null;
}

function keepResolved(
  db: Database.Database,
  { session, person, agent, summary, topic, sentiment, intents }: Omit<Resolved, "at"> & Covered,
  clock: Clock,
): void {
  db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO resolved(session, person, agent, summary, topic, sentiment, intents, wall, up, boot)
     VALUES (@session, @person, @agent, @summary, @topic, @sentiment, @intents, @wall, @up, @boot)`,
  ).run({
    session,
    person,
    agent,
    summary,
    topic,
    sentiment,
    intents: JSON.stringify(intents),
    ...stamp(db, clock),
  });
}

/** Puts a session into the queue; true when it is in. One without a message of the person is closed. */
export function enqueue(
  db: Database.Database,
  what: { readonly session: string; readonly clock: Clock; readonly wipe: () => void },
): boolean {
  const { session, clock, wipe } = what;
  const { state, messages } = requireRow(db, session);
  if (state === "digesting" || state === "closed") return state === "digesting";
  if (!hasWordsOfPerson(db, session)) {
    clearHistory(db, session, messages, false);
    setState(db, session, "closed");
    wipe();
    return false;
  }
  db.prepare<[Record<string, string | number>]>(
    `INSERT INTO digestion(session, up_to, queued_wall, queued_up, queued_boot, wall, up, boot)
     VALUES (@session, @messages, @wall, @up, @boot, @wall, @up, @boot)`,
  ).run({ session, messages: endOfStretch(db, session) ?? messages, ...stamp(db, clock) });
  setState(db, session, "digesting");
  return true;
}

/** Messages that are digested at once: as many as leave other conversations their turn, and a small board its memory. */
const maxMessages = 500;

/** The last message of the first whole turns of a long conversation; undefined for a short one, which is digested as a whole. */
function endOfStretch(db: Database.Database, session: string): number | undefined {
  const sql = "SELECT id, role FROM message WHERE session = ? AND digested = 0 ORDER BY id LIMIT ?";
  const first = db
    .prepare<[string, number], { id: number; role: string }>(sql)
    .all(session, maxMessages + 1);
  if (first.length <= maxMessages) return undefined;
  const turn = first.findLastIndex(
    ({ role }, i) => role === "user" && first[i - 1]?.role === "assistant",
  );
  return first[(turn > maxMessages / 2 ? turn : maxMessages) - 1]?.id;
}

/** Whether a digestion covers so much that it is likely a stretch of more: what follows is then digested too. */
function isLong(db: Database.Database, session: string, upTo: number): boolean {
  const sql =
    "SELECT 1 FROM message WHERE session = ? AND id <= ? AND digested = 0 LIMIT 1 OFFSET ?";
  return (
    db.prepare<[string, number, number]>(sql).get(session, upTo, maxMessages / 2 - 1) !== undefined
  );
}

interface DigestionRow extends Timestamp {
  readonly session: string;
  readonly up_to: number;
  readonly attempts: number;
  readonly begun: number;
  readonly pause: number;
  readonly reason: string | null;
  readonly aside: string | null;
  readonly extraction: string | null;
  readonly plan: string | null;
}

/** What decides whose turn it is: what the steps came to may be long. */
type QueueRow = Pick<DigestionRow, "session" | "pause" | keyof Timestamp>;

const readQueue = (db: Database.Database): QueueRow[] =>
  db
    .prepare<[], QueueRow>(`SELECT session, pause, wall, up, boot FROM digestion ORDER BY ${order}`)
    .all();

/** A failure is one that was begun, but for those of a Loci that did not count these. */
const order = "plan IS NULL, max(attempts, begun), n";

const readRow = (db: Database.Database, session: string): DigestionRow | undefined =>
  db.prepare<[string], DigestionRow>("SELECT * FROM digestion WHERE session = ?").get(session);

/** Where no clock can measure the time since the last attempt, it has waited long enough. */
function isDue(row: QueueRow, times: Times): boolean {
  const { ms, known } = times.elapsed(row);
  return !known || ms >= row.pause;
}

function toDigestion(row: DigestionRow): Digestion {
  const { session, attempts, begun, reason, aside, extraction, plan } = row;
  return { session, upTo: row.up_to, attempts, begun, reason, aside, extraction, plan };
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
