import { isSavedIn } from "../digest/plan.ts";
import type { SessionDb } from "../session/open-session-db.ts";
import type { SessionEvent } from "../session/session.ts";
import { dropVersions, keepSteps } from "../sync/commit/pending.ts";
import { isBareTopic, removeEntry } from "../vault/edit/edit-topic.ts";
import { setUpdated } from "../vault/edit/set-frontmatter-key.ts";
import { createMentionMatcher } from "../vault/log/mention-matcher.ts";
import { toTopicPath } from "../vault/paths.ts";
import { changeVaultFile, inStep } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { settleForgotten } from "./forget.ts";
import { readTopicFile } from "./read-topic.ts";

/** What was taken back. */
export interface TakenBack {
  /** What the person had said. */
  readonly said: string;
  /** Memories that came of it and are gone again. */
  readonly forgotten: readonly string[];
  /** Memories that came of it and were changed since, as they stand now: they stay. */
  readonly kept: readonly string[];
}

/**
 * Takes the person's last message out of a session, with the reply and all that came of it; first what it saved out of
 * the vault, so that whatever stops it in between, it can be done again. Undefined where there is none, or where a
 * digestion has it. Throws LociError where the vault cannot be written.
 */
export async function takeBackLast(
  context: MemoryContext,
  db: SessionDb,
  session: string,
): Promise<TakenBack | undefined> {
  const { sessions, digestions } = db;
  const messages = sessions.messages(session, { limit: Number.POSITIVE_INFINITY });
  const request = messages.findLast(({ role }) => role === "user");
  if (request === undefined) return undefined;
  if ((digestions.next(session)?.upTo ?? 0) >= request.id) return undefined;
  const forgotten: string[] = [];
  const kept: string[] = [];
  for (const memory of savedOf(db, session, request.id)) {
    if (await unsave(context, session, memory)) forgotten.push(memory.text);
    else kept.push(...changedTo(context, db, session, memory));
  }
  if (forgotten.length > 0) {
    // No pending version that holds the text may still be committed.
    await context.lock(() => dropVersions(context.lociDir));
    await settleForgotten(context, forgotten);
  }
  return sessions.withdraw(session, request.id)
    ? { said: request.content, forgotten, kept }
    : undefined;
}

type SavedEvent = Extract<SessionEvent, { type: "saved" }>;

/** What was saved of a message or after it, and of none before it. */
function savedOf({ sessions }: SessionDb, session: string, message: number): SavedEvent[] {
  const saved = sessions.events(session).filter((event) => event.type === "saved");
  const each = Map.groupBy(saved, ({ text, file }) => `${file}\n${text}`).values();
  return [...each].flatMap(([first]) => (first && first.message >= message ? first : []));
}

/**
 * Takes one memory out again, in no step that could bring it back; a topic that was made for it goes too. False where
 * it is not there: what was there before, or has gone since, is no matter of ours.
 */
async function unsave(context: MemoryContext, session: string, memory: SavedEvent) {
  const { text, file } = memory;
  const entry = readTopicFile(context, file)?.topic.entries.find(
    (one) => one.text === text && isSavedIn(session, memory, one.fields.source),
  );
  if (entry === undefined) return false;
  const path = toTopicPath(file);
  const updated = context.time().slice(0, 10);
  await changeVaultFile(inStep(context, { isFinal: true }))(path, (bytes) => {
    const rest = setUpdated(removeEntry(bytes ?? new Uint8Array(), entry.id), updated);
    return { bytes: isBareTopic(rest) ? null : rest, result: null, ops: ["removed"] };
  });
  await context.lock(() => keepSteps(context.lociDir, [path]));
  return true;
}

/** The entry as somebody has reworded it since. */
function changedTo(
  context: MemoryContext,
  { sessions }: SessionDb,
  session: string,
  { text, file, isNew }: SavedEvent,
): readonly string[] {
  const events = sessions.events(session);
  const saved = new Set(events.flatMap((event) => (event.type === "saved" ? event.text : [])));
  const changed = (readTopicFile(context, file)?.topic.entries ?? []).find(
    (one) => !saved.has(one.text) && createMentionMatcher([text]).reveals(one.text),
  );
  return isNew === true && changed !== undefined ? [changed.text] : [];
}
