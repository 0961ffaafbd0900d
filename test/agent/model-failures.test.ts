import { expect, test } from "vitest";
import type { ModelEvent } from "../../src/models/respond.ts";
import {
  ending,
  errorsOf,
  failing,
  saying,
  textOf,
  typesOf,
  useConversation,
} from "./conversation.ts";

test.each<[string, ModelEvent[], string]>([
  ["cannot be reached", [failing("connection")], "Cannot ask the model: it is not there"],
  ["is filtered", [ending("filtered")], "held the answer back"],
  ["runs out of room", [ending("length")], "cut off"],
  ["ends without a word", [ending("stop")], "gave no answer"],
  ["ends without saying so", [], "gave no answer"],
])(
  "takeTurn() tells in one sentence when the model %s, and the next turn works",
  async (_, bad, sentence) => {
    let isFirst = true;
    const { say, sessions, session } = useConversation({
      answering: ({ messages }) =>
        isFirst ? bad : saying(`I see ${messages.filter(({ role }) => role === "user").length}`),
    });
    const events = await say("first");
    const [message, ...others] = errorsOf(events);
    expect(message).toContain(sentence);
    expect(message).not.toMatch(/\.$/);
    expect(others).toEqual([]);
    isFirst = false;
    expect(textOf(await say("second"))).toBe("I see 1");
    expect(sessions.messages(session.id).map(({ role }) => role)).toEqual([
      "user",
      "user",
      "assistant",
    ]);
  },
);

test.each([
  [failing("stalled", "Cannot go on: the model fell silent"), "fell silent", "model: stalled"],
  [ending("length"), "cut off", "model: length"],
  [ending("filtered"), "held the answer back", "model: filtered"],
])("takeTurn() stores what was said before a bad end %#", async (end, sentence, note) => {
  const { say, sessions, session } = useConversation({
    answering: () => [{ type: "text", text: "Half a" }, end],
  });
  const events = await say("tell me");
  expect(typesOf(events).slice(-3)).toEqual(["delta", "message assistant", "error"]);
  expect(errorsOf(events)[0]).toContain(sentence);
  expect(sessions.messages(session.id).at(-1)).toMatchObject({
    content: "Half a",
    degradations: [note],
  });
});

test("takeTurn() asks with half the room when the request was too long for the model", async () => {
  const { say, requests } = useConversation({
    answering: ({ messages }) =>
      JSON.stringify(messages).length > 14_000 ? [failing("tooLong")] : saying("Short enough."),
  });
  expect(textOf(await say("word ".repeat(4_000)))).toBe("Short enough.");
  expect(requests).toHaveLength(2);
});

test("takeTurn() survives a model that throws, against its contract", async () => {
  const { say } = useConversation({ answering: () => thrown("boom") });
  expect(errorsOf(await say("hi"))).toEqual([expect.stringContaining("Something went wrong")]);
});

test("takeTurn() shortens older messages by itself when no model summarizes them", async () => {
  const { say, requests, background, sessions, session } = useConversation({
    contextTokens: 3_000,
    summarizing: () => [failing("connection")],
  });
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    const events = await say(`Question ${number}: ${"rice and ovens ".repeat(50)}`);
    expect(errorsOf(events)).toEqual([]);
    await Promise.all(background);
  }
  expect(requests.at(-1)?.messages[0]?.content).toMatch(
    /<earlier>\n.*\{"who":"user","said":"Question \d: rice/s,
  );
  expect(sessions.slots(session.id)).toEqual({});
  expect(sessions.messages(session.id).at(-1)?.degradations).toContain("context shortened");
});

function thrown(message: string): never {
  throw new Error(message);
}
