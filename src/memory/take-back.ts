import type { DigestedText } from "../digest/digest-ports.ts";
import { isSavedIn } from "../digest/saved-at-once.ts";
import type { Message, Recalled, SessionDb, SessionEvent } from "../session/session.ts";
import { summaryOf, summarySlot } from "../session/slots.ts";
import type { UndoStep } from "../session/undo-journal.ts";
import type { Withdrawn } from "../session/withdraw.ts";
import { removeEntry } from "../vault/edit-topic.ts";
import { plainText } from "../vault/entry.ts";
import { isVersionOf } from "../vault/learned-in.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import type { Entry } from "../vault/topic.ts";
import { changeVaultFile } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { forgetCaptures, forgetInIndex } from "./forget.ts";
import { readTopicFile } from "./read-topic.ts";
import { noteRemovals, revertFiles } from "./undo.ts";

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
    dropSteps(db, forgotten);
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
  const entries = readTopicFile(context, file)?.topic.entries ?? [];
  const entry = entries.find(
    (one) => one.text === text && isSavedIn(session, memory, one.fields.source),
  );
  const step = stepThatSaved(db, session, memory);
  if (entry === undefined) {
    const before = textsIn(file, step?.files.find(({ path }) => path === file)?.before ?? null);
    const changed = entries.find(
      (one) =>
        (one.fields.source === session || (memory.isNew === true && step !== undefined)) &&
        !before.has(one.text) &&
        isVersionOf(one.text, text),
    );
    const isOfAnother = changed !== undefined && isSaved(db, session, changed.text);
    return changed === undefined || isOfAnother ? {} : { kept: changed.text };
  }
  if (step === undefined) await remove(context, file, entry);
  else await revertFiles(context, step);
  // Its line was changed by hand, but not its words.
  const left = readTopicFile(context, file)?.topic.entries ?? [];
  const stays = left.some(
    (one) => one.text === text && isSavedIn(session, memory, one.fields.source),
  );
  return stays ? { kept: text } : { forgotten: text };
}

const textsIn = (file: string, bytes: Uint8Array | null): ReadonlySet<string> =>
  new Set(
    bytes === null ? [] : parseTopic(toTopicPath(file), bytes).entries.map(({ text }) => text),
  );

const isSaved = ({ sessions }: SessionDb, session: string, text: string): boolean =>
  sessions.events(session).some((event) => event.type === "saved" && event.text === text);

/** The step of the undo journal that wrote it, if it is still there. */
function stepThatSaved(
  { undo }: SessionDb,
  session: string,
  { text, file }: DigestedText,
): UndoStep | undefined {
  const holds = (bytes: Uint8Array | null): boolean => textsIn(file, bytes).has(text);
  for (const step of undo.all()) {
    if (step.session !== session || !step.step.startsWith(`${session}/`)) continue;
    const isIts = step.files.some(
      ({ path, before, after }) => path === file && holds(after) && !holds(before),
    );
    if (isIts) return step;
  }
  return undefined;
}

/** For a step that has fallen out of the journal. */
async function remove(context: MemoryContext, file: string, { id }: Entry): Promise<void> {
  const path = toTopicPath(file);
  const updated = context.time().slice(0, 10);
  await changeVaultFile(context)(
    path,
    (bytes) => ({ bytes: removeEntry(bytes ?? new Uint8Array(), id, { updated }), result: null }),
    () => [{ path, topic: placeOf(path).topic, op: "removed" }],
  );
}

/** No version of a file that holds what is to be gone may wait in the journal. */
export function dropSteps({ undo }: SessionDb, texts: readonly string[]): void {
  const wanted = texts.map((text) => Buffer.from(text));
  const known = new Set(texts);
  const holds = (path: string, bytes: Uint8Array | null): boolean =>
    bytes !== null &&
    (wanted.some((text) => Buffer.from(bytes).includes(text)) ||
      (path.endsWith(".md") &&
        parseTopic(toTopicPath(path), bytes).entries.some((entry) => known.has(plainText(entry)))));
  const steps = [...undo.all()].filter(({ files }) =>
    files.some(({ path, before, after }) => holds(path, before) || holds(path, after)),
  );
  undo.erase(steps.map(({ step }) => step));
}

async function settle(context: MemoryContext, forgotten: readonly string[]): Promise<void> {
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
