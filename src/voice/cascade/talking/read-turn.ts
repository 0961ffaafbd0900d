import type { TurnEvent } from "../../../agent/turn-event.ts";
import { LociError } from "../../../errors.ts";
import type { SpokenConversation, SpokenExtra } from "../../voice-ports.ts";
import { readWithin } from "../../waiting/settle-within.ts";
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
  const gone = new AbortController();
  const inner = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    inner.abort(signal.reason);
    timer = setTimeout(() => gone.abort(), longestEnd);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  const open = (): AsyncIterable<TurnEvent> => conversation.turn(content, extra, inner.signal);
  const events = readWithin(longestSilence, open, gone.signal);
  for (;;) {
    const next = await events.next();
    if (next.done !== true) {
      onEvent(next.value);
      continue;
    }
    if (next.value.type === "failed") onEvent(toErrorEvent(next.value.error));
    if (next.value.type === "late") onEvent(toErrorEvent(tooLate));
    break;
  }
  inner.abort(); // Whatever still hangs there is called off.
  clearTimeout(timer);
  signal.removeEventListener("abort", onAbort);
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

/** A failure as the conversation would have told it. */
export function toErrorEvent(error: unknown): Extract<TurnEvent, { type: "error" }> {
  if (error instanceof LociError) {
    const { code, message, data } = error;
    return { type: "error", code, message, data };
  }
  const message = "Something went wrong inside Loci, and this was left out; try again";
  return { type: "error", code: "INTERNAL", message };
}
