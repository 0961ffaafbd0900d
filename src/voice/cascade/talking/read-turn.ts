import { type ErrorEvent, toErrorEvent } from "../../../agent/error-event.ts";
import type { TurnEvent } from "../../../agent/turn-event.ts";
import { LociError } from "../../../errors.ts";
import type { SpokenConversation, SpokenExtra } from "../../voice-ports.ts";
import { abortAfter, readWithin } from "../../waiting/settle-within.ts";
import type { Language } from "./cascade-parts.ts";

interface TurnReading {
  readonly content: string;
  readonly extra: SpokenExtra;
  readonly signal: AbortSignal;
  readonly onEvent: (event: TurnEvent) => void;
}

/** Longest silence of a turn, beyond the model's own limits; and how long one that was called off is read on (ms). */
const longestSilence = 180_000;
const longestEnd = 3_000;

/** One message to the conversation, read to the end of its events. Never rejects: a conversation that fails or hangs is an event too. */
export async function readTurn(
  conversation: SpokenConversation,
  { content, extra, signal, onEvent }: TurnReading,
): Promise<void> {
  const over = new AbortController();
  const inner = AbortSignal.any([signal, over.signal]);
  const grace = abortAfter(signal, longestEnd);
  const open = (): AsyncIterable<TurnEvent> => conversation.turn(content, extra, inner);
  const events = readWithin(longestSilence, open, grace.signal);
  for (;;) {
    const next = await events.next();
    if (next.done !== true) {
      onEvent(next.value);
      continue;
    }
    if (next.value.type === "failed") onEvent(failureEvent(next.value.error));
    if (next.value.type === "late") onEvent(failureEvent(tooLate));
    break;
  }
  over.abort(); // Cancels whatever still hangs.
  grace.end();
}

const tooLate = new LociError(
  "MODEL_FAILED",
  "Cannot get an answer: the conversation does not go on; try again",
  { data: { reason: "stalled" } },
);

/** Speaks the language of the session from now on. */
export function followLanguage(language: Language, event: TurnEvent): void {
  if (event.type === "session" || event.type === "message") language.set(event.language);
  else if (event.type === "language") language.set(event.to);
}

/** A failure as an event of the conversation. */
export function failureEvent(error: unknown): ErrorEvent {
  const message = "Something went wrong inside Loci, and this was left out; try again";
  return toErrorEvent(error, undefined, message);
}
