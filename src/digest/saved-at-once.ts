import type { Message, Session, SessionEvent } from "../session/session.ts";
import { toTopicPath } from "../vault/paths.ts";
import type { DigestedText, DigestPorts } from "./digest-ports.ts";
import type { Dropped } from "./gates/gates.ts";
import { sharedContent } from "./gates/same-fact.ts";
import type { Candidate, Decided } from "./reconcile.ts";

/** What is new in a conversation, and what of it was saved while it went on. */
export interface Sorted {
  readonly fresh: readonly Candidate[];
  readonly known: readonly Decided[];
  readonly dropped: readonly Dropped[];
}

/** What was saved while a conversation went on. */
export interface SavedAtOnce {
  readonly saved: readonly DigestedText[];
  /** Those of it that do not say themselves where they were learned. */
  readonly toLog: readonly DigestedText[];
}

/** What was saved at once in this part of a conversation, and still stands; not what was there before. */
export async function savedAtOnce(
  ports: Pick<DigestPorts, "sessions" | "readTopic">,
  session: Session,
  messages: readonly Message[],
): Promise<SavedAtOnce> {
  const ids = new Set(messages.map(({ id }) => id));
  const saved = new Map<string, DigestedText>();
  const toLog = new Map<string, DigestedText>();
  for (const event of ports.sessions.events(session.id)) {
    if (event.type !== "saved" || !ids.has(event.message)) continue;
    const { text, file } = event;
    const entries = (await ports.readTopic(toTopicPath(file)))?.entries ?? [];
    const entry = entries.find(
      (one) => one.text === text && isSavedIn(session.id, event, one.fields.source),
    );
    if (entry === undefined) continue;
    const name = `${file}\n${text}`;
    saved.set(name, { text, file });
    if (entry.fields.source === undefined) toLog.set(name, { text, file });
  }
  return { saved: [...saved.values()], toLog: [...toLog.values()] };
}

/** What is in no log yet says so by its event, else by its line. */
export const isSavedIn = (
  session: string,
  { isNew }: Extract<SessionEvent, { type: "saved" }>,
  source: string | undefined,
): boolean => (source === undefined ? isNew === true : source === session);

/** From this share of common words on, a conclusion is the memory that was saved of the same message. */
const enoughShared = 0.6;

/**
 * Sets aside what was saved at once ("remember that …", "I love …"): it is known, or, where the person took it back or
 * forgot it since, is not learned again.
 */
export async function setSavedAside(
  ports: DigestPorts,
  session: Session,
  candidates: readonly Candidate[],
): Promise<Sorted> {
  const saved = ports.sessions.events(session.id).filter((event) => event.type === "saved");
  const fresh: Candidate[] = [];
  const known: Decided[] = [];
  const dropped: Dropped[] = [];
  for (const candidate of candidates) {
    const { passed, withKey } = candidate;
    const said = { text: passed.conclusion.text, language: passed.language };
    // It may have been said in several messages.
    const memory = saved.find(
      ({ text, file }) =>
        passed.sources.every(({ id }) =>
          saved.some((one) => one.message === id && one.text === text && one.file === file),
        ) && sharedContent(said, { ...said, text }, ports.stems) >= enoughShared,
    );
    if (memory === undefined) {
      fresh.push(candidate);
      continue;
    }
    const file = toTopicPath(memory.file);
    const entry = (await ports.readTopic(file))?.entries.find(({ text }) => text === memory.text);
    if (entry === undefined) dropped.push({ conclusion: passed.conclusion, reason: "taken back" });
    // What it makes untrue is still to be struck.
    else if (withKey.some((old) => old.entry.id !== entry.id)) fresh.push(candidate);
    else known.push({ passed, decision: { type: "known", of: { file, entry, score: 1 } } });
  }
  return { fresh, known, dropped };
}
