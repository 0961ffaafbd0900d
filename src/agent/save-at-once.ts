import { LociError } from "../errors.ts";
import { isHeardClearly } from "../session/heard-clearly.ts";
import type { MemoryToSave, SessionEvent, WantedMemory } from "../session/session.ts";
import { sessionOf, type Turn } from "./turn.ts";
import type { ProposedMemory, SavedMemory } from "./turn-ports.ts";

/**
 * Saves a memory while the conversation goes on, and notes from which message, so that it is not learned again; or
 * proposes it, where the person did not say so. Throws LociError BAD_INPUT where that message was not heard clearly.
 */
export async function saveAtOnce(
  turn: Turn,
  memory: MemoryToSave,
): Promise<SavedMemory | ProposedMemory> {
  const { ports, sessionId, request } = turn;
  if (!isHeardClearly(request)) {
    throw new LociError(
      "BAD_INPUT",
      "Cannot remember that: it was not heard clearly; ask the person to say it again",
      { data: { reason: "unclear" } },
    );
  }
  const saved = await ports.remember(sessionOf(turn), memory);
  if (saved.status === "proposed") propose(turn, { ...memory, text: saved.text });
  else {
    const { text, file } = saved;
    ports.sessions.addEvent(sessionId, {
      type: "saved",
      message: request.id,
      text,
      file,
      ...(saved.status === "saved" ? { isNew: true } : {}),
    });
  }
  return saved;
}

type Proposal = Extract<SessionEvent, { type: "proposal" }>;

/** Keeps apart what a model wants to save, for the person to be asked; once a turn, and not what they refused. */
function propose({ ports, sessionId, request }: Turn, memory: MemoryToSave): void {
  const { text } = memory;
  const isSettled = ports.sessions.events(sessionId).some((event) => {
    if (event.type === "declined") return event.text === text;
    return event.type === "proposal" && event.text === text && event.message === request.id;
  });
  if (isSettled) return;
  ports.sessions.addEvent(sessionId, {
    type: "proposal",
    message: request.id,
    text,
    ...aboutMemory(memory),
  });
}

type AboutMemory = Omit<WantedMemory, "text">;

/** What was said of a memory besides its words, as far as it was. */
export function aboutMemory({
  topic,
  bank,
  remind,
  remindWhen,
  behaviour,
}: { readonly [Name in keyof AboutMemory]: AboutMemory[Name] | undefined }): AboutMemory {
  return {
    ...(topic === undefined ? {} : { topic }),
    ...(bank === undefined ? {} : { bank }),
    ...(remind === undefined ? {} : { remind }),
    ...(remindWhen === undefined ? {} : { remindWhen }),
    ...(behaviour === undefined ? {} : { behaviour }),
  };
}

/** What the person is asked at the end of the turn; '' where nothing was proposed in it. */
export function questionOf({ ports, sessionId, request }: Turn): string {
  return ports.sessions
    .events(sessionId)
    .filter((event): event is typeof event & Proposal => event.type === "proposal")
    .filter(({ message }) => message === request.id)
    .map(({ text }) => ports.askToNote(text, request.language))
    .join(" ");
}

/**
 * What was proposed in the reply before, as far as that was heard, and the message answers: a yes gives the memories to
 * save, a no is kept.
 */
export function confirmedBy({ ports, sessionId, request }: Turn): readonly MemoryToSave[] {
  const events = ports.sessions.events(sessionId);
  if (!events.some(({ type }) => type === "proposal")) return [];
  const answer = ports.readAnswer(request.content, request.language);
  if (answer === undefined) return [];
  const before = ports.sessions.messages(sessionId, { limit: 2, upTo: request.id })[0];
  if (before?.role !== "assistant") return [];
  const asked = events
    .filter((event): event is typeof event & Proposal => event.type === "proposal")
    .filter(({ text, message }) => message < request.id && before.content.includes(text))
    .filter(({ text }, i, all) => all.findIndex((other) => other.text === text) === i);
  if (answer === "no") {
    for (const { text } of asked) {
      ports.sessions.addEvent(sessionId, { type: "declined", message: request.id, text });
    }
    return [];
  }
  return asked.map(({ text, ...more }) => ({ text, confirmed: true, ...aboutMemory(more) }));
}
