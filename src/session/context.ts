import type { Recalled, SessionEvent } from "./session.ts";
import type { SessionFile } from "./session-file.ts";
import { insertEvent, putSlot, requireRow } from "./session-rows.ts";
import { column, has, rows, run } from "./sql.ts";
import { noteUse } from "./use-days.ts";

export const addEvent = ({ write, now }: SessionFile, id: string, event: SessionEvent): void =>
  write((db) => {
    requireRow(db, id);
    insertEvent(db, id, event, now());
  });

/** In the order in which they happened. */
export const events = (
  { read }: SessionFile,
  id: string,
): readonly (SessionEvent & { readonly at: number })[] =>
  read((db) =>
    rows<{ value: string; at: number }>(
      db,
      "SELECT value, at FROM event WHERE session = ? ORDER BY n",
      id,
    ).map(({ value, at }) => ({ ...JSON.parse(value), at })),
  );

/** Agents that have been here, in order of their first turn. */
export const visited = ({ read }: SessionFile, id: string): readonly string[] =>
  read((db) => column<string>(db, "SELECT agent FROM visit WHERE session = ? ORDER BY n", id));

export const slots = ({ read }: SessionFile, id: string): Readonly<Record<string, string>> =>
  read((db) => {
    const sql = "SELECT name, value FROM slot WHERE session = ? ORDER BY n";
    const all = rows<{ name: string; value: string }>(db, sql, id);
    return Object.fromEntries(all.map(({ name, value }) => [name, value]));
  });

/** `by`: kept as an event, so that what a slot was before can be read. */
export function setSlot(
  { write, now }: SessionFile,
  id: string,
  name: string,
  value: string | null,
  by?: { readonly agent: string; readonly message: number },
): void {
  write((db) => {
    requireRow(db, id);
    const sql = "SELECT value FROM slot WHERE session = ? AND name = ?";
    const [from = ""] = column<string>(db, sql, id, name);
    putSlot(db, id, name, value);
    const to = value ?? "";
    if (by === undefined || from === to) return;
    insertEvent(db, id, { type: "slot", name, from, to, ...by }, now());
  });
}

/** Memories in the context of an agent, or of any, each once for each agent, in order of their coming. */
export const recalled = ({ read }: SessionFile, id: string, agent?: string): readonly Recalled[] =>
  read((db) => {
    const sql =
      "SELECT value FROM recalled WHERE session = ? AND agent = coalesce(?, agent) ORDER BY n";
    return column<string>(db, sql, id, agent ?? null).map((value): Recalled => JSON.parse(value));
  });

/** An agent recalled them, some perhaps again: others may not see the same. Returns those that were not there yet. */
export function addRecalled(
  { write, now, dayOf }: SessionFile,
  id: string,
  agent: string,
  memories: readonly Recalled[],
): readonly Recalled[] {
  return write((db) => {
    requireRow(db, id);
    const one = "SELECT 1 FROM recalled WHERE session = ? AND agent = ? AND file = ? AND entry = ?";
    const put = `INSERT INTO recalled(session, agent, file, entry, value) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (session, agent, file, entry) DO UPDATE SET value = excluded.value`;
    return memories.filter((memory) => {
      noteUse(db, memory.id, { day: dayOf(now()), isRestored: false });
      const key = [id, agent, memory.file, memory.id];
      const isNew = !has(db, one, ...key);
      run(db, put, ...key, JSON.stringify(memory));
      return isNew;
    });
  });
}
