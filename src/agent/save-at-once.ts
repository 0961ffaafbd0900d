import { LociError } from "../errors.ts";
import { isHeardClearly } from "../session/heard-clearly.ts";
import { propose } from "./proposals.ts";
import { sessionOf, type Turn } from "./turn.ts";
import type { NewMemory, ProposedMemory, SavedMemory } from "./turn-ports.ts";

/**
 * Saves a memory while the conversation goes on, and notes from which message, so that it is not learned again; or
 * proposes it, where the person did not say so. Throws LociError BAD_INPUT where that message was not heard clearly.
 */
export async function saveAtOnce(
  turn: Turn,
  memory: NewMemory,
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
    ports.sessions.addEvent(sessionId, { type: "saved", message: request.id, text, file });
  }
  return saved;
}
