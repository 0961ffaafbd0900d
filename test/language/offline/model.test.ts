import { expect, test } from "vitest";
import { createOfflineModel } from "../../../src/language/offline/model.ts";
import type { ModelEvent, ModelRequest } from "../../../src/models/respond.ts";
import type { Task } from "../../../src/models/task.ts";
import { quoted, replyTask } from "../reply/reply-offline.ts";

const model = createOfflineModel();
const remember = { name: "remember", description: "", parameters: {} };
const requestFor = (task: Task, rest: Partial<ModelRequest> = {}): ModelRequest => ({
  task,
  messages: [],
  ...rest,
});
const memory = quoted("Prefers bomba rice");

async function all(request: ModelRequest, signal?: AbortSignal): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.respond(request, signal)) events.push(event);
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
    { type: "text", text: "I cannot save anything in this conversation." },
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
  for await (const event of model.respond(
    requestFor(replyTask("rice", { memories })),
    stop.signal,
  )) {
    events.push(event);
    stop.abort();
  }
  expect(events).toMatchObject([{ type: "text" }, aborted]);
});

test("respond() answers detect, split and summarize as their tasks say", async () => {
  const candidate = { topic: "cooking", title: "Cooking", summary: "" };
  const detect = (fits: boolean): Task => ({
    type: "detect",
    messages: ["rice"],
    topics: [
      { ...candidate, topic: "travel", fits: false },
      { ...candidate, fits },
    ],
  });
  const textOf = async (task: Task): Promise<string> =>
    (await all(requestFor(task)))
      .map((event) => (event.type === "text" ? event.text : ""))
      .join("");
  expect(JSON.parse(await textOf(detect(true)))).toEqual({ topic: "cooking" });
  expect(JSON.parse(await textOf(detect(false)))).toEqual({ topic: null });
  expect(JSON.parse(await textOf({ type: "split", title: "A", entries: [] }))).toEqual({
    subtopics: [],
  });
  const texts = ["The boiler is old. It leaks.", "The boiler will be replaced in May."];
  expect(await textOf({ type: "summarize", texts, words: 50, language: "en" })).toBe(
    texts.join("\n"),
  );
});

test("respond() says what went wrong as an event", async () => {
  const broken = { type: "split", title: "A", entries: null } as unknown as Task;
  expect(await all(requestFor(broken))).toMatchObject([
    { type: "failure", error: { code: "MODEL_FAILED", data: { reason: "answer" } } },
  ]);
  expect(await model.probe()).toBeUndefined();
  expect([model.id, model.kind, model.isCloud]).toEqual(["offline", "offline", false]);
});
