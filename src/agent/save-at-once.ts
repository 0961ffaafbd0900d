import { sessionOf, type Turn } from "./turn.ts";
import type { NewMemory, SavedMemory } from "./turn-ports.ts";

/** Saves a memory while the conversation goes on, and notes from which message, so that it is not learned again. */
export async function saveAtOnce(turn: Turn, memory: NewMemory): Promise<SavedMemory> {
  const { ports, sessionId, request } = turn;
  const saved = await ports.remember(sessionOf(turn), memory);
  const { text, file } = saved;
  ports.sessions.addEvent(sessionId, { type: "saved", message: request.id, text, file });
  return saved;
}
