import type { DigestedText } from "../digest/digest-ports.ts";
import { isSavedIn } from "../digest/make-plan.ts";
import type { SessionDb } from "../session/open-session-db.ts";
import type { Message, Recalled, SessionEvent } from "../session/session.ts";
import { summaryOf, summarySlot } from "../session/slots.ts";
import type { Withdrawn } from "../session/take-out.ts";
import { dropKeptStep } from "../sync/commit/kept-steps.ts";
import { dropVersions } from "../sync/commit/pending.ts";
import { isBareTopic, removeEntry } from "../vault/edit/edit-topic.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { changeVaultFile, inStep, noteRemovals } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { forgetCaptures, forgetInIndex } from "./forget.ts";
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
  const at = messages.findLastIndex(({ role }) => role === "user");
  const request = messages[at];
  if (request === undefined) return undefined;
  if ((digestions.next(session)?.upTo ?? 0) >= request.id) return undefined;
  const outcomes: SavedOutcome[] = [];
  for (const memory of savedOf(db, session, request.id)) {
    outcomes.push(await unsave(context, db, session, memory));
  }
  const forgotten = outcomes.flatMap(({ forgotten }) => forgotten ?? []);
  if (forgotten.length > 0) {
    await settle(context, forgotten);
  }
  const withdrawn = withdrawnOf(db, session, { messages, at, forgotten });
  if (!sessions.withdraw(session, withdrawn)) return undefined;
  const kept = outcomes.flatMap(({ kept }) => kept ?? []);
  return { said: request.content, forgotten, kept };
}

type SavedEvent = Extract<SessionEvent, { type: "saved" }>;

/** What was saved of a message or after it, and of none before it. */
function savedOf({ sessions }: SessionDb, session: string, message: number): SavedEvent[] {
  const saved = sessions.events(session).filter((event) => event.type === "saved");
  const isSame = (one: DigestedText, other: DigestedText): boolean =>
    one.text === other.text && one.file === other.file;
  const before = saved.filter((event) => event.message < message);
  return saved.filter(
    (event, i) =>
      event.message >= message &&
      !before.some((other) => isSame(other, event)) &&
      saved.findIndex((other) => isSame(other, event)) === i,
  );
}

interface SavedOutcome {
  readonly forgotten?: string;
  readonly kept?: string;
}

/** Takes one memory out again; what was there before, or has gone since, is no matter of ours. */
async function unsave(
  context: MemoryContext,
  db: SessionDb,
  session: string,
  memory: SavedEvent,
): Promise<SavedOutcome> {
  const { text, file } = memory;
  const standing = readTopicFile(context, file)?.topic.entries ?? [];
  const entry = standing.find(
    (one) => one.text === text && isSavedIn(session, memory, one.fields.source),
  );
  if (entry !== undefined) {
    await remove(context, file, entry);
    return { forgotten: text };
  }
  const changed = standing.find(
    (one) => memory.isNew === true && isVersionOf(one.text, text) && !isSaved(db, session, one),
  );
  return changed === undefined ? {} : { kept: changed.text };
}

/** It was reworded: it shares at least half of the words. */
function isVersionOf(text: string, before: string): boolean {
  const wordsOf = (words: string): string[] => words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const now = new Set(wordsOf(text));
  const words = [...new Set(wordsOf(before))];
  return words.filter((word) => now.has(word)).length * 2 >= words.length;
}

const isSaved = ({ sessions }: SessionDb, session: string, { text }: Entry): boolean =>
  sessions.events(session).some((event) => event.type === "saved" && event.text === text);

/** In no step that could bring it back. A topic that was made for it goes too. */
async function remove(context: MemoryContext, file: string, { id }: Entry): Promise<void> {
  const path = toTopicPath(file);
  const updated = context.time().slice(0, 10);
  await changeVaultFile(inStep(context, { isFinal: true }))(
    path,
    (bytes) => {
      const rest = removeEntry(bytes ?? new Uint8Array(), id, { updated });
      return { bytes: isBareTopic(rest) ? null : rest, result: null };
    },
    () => [{ path, topic: placeOf(path).topic, op: "removed" }],
  );
  dropKeptStep(context.lociDir, path);
}

async function settle(context: MemoryContext, forgotten: readonly string[]): Promise<void> {
  // No version that holds what is gone may be committed yet.
  await context.lock(() => dropVersions(context.lociDir));
  await noteRemovals(context);
  context.committer.commitSoon();
  await forgetInIndex(context);
  await forgetCaptures(context, forgotten);
}

interface Cut {
  readonly messages: readonly Message[];
  /** Place of the message that goes; all behind it goes too. */
  readonly at: number;
  readonly forgotten: readonly string[];
}

function withdrawnOf(
  { sessions }: SessionDb,
  session: string,
  { messages, at, forgotten }: Cut,
): Withdrawn {
  const message = messages[at]?.id ?? 0;
  const [stays, goes] = [messages.slice(0, at), messages.slice(at)];
  const keyOf = ({ file, id }: Pick<Recalled, "file" | "id">): string => `${file}\n${id}`;
  const before = new Set(stays.flatMap(({ recalled }) => recalled.map(keyOf)));
  const its = new Set(goes.flatMap(({ recalled }) => recalled.map(keyOf)));
  const recalled = sessions
    .recalled(session)
    .filter(
      (one) => forgotten.includes(one.text) || (its.has(keyOf(one)) && !before.has(keyOf(one))),
    );
  const slots = sessions.slots(session);
  const summaries = sessions
    .visited(session)
    .filter((agent) => (summaryOf(slots, agent)?.upTo ?? 0) >= message)
    .map(summarySlot);
  return { message, slots: summaries, recalled };
}
