import type Database from "better-sqlite3";
import { parseObject } from "./message-rows.ts";
import { isQueued } from "./take-back.ts";

/**
 * Cuts a reply down to what the person heard of it; the reply goes where that is nothing. False where the message is
 * none of the agent's, or where a digestion has it already.
 */
export function keepHeard(
  db: Database.Database,
  session: string,
  message: number,
  heard: string,
): boolean {
  const row = db
    .prepare<[string, number], { extra: string }>(
      "SELECT extra FROM message WHERE session = ? AND id = ? AND role = 'assistant' AND digested = 0",
    )
    .get(session, message);
  if (row === undefined || isQueued(db, session, message)) return false;
  if (heard.trim() === "") {
    db.prepare<[string, number]>("DELETE FROM message WHERE session = ? AND id = ?").run(
      session,
      message,
    );
    return true;
  }
  const extra = parseObject(row.extra);
  const before = Array.isArray(extra.degradations) ? extra.degradations : [];
  const degradations = [...before, "interrupted"];
  db.prepare<[string, string, string, number]>(
    "UPDATE message SET content = ?, extra = ? WHERE session = ? AND id = ?",
  ).run(heard, JSON.stringify({ ...extra, degradations }), session, message);
  return true;
}
