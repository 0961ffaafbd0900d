import { type ErrorEvent, toErrorEvent } from "../../../agent/error-event.ts";
import type { TurnEvent } from "../../../agent/turn-event.ts";
import { LociError } from "../../../errors.ts";
import { abortLater, readWithTimeout } from "../../async/timeout.ts";
import type { SpokenConversation, SpokenTurnOptions } from "../../voice-ports.ts";
import type { Language } from "./cascade-parts.ts";

interface TurnReading {
  readonly content: string;
  readonly extra: SpokenTurnOptions;
  readonly signal: AbortSignal;
  readonly onEvent: (event: TurnEvent) => void;
}

/** Longest gap between two events, beyond the model's own limits; and how long a cancelled turn is still read (ms). */
const maxSilenceMs = 180_000;
const maxEndMs = 3_000;

/** Sends a message to the conversation and passes on all its events. Never rejects: a failure or a hang becomes an error event. */
export async function readTurn(
  conversation: SpokenConversation,
  { content, extra, signal, onEvent }: TurnReading,
): Promise<void> {
  const over = new AbortController();
  const inner = AbortSignal.any([signal, over.signal]);
  const grace = abortLater(signal, maxEndMs);
  const open = (): AsyncIterable<TurnEvent> => conversation.turn(content, extra, inner);
  const events = readWithTimeout(maxSilenceMs, open, grace.signal);
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

/** Sets the language when an event reports or changes the session's. */
export function followLanguage(language: Language, event: TurnEvent): void {
  if (event.type === "session" || event.type === "message") language.set(event.language);
  else if (event.type === "language") language.set(event.to);
}

/** Converts any error into an error event. */
export function failureEvent(error: unknown): ErrorEvent {
  const message = "Something went wrong inside Loci, and this was left out; try again";
  return toErrorEvent(error, undefined, message);
}
