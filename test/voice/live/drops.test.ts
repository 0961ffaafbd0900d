import { expect, test } from "vitest";
import { type LiveRoom, openRoom } from "./live-room.ts";

const contents = async (room: LiveRoom): Promise<string[]> =>
  (await room.kept()).messages.map(({ content }) => content);

test("run() goes on with the conversation on a new connection after a drop", async () => {
  const room = await openRoom();
  room.server.onHeard = (_, nth) => (nth === 1 ? "I am baking bread" : "how long does it bake");
  room.server.onRespond = (_, nth) => [{ words: `Answer ${nth}.`, ms: 500 }];
  room.says();
  await room.until("latency", 1);
  room.server.drop();
  room.says();
  await room.until("latency", 2);
  expect(room.server.connections).toHaveLength(2);
  // What was said before stands in the instructions; what was just said is still heard as sound.
  const [, asked] = room.server.asked;
  expect(asked?.items).toMatchObject([{ kind: "user", text: "how long does it bake" }]);
  expect(asked?.items[0]?.soundMs).toBeGreaterThan(1_000);
  expect(asked?.instructions).toContain('{"role":"user","text":"I am baking bread"}');
  expect(asked?.instructions).toContain('{"role":"assistant","text":"Answer 1."}');
  expect(room.of("trouble")).toEqual([]);
  expect(room.of("spoken").map(({ text }) => text)).toEqual(["Answer 1.", "Answer 2."]);
  await room.stop();
});

test("run() hears a turn by the cascade where the connection drops meanwhile, and answers it on a new one", async () => {
  const room = await openRoom();
  room.server.onHeard = () => "drop";
  room.cascade.onSpeech = () => ({ text: "can you hear me" });
  room.says();
  await room.until("latency", 1);
  expect(room.server.connections).toHaveLength(2);
  expect(await contents(room)).toEqual(["can you hear me", "Hello to you."]);
  await room.stop();
});

test("run() keeps what was said of an answer that breaks off, and says so", async () => {
  const room = await openRoom();
  const { promise: isThere, resolve } = Promise.withResolvers<void>();
  const half = { words: "The first half ", ms: 500 };
  room.server.onRespond = (_, nth) =>
    nth === 1 ? [half, { wait: isThere }, { drop: true }] : [{ words: "Yes.", ms: 300 }];
  room.says();
  await room.until("delta", 1);
  resolve();
  await room.until("latency", 1);
  expect(room.of("error")).toMatchObject([
    { code: "MODEL_FAILED", data: { reason: "connection" } },
  ]);
  room.says();
  await room.until("latency", 2);
  const all = ["hello there", "The first half ", "hello there", "Yes."];
  expect(await contents(room)).toEqual(all);
  const [, asked] = room.server.asked;
  expect(asked?.items.map(({ text }) => text)).toEqual(["hello there"]);
  expect(asked?.instructions).toContain("The first half ");
  await room.stop();
});

test("run() goes over to the cascade where nobody answers, says so once, and keeps the session", async () => {
  const room = await openRoom({ script: { reply: (_, nth) => `Written ${nth}.` } });
  room.server.refuse = 503;
  room.cascade.onSpeech = () => ({ text: "is anybody there" });
  room.says();
  await room.until("latency", 1);
  room.says();
  await room.until("latency", 2);
  expect(room.of("trouble")).toMatchObject([{ part: "live voice", code: "answer" }]);
  const [trouble] = room.of("trouble");
  expect(trouble?.message.replace(room.server.url, "URL")).toMatchInlineSnapshot(
    `"Cannot ask "gpt-realtime-2.1" at "URL": its answer cannot be used (it begins no realtime session: voice.live.model must hear and speak, and its address start with https://); check that this is the right program, or the right address, which often ends with "/v1"; until it answers again, speech to text, the model and text to speech take its place"`,
  );
  const own = room.of("spoken").filter(({ isOwn }) => isOwn === true);
  expect(own.map(({ text }) => text)).toEqual([
    "My usual voice is gone. I speak with this one until it is back.",
  ]);
  expect(await contents(room)).toEqual([
    ...["is anybody there", "Written 0.", "is anybody there", "Written 1."],
  ]);
  expect(room.server.requests).toHaveLength(1); // And left alone then.
  await room.stop();
});

test("run() answers by the cascade where the server fails at an answer, and by the live voice after a while", async () => {
  const room = await openRoom({ script: { reply: () => "Written." } });
  const fail = { code: "insufficient_quota", message: "You exceeded your quota" };
  room.server.onRespond = () => [{ fail }];
  room.says();
  await room.until("latency", 1);
  expect(room.of("trouble")).toMatchObject([{ part: "live voice", code: "quota" }]);
  expect(await contents(room)).toEqual(["hello there", "Written."]);
  await room.stop();
});
