import { LociError, messageOf } from "../../errors.ts";
import type { ModelEvent, Replying, ReplyRequest } from "../../models/respond.ts";
import type { ModelFailure } from "../../models/servers/failure.ts";

/** Replies with no server and no key: it answers the same question the same way. */
export const offlineReply: Replying = { id: "offline", isCloud: false, respond };

async function* respond(request: ReplyRequest, signal?: AbortSignal): AsyncGenerator<ModelEvent> {
  try {
    for (const event of [...(await answer(request)), undefined]) {
      if (signal?.aborted === true) return yield failure("aborted", signal.reason);
      if (event !== undefined) yield event;
    }
  } catch (error) {
    yield failure("answer", error);
  }
}

async function answer({ asked, tools = [], messages }: ReplyRequest): Promise<ModelEvent[]> {
  // It lives on recall alone, and would say that it knows nothing: the person must know better.
  if (asked.blind !== undefined) return [{ type: "failure", error: asked.blind }];
  const { replyOffline } = await import("../reply/reply.ts");
  const canRemember = tools.some(({ name }) => name === "remember");
  const reply = replyOffline(asked, canRemember);
  if (reply.type === "text") {
    // A line at a time, so that a voice can begin with the first.
    const [text = "", ...more] = reply.text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    const rest = more.map((line): ModelEvent => ({ type: "text", text: line }));
    return [
      { type: "text", text, memories: reply.memories },
      ...rest,
      { type: "end", reason: "stop" },
    ];
  }
  const { type: name, ...words } = reply;
  // Each call in a thread has an id of its own.
  const calls = messages.flatMap((one) => ("toolCalls" in one ? (one.toolCalls ?? []) : []));
  const call = { id: `call_${calls.length + 1}`, name, arguments: JSON.stringify(words) };
  return [
    { type: "toolCall", call },
    { type: "end", reason: "tools" },
  ];
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
