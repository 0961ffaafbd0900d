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
    next: (session) => file.read((db) => toNext(db, session ?? firstDue(db, clock, "session"))),
    addSplit: (path) => file.write((db) => insert(db, { session: path, upTo: 0, clock })),
    nextSplit: () => file.read((db) => toNext(db, firstDue(db, clock, "topic"))),
    dropSplit: (path) =>
      file.write((db, wipe) => {
        db.prepare<[string]>("DELETE FROM digestion WHERE session = ?").run(path);
        wipe();
      }),
    waiting: () =>
      file.read((db) => {
        const sql = `SELECT * FROM digestion WHERE ${isOf.session} ORDER BY ${order}`;
        const all = db.prepare<[], DigestionRow>(sql).all();
        return all.map(toDigestion);
      }),
    begin(session) {
      file.write((db) => {
        const sql = "UPDATE digestion SET begun = begun + 1 WHERE session = ?";
        if (db.prepare<[string]>(sql).run(session).changes === 0) throw gone(session);
      });
    },
    keep(session, plan) {
      file.write((db) => {
        const sql = "UPDATE digestion SET plan = ? WHERE session = ?";
        if (db.prepare<[string, string]>(sql).run(plan, session).changes === 0) throw gone(session);
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
  const { reason, afterMs, clock } = failure;
  const { wall, up, boot } = stamp(db, clock);
  const { changes } = db
    .prepare<[Record<string, string | number | null>]>(
      `UPDATE digestion SET attempts = attempts + 1, reason = @reason, pause = @pause,
         wall = @wall, up = @up, boot = @boot
       WHERE session = @session`,
    )
    .run({
      reason,
      pause: Math.max(0, Math.round(afterMs)),
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
  insert(db, { session, upTo: endOfStretch(db, session) ?? messages, clock });
  setState(db, session, "digesting");
  return true;
}

function insert(
  db: Database.Database,
  { clock, ...row }: { readonly session: string; readonly upTo: number; readonly clock: Clock },
): void {
  db.prepare<[Record<string, string | number>]>(
    `INSERT OR IGNORE INTO digestion(session, up_to, queued_wall, queued_up, queued_boot, wall, up, boot)
     VALUES (@session, @upTo, @wall, @up, @boot, @wall, @up, @boot)`,
  ).run({ ...row, ...stamp(db, clock) });
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
  readonly plan: string | null;
}

/** What decides whose turn it is: a plan may be long. */
type QueueRow = Pick<DigestionRow, "session" | "pause" | keyof Timestamp>;

/** A topic that is too long waits beside conversations, under its path; an id of a session has no slash. */
const isOf = { session: "instr(session, '/') = 0", topic: "instr(session, '/') > 0" };

function firstDue(
  db: Database.Database,
  clock: Clock,
  kind: keyof typeof isOf,
): string | undefined {
  const times = readTimes(db, clock);
  const sql = `SELECT session, pause, wall, up, boot FROM digestion WHERE ${isOf[kind]} ORDER BY ${order}`;
  const rows = db.prepare<[], QueueRow>(sql).all();
  return rows.find((row) => isDue(row, times))?.session;
}

/** A failure is one that was begun, but for those of a Loci that did not count these. */
const order = "plan IS NULL, max(attempts, begun), n";

function toNext(db: Database.Database, session: string | undefined): Digestion | undefined {
  if (session === undefined) return undefined;
  const sql = "SELECT * FROM digestion WHERE session = ?";
  const row = db.prepare<[string], DigestionRow>(sql).get(session);
  return row === undefined ? undefined : toDigestion(row);
}

/** Where no clock can measure the time since the last attempt, it has waited long enough. */
function isDue(row: QueueRow, times: Times): boolean {
  const { ms, known } = times.elapsed(row);
  return !known || ms >= row.pause;
}

function toDigestion(row: DigestionRow): Digestion {
  const { session, attempts, begun, reason, plan } = row;
  return { session, upTo: row.up_to, attempts, begun, reason, plan };
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
