import { expect, test } from "vitest";
import { offlineReply } from "../../../src/language/offline/offline-reply.ts";
import type { ReplyInput } from "../../../src/models/requests.ts";
import type { ModelEvent, ReplyRequest } from "../../../src/models/respond.ts";
import { quoted, replyTask } from "../reply/reply-offline.ts";

const remember = { name: "remember", description: "", parameters: {} };
const requestFor = (asked: ReplyInput, rest: Partial<ReplyRequest> = {}): ReplyRequest => ({
  asked,
  messages: [],
  ...rest,
});
const memory = quoted("Prefers bomba rice");

async function all(request: ReplyRequest, signal?: AbortSignal): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of offlineReply.respond(request, signal)) events.push(event);
  return events;
}

test("respond() calls the tool `remember` where it is offered, and only there", async () => {
  const task = replyTask("remember that I like tea");
  expect(await all(requestFor(task, { tools: [remember] }))).toEqual([
    {
      type: "toolCall",
      call: { id: "call_1", name: "remember", arguments: '{"text":"I like tea"}' },
    },
    { type: "end", reason: "tools" },
  ]);
  expect(await all(requestFor(task))).toEqual([
    { type: "text", text: "My memory is switched off. I do not keep anything.", memories: [] },
    { type: "end", reason: "stop" },
  ]);
});

test("respond() gives each call of a thread an id of its own", async () => {
  const toolCalls = [{ id: "call_1", name: "remember", arguments: "{}" }];
  const messages = [{ role: "assistant", content: "", toolCalls } as const];
  const task = replyTask("remember that I like tea");
  const [first] = await all(requestFor(task, { messages, tools: [remember] }));
  expect(first).toMatchObject({ call: { id: "call_2" } });
});

test("respond() ends an aborted answer with one failure, before it and in the middle of it", async () => {
  const aborted = { type: "failure", error: { code: "MODEL_FAILED", data: { reason: "aborted" } } };
  expect(await all(requestFor(replyTask("hello")), AbortSignal.abort())).toMatchObject([aborted]);
  const memories = [memory, { ...memory, line: 14 }, { ...memory, line: 15 }];
  const stop = new AbortController();
  const events: ModelEvent[] = [];
  for await (const event of offlineReply.respond(
    requestFor(replyTask("rice", { memories })),
    stop.signal,
  )) {
    events.push(event);
    stop.abort();
  }
  expect(events).toMatchObject([{ type: "text" }, aborted]);
});

test("respond() says what went wrong as an event", async () => {
  const broken = { ...replyTask("hello"), message: null } as unknown as ReplyInput;
  expect(await all(requestFor(broken))).toMatchObject([
    { type: "failure", error: { code: "MODEL_FAILED", data: { reason: "answer" } } },
  ]);
});
