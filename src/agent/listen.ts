import { LociError } from "../errors.ts";
import type { QuotedMemory } from "../models/requests.ts";
import type { ModelEvent, Replying, ReplyRequest, ToolCall } from "../models/respond.ts";
import type { TurnEvent } from "./turn-event.ts";

/** An answer of a model as far as it has come. */
export interface Answer {
  text: string;
  calls: ToolCall[];
  /** How it ended; undefined while it has not. */
  end: "stop" | "length" | "tools" | "filtered" | LociError | undefined;
}

export interface Listening {
  /** Grows. */
  readonly answer: Answer;
  /** What to tell of the memories that an answer is made of, before it comes. */
  readonly onMemories: (memories: readonly QuotedMemory[]) => Iterable<TurnEvent>;
}

/** Most calls of one round that are run. */
const maxCalls = 8;

/** Streams an answer as deltas and gathers it. Never throws; ends at once where `signal` is aborted. */
export async function* listen(
  model: Replying,
  request: ReplyRequest,
  { answer, onMemories }: Listening,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, void> {
  try {
    for await (const event of untilAborted(model.respond(request, signal), signal)) {
      if (event.type === "text" && event.text !== "") {
        if (event.memories !== undefined) yield* onMemories(event.memories);
        answer.text += event.text;
        yield { type: "delta", text: event.text };
      } else if (event.type === "toolCall" && answer.calls.length < maxCalls) {
        answer.calls.push({ ...event.call, id: freeId(answer.calls, event.call.id) });
      } else if (event.type === "end") answer.end = event.reason;
      else if (event.type === "failure") answer.end = event.error;
    }
    answer.end ??= failure(model, signal);
  } catch (error) {
    answer.end = failure(model, signal, error);
  }
}

function failure(model: Replying, { aborted }: AbortSignal, cause?: unknown): LociError {
  const what = aborted ? "the turn was called off" : "it broke off without saying why";
  return new LociError(
    "MODEL_FAILED",
    `Cannot get an answer from ${model.id}: ${what}; try again`,
    {
      data: { reason: aborted ? "aborted" : "answer" },
      cause,
    },
  );
}

/** Some servers give each call of a round the same id, or none. */
function freeId(calls: readonly ToolCall[], id: string): string {
  const isFree = id !== "" && calls.every((call) => call.id !== id);
  return isFree ? id : `call_${calls.length + 1}`;
}

/** Stops reading at once when aborted, even where the source does not notice. */
async function* untilAborted(
  events: AsyncIterable<ModelEvent>,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const iterator = events[Symbol.asyncIterator]();
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const stop = (): void => resolve(undefined);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    for (;;) {
      const next = await Promise.race([aborted, iterator.next()]);
      if (next === undefined || next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    // Not awaited: a source that hangs would never let go.
    Promise.resolve(iterator.return?.()).catch(() => {
      // What fails after the last event was read concerns no one any more.
    });
  }
}
