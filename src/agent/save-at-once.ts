import { observe } from "../diagnostics.ts";
import { LociError } from "../errors.ts";
import {
  bareSentence,
  isPlainThing,
  statesPreference,
} from "../language/read/states-preference.ts";
import { capital } from "../language/text/letters.ts";
import { isHeardClearly } from "../session/heard-clearly.ts";
import type { MemoryToSave } from "../session/session.ts";
import { sessionOf, type Turn } from "./turn.ts";
import { type TurnEvent, toErrorEvent } from "./turn-event.ts";
import type { TurnPorts } from "./turn-ports.ts";

type Remembered = Awaited<ReturnType<TurnPorts["remember"]>>;
export type SavedAtOnce = Exclude<Remembered, { status: "proposed" }>;

/**
 * Saves a memory while the conversation goes on, and notes from which message, so that it is not learned again. What
 * the person did not say is only proposed. Throws LociError BAD_INPUT where that message was not heard clearly.
 */
export async function saveAtOnce(turn: Turn, memory: MemoryToSave): Promise<Remembered> {
  const { ports, sessionId, request } = turn;
  if (!isHeardClearly(request)) {
    throw new LociError(
      "BAD_INPUT",
      "Cannot remember that: it was not heard clearly; ask the person to say it again",
      { data: { reason: "unclear" } },
    );
  }
  const saved = await ports.remember(sessionOf(turn), memory);
  if (saved.status === "proposed") return saved;
  const { text, file, status } = saved;
  const event = { type: "saved", message: request.id, text, file } as const;
  ports.sessions.addEvent(sessionId, status === "saved" ? { ...event, isNew: true } : event);
  return saved;
}

/** Saves a short plain preference without a model, whatever becomes of the turn. Never rejects. */
export async function savePreference(turn: Turn): Promise<{
  /** What came of it, to be said once. */
  readonly event?: TurnEvent;
  readonly saved?: SavedAtOnce;
}> {
  const { ports, request, degradations } = turn;
  const text = shortPreference(request.content, ports.shortcut);
  if (text === undefined || !ports.memory.writes || !isHeardClearly(request)) return {};
  try {
    const saved = await saveAtOnce(turn, { text, preference: true });
    if (saved.status === "proposed") return {};
    if (saved.status === "saved") observe({ type: "shortcut" });
    return { event: { type: "tool", name: "remember", result: { ...saved } }, saved };
  } catch (error) {
    degradations.add("preference not saved");
    return { event: toErrorEvent(error, ports.report) };
  }
}

/**
 * The memory in a short plain preference ("I love jazz", "no soporto el ruido"), which needs no model to be kept;
 * undefined for anything else. Rather misses one than keeps "I love it", "I'd like a coffee" or a question: what is
 * missed here is found when the conversation ends.
 */
export function shortPreference(
  message: string,
  { enabled, maxLength, words }: TurnPorts["shortcut"],
): string | undefined {
  const sentence = bareSentence(message);
  if (!enabled || [...message.trim()].length > maxLength || notOneSentence.test(sentence))
    return undefined;
  const begins = (beginning: string): boolean => {
    const start = `${bareSentence(beginning).toLowerCase()} `;
    const small = sentence.toLowerCase();
    return small.startsWith(start) && isPlainThing(small.slice(start.length));
  };
  return statesPreference(sentence) || words.some(begins) ? capital(sentence) : undefined;
}

/** A question, and what may be code or a quotation, too. */
const notOneSentence = /[.,;:!?¿¡…\n\r"“”«»()[\]{}<>#*`|\\/]/;
