import type { Message, NewMessage } from "./session.ts";
import type { SessionFile } from "./session-file.ts";
import { correctTimes, isQueued, presentOf, requireRow } from "./session-rows.ts";
import { type Db, rows, run } from "./sql.ts";

/** Makes the session active (one that is `digesting` stays so), and live as long again. Throws where it is closed. */
export const addMessage = (file: SessionFile, id: string, message: NewMessage): Message =>
  file.write((db) => ({ ...message, ...insert(db, file, id, [message]) }));

/** The same for many at once, all of them or none. */
export function addMessages(file: SessionFile, id: string, messages: readonly NewMessage[]): void {
  if (messages.length > 0) file.write((db) => insert(db, file, id, messages));
}

/** Returns number and time of the last one. */
function insert(
  db: Db,
  { now, saveRecalledContext }: SessionFile,
  session: string,
  added: readonly NewMessage[],
): Pick<Message, "id" | "at"> {
  const before = requireRow(db, session, "add a message to").messages;
  correctTimes(db, now());
  const at = presentOf(db, now());
  // One statement: each takes memory until later.
  const put = db.prepare<unknown[]>("INSERT INTO message VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)");
  for (const [i, { role, agent, content, recalled, saidAt = at, ...rest }] of added.entries()) {
    const memories = JSON.stringify(saveRecalledContext ? recalled : []);
    const when = saidAt >= 0 && saidAt < latest ? Math.round(saidAt) : at;
    put.run(session, before + i + 1, role, agent, content, memories, JSON.stringify(rest), when);
  }
  for (const agent of new Set(added.map((message) => message.agent))) {
    run(db, "INSERT OR IGNORE INTO visit(session, agent) VALUES (?, ?)", session, agent);
  }
  const id = before + added.length;
  const state = "iif(state = 'digesting', state, 'active')";
  const sql = `UPDATE session SET messages = ?, at = ?, state = ${state} WHERE id = ?`;
  run(db, sql, id, at, session);
  return { id, at };
}

/** A transcript may date what was said later than any calendar goes. */
const latest = Date.UTC(2200, 0, 1);

/** The columns of a message; the rest is JSON. */
type MessageRow = Pick<Message, "id" | "role" | "agent" | "content" | "at"> & {
  readonly recalled: string;
  readonly value: string;
};

/**
 * Of one thread or of all, oldest first; the last `limit` (50; Infinity for all) up to the number `upTo`. Those that
 * were digested are no part of the conversation any more: only reading and forgetting need them.
 */
export const messages = (
  { read }: SessionFile,
  session: string,
  which: {
    readonly agent?: string;
    readonly limit?: number;
    readonly upTo?: number;
    readonly withDigested?: boolean;
  } = {},
): Message[] =>
  read((db) => {
    const { agent = null, limit = 50, upTo = Number.MAX_SAFE_INTEGER, withDigested } = which;
    const sql = `SELECT id, role, agent, content, recalled, value, at FROM message
      WHERE session = ? AND id <= ? AND agent = coalesce(?, agent) AND digested <= ?
      ORDER BY id DESC LIMIT ?`;
    const most = Number.isFinite(limit) ? limit : -1;
    return rows<MessageRow>(db, sql, session, upTo, agent, withDigested === true ? 1 : 0, most)
      .map(({ recalled, value, ...row }) => {
        return { ...JSON.parse(value), ...row, recalled: JSON.parse(recalled) };
      })
      .reverse();
  });

/**
 * Cuts a reply down to what the person heard of it, '' for nothing; false where the message is none of the agent's,
 * or where a digestion has it already.
 */
export const keepHeard = (
  { write }: SessionFile,
  session: string,
  message: number,
  heard: string,
): boolean =>
  write((db) => {
    if (isQueued(db, session, message)) return false;
    const its = "session = ? AND id = ? AND role = 'assistant' AND digested = 0";
    if (heard.trim() === "")
      return run(db, `DELETE FROM message WHERE ${its}`, session, message) > 0;
    const cut = "content = ?, value = json_insert(value, '$.degradations[#]', 'interrupted')";
    return run(db, `UPDATE message SET ${cut} WHERE ${its}`, heard, session, message) > 0;
  });
