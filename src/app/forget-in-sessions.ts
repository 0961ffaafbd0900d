import { summaryOf, summarySlot } from "../agent/slots.ts";
import type { Session, Sessions } from "../session/session.ts";
import type { Parts } from "./parts.ts";
import { stemsBy } from "./stems.ts";
import type { Talk } from "./talk.ts";
import { wordsToForget } from "./words-to-forget.ts";

/** A memory that leaves the conversations that are not over. */
export interface SaidMemory {
  readonly text: string;
  /** Whose conversations; null: those of nobody named. */
  readonly persons: ReadonlySet<string | null>;
  /** The conversation that it was saved in. */
  readonly source: string | undefined;
}

/**
 * Takes what tells a memory out of the conversations that are not digested yet, or it would be learned again from what
 * else was said there. Waits for the replies that are under way. Throws LociError SESSION_FAILED.
 */
export async function forgetInSessions(
  { settings }: Pick<Parts, "settings">,
  { db: { sessions }, beginTurn }: Pick<Talk, "db" | "beginTurn">,
  memory: SaidMemory,
): Promise<void> {
  const stem = stemsBy(settings);
  const isMeant = ({ id, person, state }: Session): boolean =>
    state !== "closed" && (memory.persons.has(person) || id === memory.source);
  for (const session of sessions.list().filter(isMeant)) {
    const endTurn = await beginTurn(session.id);
    try {
      forgetIn(sessions, session, (savedOf) => ({
        ...{ text: memory.text, language: session.language },
        ...{ stem, savedOf },
      }));
    } finally {
      endTurn();
    }
  }
}

function forgetIn(
  sessions: Sessions,
  { id, state }: Session,
  forgottenBy: (savedOf: ReadonlySet<number>) => Parameters<typeof wordsToForget>[1],
): void {
  const { text } = forgottenBy(new Set());
  const saved = sessions
    .events(id)
    .flatMap((event) => (event.type === "saved" && event.text === text ? [event.message] : []));
  const messages = sessions.messages(id, { limit: Number.POSITIVE_INFINITY });
  const words = wordsToForget(messages, forgottenBy(new Set(saved)));
  const slots = sessions.slots(id);
  const first = Math.min(...words.gone, ...words.left.map((message) => message.id));
  const summaries = sessions
    .visited(id)
    .filter((agent) => (summaryOf(slots, agent)?.upTo ?? 0) >= first)
    .map(summarySlot);
  const telling = Object.entries(slots).flatMap(([name, value]) =>
    words.isTelling(value) ? [name] : [],
  );
  if (state !== "idle" || telling.length > 0) {
    sessions.forgetWords(id, { ...words, slots: [...new Set([...summaries, ...telling])] });
  }
}
