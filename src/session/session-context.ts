import type Database from "better-sqlite3";
import type { Clock, Timestamp } from "./clock.ts";
import { isRecalled, isText, parseObject } from "./message-rows.ts";
import type { SessionEvent, Sessions } from "./session.ts";
import type { SessionFile } from "./session-file.ts";
import { requireRow } from "./session-rows.ts";
import { readTimes, stamp } from "./timestamps.ts";
import { putUse } from "./use-days.ts";

/** What a session keeps besides its messages: events, agents, slots and memories. */
export function createSessionContext(
  file: SessionFile,
  { clock, dayOf }: { readonly clock: Clock; readonly dayOf: (ms: number) => string },
): Pick<
  Sessions,
  "addEvent" | "events" | "visited" | "slots" | "setSlot" | "recalled" | "addRecalled"
> {
  return {
    addEvent(id, event) {
      file.write((db) => {
        requireRow(db, id);
        insertEvent(db, clock, id, event);
      });
    },
    events: (id) =>
      file.read((db) => {
        const times = readTimes(db, clock);
        const sql = "SELECT value, wall, up, boot FROM event WHERE session = ? ORDER BY n";
        const rows = db.prepare<[string], Timestamp & { value: string }>(sql).all(id);
        return rows.flatMap((row) => {
          const event: unknown = parseObject(row.value);
          return isEvent(event) ? [{ ...event, at: times.wallOf(row) }] : [];
        });
      }),
    visited: (id) =>
      file.read((db) => {
        const sql = "SELECT agent FROM visit WHERE session = ? ORDER BY n";
        const rows = db.prepare<[string], { agent: string }>(sql).all(id);
        return rows.map(({ agent }) => agent);
      }),
    slots: (id) =>
      file.read((db) => {
        const sql = "SELECT name, value FROM slot WHERE session = ? ORDER BY n";
        const rows = db.prepare<[string], { name: string; value: string }>(sql).all(id);
        return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
      }),
    setSlot(id, name, value, by) {
      file.write((db) => {
        requireRow(db, id);
        const from = readSlot(db, id, name);
        putSlot(db, id, name, value);
        const to = value ?? "";
        if (by !== undefined && from !== to) {
          insertEvent(db, clock, id, { type: "slot", name, from, to, ...by });
        }
      });
    },
    recalled: (id, agent) =>
      file.read((db) => {
        const sql =
          "SELECT value FROM recalled WHERE session = ? AND agent = coalesce(?, agent) ORDER BY n";
        const rows = db.prepare<[string, string | null], { value: string }>(sql);
        return rows
          .all(id, agent ?? null)
          .map(({ value }): unknown => parseObject(value))
          .filter(isRecalled);
      }),
    addRecalled: (id, agent, memories) =>
      file.write((db) => {
        requireRow(db, id);
        const isThere = db.prepare<[string, string, string, string]>(
          "SELECT 1 FROM recalled WHERE session = ? AND agent = ? AND file = ? AND entry = ?",
        );
        const put = db.prepare<[string, string, string, string, string]>(
          `INSERT INTO recalled(session, agent, file, entry, value) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (session, agent, file, entry) DO UPDATE SET value = excluded.value`,
        );
        const day = dayOf(clock.now());
        return memories.filter((memory) => {
          putUse(db, memory.id, day);
          const isNew = isThere.get(id, agent, memory.file, memory.id) === undefined;
          put.run(id, agent, memory.file, memory.id, JSON.stringify(memory));
          return isNew;
        });
      }),
  };
}

export function insertEvent(
  db: Database.Database,
  clock: Clock,
  session: string,
  event: SessionEvent,
): void {
  const { wall, up, boot } = stamp(db, clock);
  db.prepare<[string, string, number, number, string]>(
    "INSERT INTO event(session, value, wall, up, boot) VALUES (?, ?, ?, ?, ?)",
  ).run(session, JSON.stringify(event), wall, up, boot);
}

/** '' where there is none of that name. */
function readSlot(db: Database.Database, session: string, name: string): string {
  const sql = "SELECT value FROM slot WHERE session = ? AND name = ?";
  return db.prepare<[string, string], { value: string }>(sql).get(session, name)?.value ?? "";
}

/** Writes a slot of a session; null: it goes. */
export function putSlot(
  db: Database.Database,
  session: string,
  name: string,
  value: string | null,
): void {
  if (value === null) {
    const sql = "DELETE FROM slot WHERE session = ? AND name = ?";
    db.prepare<[string, string]>(sql).run(session, name);
    return;
  }
  db.prepare<[string, string, string]>(
    `INSERT INTO slot(session, name, value) VALUES (?, ?, ?)
     ON CONFLICT (session, name) DO UPDATE SET value = excluded.value`,
  ).run(session, name, value);
}

function isEvent(value: unknown): value is SessionEvent {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  const { type, ...fields }: { type: unknown } & Record<string, unknown> = { ...value };
  const names = fieldsByType.get(type);
  if (namesMessage.has(type) && typeof fields.message !== "number") return false;
  return names?.every((name) => isText(fields[name])) ?? false;
}

const fieldsByType: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["mode", ["from", "to"]],
  ["language", ["from", "to", "trigger"]],
  ["handoff", ["from", "to", "context"]],
  ["topic", ["path"]],
  ["saved", ["text", "file"]],
  ["proposal", ["text"]],
  ["declined", ["text"]],
  ["slot", ["name", "from", "to", "agent"]],
  ["cleared", ["agent"]],
]);
const namesMessage: ReadonlySet<unknown> = new Set(["saved", "proposal", "declined", "slot"]);
