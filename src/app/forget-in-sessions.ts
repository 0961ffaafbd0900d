import { summaryOf, summarySlot } from "../agent/slots.ts";
import type { Session, Sessions } from "../session/session.ts";
import type { Parts } from "./parts.ts";
import { stemsBy } from "./stems.ts";
import type { Talk } from "./talk.ts";
import { type WordsToForget, wordsToForget } from "./words-to-forget.ts";

/** A memory that leaves the conversations that are kept. */
export interface SaidMemory {
  readonly text: string;
  /** Whose conversations; null: those of nobody named. */
  readonly persons: ReadonlySet<string | null>;
  /** The conversation that it was saved in. */
  readonly source: string | undefined;
  /** The words in it that it was learned of, as the log has them. */
  readonly said: readonly string[];
}

/**
 * Takes what tells a memory out of the conversations: those that are not digested yet, or it would be learned again from
 * what else was said there, and those that can still be read. Waits for the replies that are under way. Throws LociError SESSION_FAILED.
 */
export async function forgetInSessions(
  { settings }: Pick<Parts, "settings">,
  { db: { sessions }, beginTurn }: Pick<Talk, "db" | "beginTurn">,
  memory: SaidMemory,
): Promise<void> {
  const stem = stemsBy(settings);
  const isMeant = ({ id, person }: Session): boolean =>
    memory.persons.has(person) || id === memory.source;
  for (const session of sessions.list().filter(isMeant)) {
    const endTurn = await beginTurn(session.id);
    try {
      const said = session.id === memory.source ? memory.said : [];
      for (const text of [memory.text, ...said]) {
        forgetIn(sessions, session, { text, language: session.language, stem });
      }
    } finally {
      endTurn();
    }
  }
}

function forgetIn(
  sessions: Sessions,
  { id, state }: Session,
  forgotten: Omit<WordsToForget, "savedOf">,
): void {
  const { text } = forgotten;
  const saved = sessions
    .events(id)
    .flatMap((event) => (event.type === "saved" && event.text === text ? [event.message] : []));
  const messages = sessions.messages(id, { limit: Number.POSITIVE_INFINITY, withDigested: true });
  const words = wordsToForget(messages, { ...forgotten, savedOf: new Set(saved) });
  const slots = sessions.slots(id);
  const first = Math.min(...words.gone, ...words.left.map((message) => message.id));
  const summaries = sessions
    .visited(id)
    .filter((agent) => (summaryOf(slots, agent)?.upTo ?? 0) >= first)
    .map(summarySlot);
  const telling = Object.entries(slots).flatMap(([name, value]) =>
    words.mentions(value) ? [name] : [],
  );
  const isBare = messages.length === 0 && (state === "idle" || state === "closed");
  if (!isBare || telling.length > 0) {
    sessions.forgetWords(id, { ...words, slots: [...new Set([...summaries, ...telling])] });
  }
}
