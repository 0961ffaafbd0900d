import type Database from "better-sqlite3";
import { LociError } from "../errors.ts";
import { hasWordsOfPerson, removeRest, removeSession, removeSummary } from "./clear-session.ts";
import { clearThread } from "./clear-thread.ts";
import type { Timestamp } from "./clock.ts";
import { expire, isLive, readResolved } from "./expire.ts";
import { forgetWords } from "./forget-words.ts";
import { insertMessages, isText, parseArray, readMessages } from "./message-rows.ts";
import { newId } from "./new-id.ts";
import type {
  Message,
  NewMessage,
  Session,
  SessionState,
  Sessions,
  WhichSessions,
} from "./session.ts";
import { createSessionContext, insertEvent } from "./session-context.ts";
import type { SessionFile } from "./session-file.ts";
import { findRow, type Lifetimes, requireRow, type SessionRow, toSession } from "./session-rows.ts";
import { readTimes, stamp, type Times } from "./timestamps.ts";
import { keepHeard, withdraw } from "./withdraw.ts";

export interface SessionsOptions extends Lifetimes {
  /** false: what was recalled stays in this process. */
  readonly saveRecalledContext: boolean;
  /** The local day (`2026-02-12`) of a moment. */
  readonly dayOf: (ms: number) => string;
}

/** The conversations in the database. */
export function createSessions(file: SessionFile, options: SessionsOptions): Sessions {
  const { clock, settings } = options;
  const read = <T>(work: (db: Database.Database, times: Times) => T): T =>
    file.read((db) => work(db, readTimes(db, clock)));
  return {
    ...createSessionContext(file, options),
    start: (wanted) => file.write((db) => start(db, wanted, options)),
    find: (id) =>
      read((db, times) => {
        const row = findRow(db, id);
        return row === undefined ? undefined : toSession(row, times);
      }),
    list: () => read((db, times) => allRows(db).map((row) => toSession(row, times))),
    addMessage: (id, message) =>
      file.write((db) => ({ ...message, ...addMessages(db, id, [message], options) })),
    addMessages: (id, messages) => {
      if (messages.length > 0) file.write((db) => addMessages(db, id, messages, options));
    },
    messages: (id, options = {}) => {
      const { agent, limit = 50, upTo = Number.MAX_SAFE_INTEGER, withDigested = false } = options;
      const which = { session: id, agent, limit, upTo, withDigested };
      return read((db, times) => readMessages(db, times, which));
    },
    update: (id, change, event) =>
      file.write((db) => {
        const updated = update(db, id, change, options);
        if (event !== undefined) insertEvent(db, clock, id, event);
        return updated;
      }),
    idleFor: (ms) =>
      read((db, times) =>
        allRows(db)
          .filter((row) => row.state === "active" && quiet(row, times) >= ms)
          .map((row) => toSession(row, times)),
      ),
    resolved: (person, agent) =>
      read((db, times) =>
        readResolved(db, { person })
          .filter((row) => agent === undefined || row.agent === agent)
          .filter((row) => isLive(row, times, settings))
          .map(({ session, summary, topic, sentiment, intents, ...row }) => {
            const at = times.wallOf(row);
            const words = parseArray(intents).filter(isText);
            return { session, person, at, summary, topic, sentiment, intents: words };
          }),
      ),
    remove: (which) => remove(file, which, options),
    idsOf: (which) => file.read((db) => sessionsOf(db, which, options)),
    keepHeard: (id, message, heard) => file.write((db) => keepHeard(db, id, message, heard)),
    withdraw: (id, withdrawn) =>
      file.write((db, wipe) => {
        const isTaken = withdraw(db, id, withdrawn);
        if (isTaken) wipe();
        return isTaken;
      }),
    clearThread: (id, agent) =>
      file.write((db, wipe) => clearThread({ db, clock, wipe }, id, agent)),
    forgetWords: (id, words) => file.write((db, wipe) => forgetWords(db, id, words) && wipe()),
    removeSummary: (id) => file.write((db, wipe) => removeSummary(db, id) && wipe()),
    expire: () => expire(file, options),
  };
}

/** Newest first: their ids sort by their start, whatever the clock did. */
const allRows = (db: Database.Database): SessionRow[] =>
  db.prepare<[], SessionRow>("SELECT * FROM session ORDER BY id DESC").all();

function quiet(moment: Timestamp, times: Times): number {
  const { ms, known } = times.elapsed(moment);
  return known ? ms : Number.POSITIVE_INFINITY;
}

function start(
  db: Database.Database,
  wanted: Parameters<Sessions["start"]>[0],
  { clock }: SessionsOptions,
): Session {
  const now = stamp(db, clock);
  const newest = db.prepare<[], { id: string | null }>("SELECT max(id) AS id FROM session").get();
  const id = newId(now.wall, newest?.id ?? undefined);
  const { person, agent, mode, language, keeps = true, isBound = false } = wanted;
  db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO session VALUES (@id, @person, @agent, @mode, @language, 'idle', NULL, 0,
       @wall, @up, @boot, @wall, @up, @boot, @keeps, @bound)`,
  ).run({
    ...{ id, person, agent, mode, language, ...now },
    ...{ keeps: keeps ? 1 : 0, bound: isBound ? 1 : 0 },
  });
  noteContact(db, person, now);
  return toSession(requireRow(db, id), readTimes(db, clock));
}

/** Returns number and time of the last one. */
function addMessages(
  db: Database.Database,
  id: string,
  added: readonly NewMessage[],
  { clock, saveRecalledContext }: SessionsOptions,
): Pick<Message, "id" | "at"> {
  const { messages, person } = requireOpen(db, id, "add a message to");
  const at = stamp(db, clock);
  const number = messages + added.length;
  const kept = saveRecalledContext ? added : added.map((one) => ({ ...one, recalled: [] }));
  insertMessages(db, { session: id, first: messages + 1, at }, kept);
  db.prepare<[Record<string, string | number>]>(
    `UPDATE session SET messages = @number, wall = @wall, up = @up, boot = @boot,
       state = CASE state WHEN 'digesting' THEN state ELSE 'active' END WHERE id = @id`,
  ).run({ id, number, ...at });
  const visit = db.prepare<[string, string]>(
    "INSERT OR IGNORE INTO visit(session, agent) VALUES (?, ?)",
  );
  for (const agent of new Set(added.map((one) => one.agent))) visit.run(id, agent);
  noteContact(db, person, at);
  return { id: number, at: readTimes(db, clock).wallOf(at) };
}

function noteContact(db: Database.Database, person: string | null, at: Timestamp): void {
  db.prepare<[Record<string, string | number>]>(
    `INSERT INTO contact VALUES (@person, @wall, @up, @boot)
     ON CONFLICT DO UPDATE SET wall = @wall, up = @up, boot = @boot`,
  ).run({ person: person ?? "", ...at });
}

function update(
  db: Database.Database,
  id: string,
  change: Parameters<Sessions["update"]>[1],
  { clock }: SessionsOptions,
): Session {
  const row = requireOpen(db, id, "change");
  if (change.state !== undefined && change.state !== row.state) checkState(db, row, change.state);
  const { agent, mode, language, topic, state } = { ...row, ...change };
  db.prepare<[Record<string, string | null>]>(
    `UPDATE session SET agent = @agent, mode = @mode, language = @language, topic = @topic, state = @state
     WHERE id = @id`,
  ).run({ id, agent, mode, language, topic, state });
  return toSession(requireRow(db, id), readTimes(db, clock));
}

/** The queue alone puts sessions into `digesting` and takes them out. */
function checkState(db: Database.Database, { id, state }: SessionRow, wanted: SessionState): void {
  const byQueue = state === "digesting" || wanted === "digesting";
  if (!byQueue && !(wanted === "closed" && hasWordsOfPerson(db, id))) return;
  const why = byQueue
    ? "the digestion queue decides about that"
    : "what was said in it has not been digested; put it into the queue, or remove it";
  throw new LociError("SESSION_FAILED", `Cannot make the conversation "${id}" ${wanted}: ${why}`, {
    data: { session: id, state, wanted },
  });
}

function requireOpen(db: Database.Database, id: string, verb: string): SessionRow {
  const row = requireRow(db, id);
  if (row.state !== "closed") return row;
  throw new LociError(
    "SESSION_FAILED",
    `Cannot ${verb} the conversation "${id}": it is closed; start a new one`,
    { data: { session: id } },
  );
}

function remove(
  file: SessionFile,
  which: WhichSessions,
  options: SessionsOptions,
): readonly string[] {
  const removed = file.write((db, wipe) => {
    const ids = sessionsOf(db, which, options);
    for (const id of ids) removeSession(db, id);
    if (which === "all") removeRest(db);
    if (ids.length > 0 || which === "all") wipe();
    return ids;
  });
  if (which === "all") file.removeDamaged();
  return removed;
}

/** Ids of sessions, and of what earlier ones came to. */
function sessionsOf(
  db: Database.Database,
  which: WhichSessions,
  { clock, dayOf }: SessionsOptions,
): readonly string[] {
  const times = readTimes(db, clock);
  const ids = new Set<string>();
  const note = (one: Noted): void => void (isMeant(which, one, dayOf) && ids.add(one.id));
  const visits = db.prepare<[string], { agent: string }>(
    "SELECT agent FROM visit WHERE session = ?",
  );
  for (const row of allRows(db)) {
    const agents = [row.agent, ...visits.all(row.id).map(({ agent }) => agent)];
    const { startedAt: from, lastAt: to } = toSession(row, times);
    note({ id: row.id, person: row.person, agents, from, to });
  }
  for (const { session: id, person, ...row } of readResolved(db)) {
    const at = times.wallOf(row);
    note({ id, person, agents: [], from: at, to: at });
  }
  return [...ids];
}

interface Noted {
  readonly id: string;
  readonly person: string | null;
  readonly agents: readonly string[];
  readonly from: number;
  readonly to: number;
}

function isMeant(
  which: WhichSessions,
  { id, person, agents, from, to }: Noted,
  dayOf: SessionsOptions["dayOf"],
): boolean {
  if (which === "all") return true;
  if ("id" in which) return which.id === id;
  const isOfDay = which.day === undefined || (dayOf(from) <= which.day && which.day <= dayOf(to));
  const isOfPerson = which.person === undefined || which.person === person;
  return isOfDay && isOfPerson && (which.agent === undefined || agents.includes(which.agent));
}
