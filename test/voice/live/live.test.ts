import { expect, test } from "vitest";
import { type LiveRoom, openRoom } from "./live-room.ts";

const files = {
  "topics/cooking.md": "# Cooking\n\n- Paella takes bomba rice, never long grain (2026-02-10)\n",
};

test("run() has the model hear the sound itself, answer from memory and speak, and keeps both sides", async () => {
  const room = await openRoom({ files });
  room.server.onHeard = () => "which rice does paella take";
  room.server.onRespond = () => [
    { words: "Bomba rice, ", ms: 600 },
    { words: "as you said.", ms: 900 },
  ];
  room.says();
  await room.until("latency", 1);
  const [asked] = room.server.asked;
  expect(asked?.items).toMatchObject([{ kind: "user", text: "which rice does paella take" }]);
  expect(asked?.items[0]?.soundMs).toBeGreaterThan(1_500);
  expect(asked?.instructions).toContain("bomba rice, never long grain");
  expect(asked?.instructions).toContain("How to use memory");
  expect(asked?.tools).toContain("recall");
  expect(room.played).toEqual([{ rate: 24_000, ms: 1_500 }]);
  expect(room.of("spoken")).toEqual([
    { type: "spoken", text: "Bomba rice, as you said.", isInterrupted: false },
  ]);
  const { messages } = await room.kept();
  expect(messages).toMatchObject([
    { id: 1, role: "user", content: "which rice does paella take", mode: "voice" },
    { id: 2, role: "assistant", content: "Bomba rice, as you said.", mode: "voice" },
  ]);
  expect(room.vault.asked("reply")).toEqual([]);
  expect(room.cascade.heard).toEqual([]);
  await room.stop();
});

const long = "First the rice goes in. Then the broth follows it. Then nobody stirs.";

test("run() cuts an answer that is interrupted to what was heard, at the server and in the session", async () => {
  const room = await openRoom();
  room.server.onHeard = (_, nth) => (nth === 1 ? "how do I cook paella" : "and how much broth");
  room.server.onRespond = ({ items }) =>
    items.length === 1 ? [{ words: long, ms: 2_800 }] : [{ words: "Twice the rice.", ms: 600 }];
  room.hearsUpTo = 1_400;
  room.says();
  await room.untilTrue(() => room.played[0]?.ms === 1_400);
  room.hearsUpTo = undefined;
  room.says();
  await room.until("latency", 2);
  const [first, second] = room.server.asked;
  expect(first?.items).toHaveLength(1);
  expect(second?.items).toMatchObject([
    { kind: "user", text: "how do I cook paella" },
    { kind: "assistant", cutAt: 1_400 },
    { kind: "user", text: "and how much broth" },
  ]);
  const { messages } = await room.kept();
  expect(messages.map(({ content }) => content)).toEqual([
    "how do I cook paella",
    "First the rice goes in. Then", // Half of the words, for half of the sound.
    "and how much broth",
    "Twice the rice.",
  ]);
  expect(room.of("latency")[0]).toMatchObject({ aborted: "interrupted", replyMs: 1_400 });
  await room.stop();
});

test("run() breaks off an answer that is still being made, and has the model hear no more of it than the person", async () => {
  const room = await openRoom();
  const { promise: never, resolve: end } = Promise.withResolvers<void>();
  room.server.onHeard = (_, nth) => (nth === 1 ? "how do I cook paella" : "no the other thing");
  room.server.onRespond = (_, nth) =>
    nth === 1
      ? [
          { words: "First the rice goes in. ", ms: 1_200 },
          { wait: never },
          { words: "Never.", ms: 9 },
        ]
      : [{ words: "Which thing?", ms: 400 }];
  room.hearsUpTo = 600;
  room.says();
  await room.untilTrue(() => room.played[0]?.ms === 600);
  room.hearsUpTo = undefined;
  room.says();
  await room.untilTrue(() => sent(room).includes("response.cancel"));
  end();
  await room.until("latency", 2);
  const all = sent(room);
  expect(all.filter((type) => type === "response.cancel")).toHaveLength(1);
  expect(all.indexOf("conversation.item.truncate")).toBeGreaterThan(all.indexOf("response.cancel"));
  expect(room.server.asked[1]?.items).toMatchObject([
    { kind: "user" },
    { kind: "assistant", cutAt: 600 },
    { kind: "user", text: "no the other thing" },
  ]);
  const { messages } = await room.kept();
  expect(messages[1]?.content).toBe("First");
  await room.stop();
});

const sent = ({ server }: LiveRoom): string[] => server.connections.flat().map(({ type }) => type);

test("run() runs the model's tools by the rules of who speaks, and lets it go on with their results", async () => {
  const room = await openRoom({
    files: {
      "topics/garden.md": "# Garden\n\n- Figs ripen by the wall in August (2026-02-10)\n",
      "people/ben/topics/gifts.md": "# Gifts\n\n- Figs in a box for Ana, a surprise (2026-02-10)\n",
    },
    conversation: { person: "ana" },
  });
  room.server.onHeard = () => "what about the figs";
  room.server.onRespond = (_, nth) =>
    nth === 1
      ? [
          { call: "recall", arguments: { query: "figs" } },
          { call: "read_topic", arguments: { topic: "people/ben/topics/gifts.md" } },
          { call: "remember", arguments: { text: "Likes figs" } },
        ]
      : [{ words: "They ripen in August.", ms: 900 }];
  room.says(3_000);
  await room.until("latency", 1);
  const [, second] = room.server.asked;
  const results = second?.items.filter(({ kind }) => kind === "result") ?? [];
  expect(second?.items.map(({ kind }) => kind)).toEqual([
    ...["user", "call", "call", "call", "result", "result", "result"],
  ]);
  expect(results[0]?.text).toContain("Figs ripen by the wall");
  expect(results[1]?.text).toContain("error");
  expect(JSON.stringify(room.server.asked)).not.toContain("surprise");
  expect(room.of("tool").map(({ name }) => name)).toEqual(["recall", "read_topic", "remember"]);
  const { messages, events } = await room.kept();
  expect(messages.map(({ role }) => role)).toEqual([
    ...["user", "assistant", "tool", "tool", "tool", "assistant"],
  ]);
  // What the person did not say is not saved: the model is told to ask.
  expect(results[2]?.text).toMatch(/"status":"proposed".*ask them/);
  expect(events).toEqual([]);
  await room.stop();
});
