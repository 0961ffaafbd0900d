import type { ModelMessage, ToolCall } from "../models/respond.ts";
import type { Message } from "../session/session.ts";

/** A message of a thread, with its number in the session. */
export interface ThreadMessage {
  readonly id: number;
  readonly message: ModelMessage;
}

/**
 * What an agent replays to its model: its own thread, and of other agents' threads the requests that were handed over
 * to it: what is unanswered, and at its first visit the person's last request. A hand-off thus waits on disk until
 * the agent has replied, and is read the same way ever after. Torn tool calls and results are made whole for servers.
 */
export function threadOf(messages: readonly Message[], agent: string): ThreadMessage[] {
  return mergeRequests(makeWhole(ownAndHandedOver(messages, agent)));
}

function ownAndHandedOver(messages: readonly Message[], agent: string): Message[] {
  const thread: Message[] = [];
  let request: Message | undefined; // The last one that another agent got.
  let isAnswered = false;
  const takeOver = (): void => {
    if (request !== undefined && (!isAnswered || thread.length === 0)) thread.push(request);
    request = undefined;
  };
  for (const message of messages) {
    const { role, toolCalls = [] } = message;
    if (message.agent === agent) {
      takeOver();
      thread.push(message);
    } else if (role === "user") {
      request = message;
      isAnswered = false;
    } else if (role === "assistant" && toolCalls.length === 0) isAnswered = true;
  }
  takeOver();
  return thread;
}

function makeWhole(messages: readonly Message[]): ThreadMessage[] {
  return messages.flatMap((message, index) => {
    const { id, content, role } = message;
    if (role === "tool") return []; // Each goes with its call.
    if (role === "user") return [{ id, message: { role, content } }];
    const calls = message.toolCalls ?? [];
    if (calls.length === 0) return content === "" ? [] : [{ id, message: { role, content } }];
    const results = resultsFrom(messages, index + 1);
    return [
      { id, message: { role, content, toolCalls: calls } },
      ...calls.map((call) => toResult(id, call, results.get(call.id))),
    ];
  });
}

/** The results that follow a round of calls; some servers use the same ids in each round. */
function resultsFrom(messages: readonly Message[], start: number): Map<string, Message> {
  const results = new Map<string, Message>();
  for (let index = start; messages[index]?.role === "tool"; index++) {
    const message = messages[index];
    if (message?.callId !== undefined) results.set(message.callId, message);
  }
  return results;
}

function toResult(id: number, call: ToolCall, result: Message | undefined): ThreadMessage {
  const content = result?.content ?? '{"error":"Not run: the turn was interrupted"}';
  return { id: result?.id ?? id, message: { role: "tool", callId: call.id, content } };
}

/** Of requests without a reply between them one is made: some servers want the roles in turn. */
function mergeRequests(thread: readonly ThreadMessage[]): ThreadMessage[] {
  const merged: ThreadMessage[] = [];
  for (const next of thread) {
    const last = merged.at(-1)?.message;
    if (last?.role === "user" && next.message.role === "user") {
      const content = `${last.content}\n\n${next.message.content}`;
      merged.splice(-1, 1, { id: next.id, message: { role: "user", content } });
    } else merged.push(next);
  }
  return merged;
}
