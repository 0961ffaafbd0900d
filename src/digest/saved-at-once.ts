import type { Message, Session, SessionEvent } from "../session/session.ts";
import { toTopicPath } from "../vault/paths.ts";
import type { Entry } from "../vault/topic.ts";
import type { DigestPorts } from "./digest-ports.ts";
import { sharedContent } from "./gates/same-fact.ts";
import type { Candidate } from "./reconcile.ts";

export type SavedEvent = Extract<SessionEvent, { type: "saved" }>;

/** A memory that was saved while the conversation went on, and its entry, where it still stands. */
export interface SavedAtOnce {
  readonly event: SavedEvent;
  readonly entry: Entry | undefined;
}

/** What was saved at once in this part of a conversation, each memory once a message. */
export async function savedAtOnce(
  ports: Pick<DigestPorts, "sessions" | "readTopic">,
  session: Session,
  messages: readonly Message[],
): Promise<readonly SavedAtOnce[]> {
  const ids = new Set(messages.map(({ id }) => id));
  const saved: SavedAtOnce[] = [];
  for (const event of ports.sessions.events(session.id)) {
    if (event.type !== "saved" || !ids.has(event.message)) continue;
    const entries = (await ports.readTopic(toTopicPath(event.file)))?.entries ?? [];
    saved.push({ event, entry: entries.find(({ text }) => text === event.text) });
  }
  return saved;
}

/** What is in no log yet says so by its event, else by its line. */
export const isSavedIn = (
  session: string,
  { isNew }: Pick<SavedEvent, "isNew">,
  source: string | undefined,
): boolean => (source === undefined ? isNew === true : source === session);

/** From this share of common words on, a conclusion is the memory that was saved of the same message. */
const enoughShared = 0.6;

/** The memory that a conclusion says once more: saved of each of the messages that it comes from. */
export function sayingAgain(
  { passed, withKey }: Candidate,
  saved: readonly SavedAtOnce[],
  stem: DigestPorts["stems"],
): SavedAtOnce | undefined {
  const said = { text: passed.conclusion.text, language: passed.language };
  const found = saved.find(
    ({ event: { text, file } }) =>
      passed.sources.every(({ id }) =>
        saved.some(
          ({ event }) => event.message === id && event.text === text && event.file === file,
        ),
      ) && sharedContent(said, { ...said, text }, stem) >= enoughShared,
  );
  // What it makes untrue is still to be struck.
  const { entry } = found ?? {};
  return entry !== undefined && withKey.some((old) => old.entry.id !== entry.id)
    ? undefined
    : found;
}
