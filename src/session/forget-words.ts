import type Database from "better-sqlite3";
import { hasOpenMessages } from "./clear-session.ts";
import { parseObject, rewriteEvents } from "./message-rows.ts";
import type { Message } from "./session.ts";
import { putSlot } from "./session-context.ts";
import { requireRow } from "./session-rows.ts";

/** What leaves a conversation with a memory that is forgotten. */
export interface ForgottenWords {
  /** Messages that go. */
  readonly gone: readonly number[];
  /** What is left of others. */
  readonly left: readonly Pick<Message, "id" | "content">[];
  /** Slots that go. */
  readonly slots: readonly string[];
  /** True for a text that contains it: asked of memories that were recalled or saved, and of what was handed over. */
  readonly mentions: (text: string) => boolean;
}

/** Takes words out of a session and of all that it keeps; returns whether there were any. */
export function forgetWords(
  db: Database.Database,
  session: string,
  words: ForgottenWords,
): boolean {
  const row = requireRow(db, session);
  const before = changesOf(db);
  const remove = db.prepare<[string, number]>("DELETE FROM message WHERE session = ? AND id = ?");
  for (const id of words.gone) remove.run(session, id);
  const cut = db.prepare<[string, string, number]>(
    "UPDATE message SET content = ? WHERE session = ? AND id = ?",
  );
  for (const { id, content } of words.left) cut.run(content, session, id);
  for (const name of words.slots) putSlot(db, session, name, null);
  forgetInMessages(db, session, words);
  forgetInEvents(db, session, words);
  forgetRecalled(db, session, words);
  if (changesOf(db) === before) return false;
  if (row.state === "active" && !hasOpenMessages(db, session)) {
    db.prepare<[string]>("UPDATE session SET state = 'idle' WHERE id = ?").run(session);
  }
  return true;
}

const changesOf = (db: Database.Database): unknown =>
  db.prepare("SELECT total_changes()").pluck().get();

/** Of the memories that came into the context with a message. */
function forgetInMessages(
  db: Database.Database,
  session: string,
  { mentions }: ForgottenWords,
): void {
  const rows = db
    .prepare<[string], { n: number; extra: string }>(
      "SELECT n, extra FROM message WHERE session = ?",
    )
    .all(session);
  const put = db.prepare<[string, number]>("UPDATE message SET extra = ? WHERE n = ?");
  for (const { n, extra } of rows) {
    const fields = parseObject(extra);
    if (!Array.isArray(fields.recalled)) continue;
    const all: readonly unknown[] = fields.recalled;
    const recalled = all.filter((memory) => !mentions(textOf(memory)));
    if (recalled.length < all.length) put.run(JSON.stringify({ ...fields, recalled }), n);
  }
}

function forgetInEvents(
  db: Database.Database,
  session: string,
  { mentions }: ForgottenWords,
): void {
  rewriteEvents(db, session, (event) => {
    const { context, from, to } = event;
    const texts = event.type === "slot" ? [from, to] : [event.text];
    if (texts.some((text) => typeof text === "string" && mentions(text))) return null;
    return typeof context === "string" && mentions(context) ? { ...event, context: "" } : event;
  });
}

function forgetRecalled(
  db: Database.Database,
  session: string,
  { mentions }: ForgottenWords,
): void {
  const rows = db
    .prepare<[string], { n: number; value: string }>(
      "SELECT n, value FROM recalled WHERE session = ?",
    )
    .all(session);
  const remove = db.prepare<[number]>("DELETE FROM recalled WHERE n = ?");
  for (const { n, value } of rows) if (mentions(textOf(parseObject(value)))) remove.run(n);
}

const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null && "text" in value ? String(value.text) : "";
