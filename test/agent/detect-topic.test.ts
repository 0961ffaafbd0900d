import { expect, test } from "vitest";
import type { TopicPage } from "../../src/agent/vault-for-turn.ts";
import type { ModelEvent } from "../../src/models/respond.ts";
import { cooking, hit, saying, textOf, typesOf, useConversation } from "./conversation.ts";

const page: TopicPage = {
  ...cooking,
  lines: [
    {
      text: "Prefers bomba rice",
      date: "2026-02-12",
      topic: "cooking",
      file: "topics/cooking.md",
      line: 9,
      bank: "Personal",
    },
  ],
};
const candidateTopics = async () => [cooking];
const detecting = () => saying('Sure: {"topic":"cooking"}');
const never = new Promise<never>(() => {});

async function* silent(): AsyncGenerator<ModelEvent> {
  yield await never;
}

test("takeTurn() finds the topic once; its file takes the memories' place from the next turn on", async () => {
  const asked: string[] = [];
  const { say, sessions, session, requests } = useConversation({
    candidateTopics: async () => {
      asked.push("topics");
      return [cooking];
    },
    detecting,
    recall: async () => {
      asked.push("recall");
      return [hit("Has a gas oven")];
    },
    readTopic: async (_session, file) => (file === page.file ? page : undefined),
  });
  const first = await say("how was the paella?");
  expect(typesOf(first).slice(-2)).toEqual(["message assistant", "topic"]);
  expect(first.at(-1)).toEqual({ type: "topic", topic: "cooking", file: "topics/cooking.md" });
  expect(sessions.find(session.id)?.topic).toBe("topics/cooking.md");
  expect(sessions.events(session.id)).toMatchObject([{ type: "topic", path: "topics/cooking.md" }]);
  const second = await say("and the rice?");
  expect(typesOf(second)).toEqual(["message user", "delta", "message assistant"]);
  expect(asked.sort()).toEqual(["recall", "topics"]);
  const [before, after] = requests.map(({ messages }) => messages[0]?.content ?? "");
  expect(before).toContain("<memories>\n");
  expect(before).not.toContain("<topic>\n");
  expect(after).toContain("<topic>\n");
  expect(after).toContain("bomba");
  expect(after).not.toContain("<memories>\n");
  expect(requests[1]?.asked).toMatchObject({ memories: [{ text: "Prefers bomba rice", line: 9 }] });
});

test("takeTurn() never lets detection delay the reply: no delta waits for one that hangs", async () => {
  const { say } = useConversation({
    candidateTopics,
    detecting: silent,
    timeouts: { topic: 300, background: 5_000 },
    answering: () => saying("a", "b"),
  });
  const startedAt = performance.now();
  const events = await say("hi");
  const took = performance.now() - startedAt;
  expect(typesOf(events)).toEqual([
    "message user",
    "recall",
    "delta",
    "delta",
    "message assistant",
  ]);
  expect(took).toBeGreaterThan(250);
  expect(took).toBeLessThan(3_000);
});

test("takeTurn() asks a server for the topic only once the reply has begun, lest it waits in a queue", async () => {
  const order: string[] = [];
  async function* slow(): AsyncGenerator<ModelEvent> {
    order.push("reply asked");
    await new Promise((resolve) => setTimeout(resolve, 40));
    order.push("first word");
    yield* saying("Hello.");
  }
  const { say } = useConversation({
    candidateTopics,
    answering: slow,
    detecting: () => {
      order.push("detect asked");
      return saying('{"topic":"cooking"}');
    },
  });
  await say("hi");
  expect(order).toEqual(["reply asked", "first word", "detect asked"]);
});

test("takeTurn() leaves a late topic to the background, where it still gets into the session", async () => {
  async function* late(): AsyncGenerator<ModelEvent> {
    await new Promise((resolve) => setTimeout(resolve, 400));
    yield* saying('{"topic":"cooking"}');
  }
  const { say, background, sessions, session } = useConversation({
    candidateTopics,
    detecting: late,
    timeouts: { topic: 5, background: 1_000 },
  });
  expect(typesOf(await say("hi"))).not.toContain("topic");
  await Promise.all(background);
  expect(sessions.find(session.id)?.topic).toBe("topics/cooking.md");
});

test.each([
  ["names a topic that is no candidate", '{"topic":"../../etc/passwd"}'],
  ["finds none", '{"topic":null}'],
  ["talks", "I think it is cooking"],
])("takeTurn() sets no topic when the model %s", async (_, answer) => {
  const { say, sessions, session } = useConversation({
    candidateTopics,
    detecting: () => saying(answer),
  });
  const events = await say("hi");
  expect(typesOf(events)).toEqual(["message user", "recall", "delta", "message assistant"]);
  expect(sessions.find(session.id)?.topic).toBeNull();
});

test("takeTurn() looks for memories again when the topic's file has gone", async () => {
  const { say, sessions, session } = useConversation({ recall: async () => [hit("Old oven")] });
  sessions.update(session.id, { topic: "topics/gone.md" });
  expect(typesOf(await say("hi"))).toContain("recall");
  expect(sessions.find(session.id)?.topic).toBeNull();
});

test("takeTurn() keeps the topic and looks for memories when its file cannot be read now", async () => {
  const { say, sessions, session } = useConversation({ readTopic: () => never });
  sessions.update(session.id, { topic: "topics/cooking.md" });
  const events = await say("hi");
  expect(textOf(events)).toBe("Fine.");
  expect(typesOf(events)).toContain("recall");
  expect(sessions.find(session.id)?.topic).toBe("topics/cooking.md");
  expect(sessions.messages(session.id).at(-1)?.degradations).toEqual(["topic timed out"]);
});

test("takeTurn() asks a model whether a topic that may fit is it, and takes a clear one alone without a model", async () => {
  const isFound = async (isClear: boolean, model: Parameters<typeof useConversation>[0]) => {
    const fit = { ...cooking.fit, isClear };
    const { say } = useConversation({
      candidateTopics: async () => [{ ...cooking, fit }],
      ...model,
    });
    return typesOf(await say("how was the paella?")).includes("topic");
  };
  const candidateTopics = async () => [{ ...cooking, fit: undefined }];
  expect(await isFound(false, { candidateTopics, detecting })).toBe(false);
  expect(await isFound(false, { detecting })).toBe(true);
  expect(await isFound(false, { live: undefined })).toBe(false);
  expect(await isFound(true, { live: undefined })).toBe(true);
});

test("takeTurn() shows a model few candidates, the most fitting first", async () => {
  const shown: string[] = [];
  const { say } = useConversation({
    candidateTopics: async () => [
      cooking,
      ...Array.from({ length: 30 }, (_, n) => ({ ...cooking, topic: `t${n}`, fit: undefined })),
    ],
    detecting: ({ messages }) => {
      shown.push(...(messages[1]?.content.match(/"topic":"\w+"/g) ?? []));
      return detecting();
    },
  });
  expect(typesOf(await say("hi"))).toContain("topic");
  expect(shown[0]).toBe('"topic":"cooking"');
  expect(shown.length).toBeLessThanOrEqual(6);
});
