import { LociError, messageOf } from "../../errors.ts";
import type { Model, ModelEvent, ModelFailure, ModelRequest } from "../../models/respond.ts";
import type { DetectAnswer, RerankAnswer } from "../../models/task.ts";

/** The embedded model: rules, no server, no key; it answers the same question the same way. */
export function createOfflineModel(): Model {
  return {
    id: "offline",
    kind: "offline",
    isCloud: false,
    respond,
    probe: async () => undefined,
  };
}

async function* respond(request: ModelRequest, signal?: AbortSignal): AsyncGenerator<ModelEvent> {
  try {
    if (isAborted(signal)) return yield failure("aborted", signal?.reason);
    const { events, reason } = await answer(request);
    for (const event of events) {
      if (isAborted(signal)) return yield failure("aborted", signal?.reason);
      yield event;
    }
    if (isAborted(signal)) return yield failure("aborted", signal?.reason);
    yield { type: "end", reason };
  } catch (error) {
    yield failure("answer", error);
  }
}

/** Checked each time: the reader may take long between two events. */
const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

interface Answer {
  readonly events: readonly ModelEvent[];
  readonly reason: "stop" | "tools";
}

async function answer(request: ModelRequest): Promise<Answer> {
  const { task } = request;
  switch (task.type) {
    case "reply": {
      const can = (tool: string): boolean =>
        request.tools?.some(({ name }) => name === tool) === true;
      const { replyOffline } = await import("../reply/reply.ts");
      const reply = replyOffline(task, {
        canRemember: can("remember"),
        canRecall: can("recall"),
      });
      if (reply.type === "text") return inPieces(reply.text);
      const { type: name, ...words } = reply;
      const call = {
        id: `call_${countCalls(request) + 1}`,
        name,
        arguments: JSON.stringify(words),
      };
      return { events: [{ type: "toolCall", call }], reason: "tools" };
    }
    case "extract": {
      const { extractOffline } = await import("../extract/extract.ts");
      return inOne(extractOffline(task));
    }
    case "detect":
      // The candidate that clearly fits, by what recall made of the messages.
      return inOne({
        topic: task.topics.find(({ fits }) => fits)?.topic ?? null,
      } satisfies DetectAnswer);
    case "split": {
      const { splitOffline } = await import("./split.ts");
      return inOne(splitOffline(task));
    }
    case "summarize": {
      const { summarizeOffline } = await import("./summarize.ts");
      return inPieces(summarizeOffline(task));
    }
    case "rerank":
      return inOne({ scores: [] } satisfies RerankAnswer); // Rules know no better order than recall's.
  }
}

/** Calls so far, so that each in a thread has an id of its own. */
const countCalls = ({ messages }: ModelRequest): number =>
  messages.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []))
    .length;

const inOne = (value: object): Answer => ({
  events: [{ type: "text", text: JSON.stringify(value) }],
  reason: "stop",
});

/** A line at a time, so that a voice can begin with the first. */
function inPieces(text: string): Answer {
  const pieces = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return { events: pieces.map((piece) => ({ type: "text", text: piece })), reason: "stop" };
}

function failure(reason: ModelFailure, cause: unknown): ModelEvent {
  const message =
    reason === "aborted"
      ? "Cannot finish the answer: it was called off"
      : `Cannot answer without a model server: ${messageOf(cause)}`;
  return {
    type: "failure",
    error: new LociError("MODEL_FAILED", message, { data: { reason }, cause }),
  };
}
