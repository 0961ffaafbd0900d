import type { TurnEvent } from "../../../agent/turn-event.ts";
import { LociError } from "../../../errors.ts";
import type { SpokenConversation, SpokenExtra } from "../../voice-ports.ts";
import { readWithin } from "../../waiting/read-within.ts";
import { toErrorEvent } from "../to-error-event.ts";

export interface TurnReading {
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
