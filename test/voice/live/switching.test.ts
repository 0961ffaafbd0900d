import { expect, test } from "vitest";
import { useCloudName } from "../../use-cloud-name.ts";
import { type LiveRoom, openRoom } from "./live-room.ts";

const contents = async (room: LiveRoom): Promise<string[]> =>
  (await room.kept()).messages.map(({ content }) => content);

const lastAsked = ({ server }: LiveRoom): readonly string[] =>
  server.asked.at(-1)?.items.map(({ kind, text }) => `${kind}: ${text}`) ?? [];

test("one session goes from live to text to a cascade and back to live", async () => {
  const room = await openRoom({ script: { reply: (_, nth) => `Written ${nth}.` } });
  room.server.onHeard = (_, nth) => (nth === 1 ? "by live" : "by live again");
  room.says();
  await room.until("latency", 1);
  const id = room.sessionId();
  await room.stop();

  const text = await room.loci.converse({ resume: id });
  for await (const _ of text.turn("by text", { mode: "text" }));

  const asCascade = { LOCI_VOICE_ORCHESTRATOR: "cascade" };
  const cascade = await openRoom({ before: room, env: asCascade, conversation: { resume: id } });
  room.cascade.onSpeech = () => ({ text: "by cascade" });
  cascade.says();
  await cascade.until("latency", 1);
  expect(room.server.connections).toHaveLength(1);
  await cascade.stop();

  const asLive = { LOCI_VOICE_ORCHESTRATOR: "live" };
  const again = await openRoom({ before: room, env: asLive, conversation: { resume: id } });
  again.says();
  await again.until("latency", 1);
  expect(lastAsked(again)).toEqual(["user: by live again"]);
  const before = ["by live", "Hello to you.", "by text", "Written 0.", "by cascade", "Written 1."];
  const { instructions = "" } = again.server.asked.at(-1) ?? {};
  const places = before.map((text) => instructions.indexOf(`"text":"${text}"`));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  expect(again.sessionId()).toBe(id);
  await again.stop();
});

test("a hand-off gives the next agent its own persona and thread in the same turn", async () => {
  const room = await openRoom({
    files: { "loci.yaml": "timezone: UTC\nagents: { chef: { persona: You cook zorblax. } }\n" },
  });
  room.server.onHeard = (_, nth) => (nth === 1 ? "first of all hello" : "I want the chef");
  room.server.onRespond = ({ instructions }, nth) => {
    if (nth === 1) return [{ words: "Hello.", ms: 300 }];
    if (instructions.includes("zorblax")) return [{ words: "The chef here.", ms: 500 }];
    return [{ call: "hand_off", arguments: { agent: "chef", context: "wants to cook" } }];
  };
  room.says();
  await room.until("latency", 1);
  room.says();
  await room.until("latency", 2);
  expect(lastAsked(room)).toEqual(["user: I want the chef"]);
  expect(room.server.asked.at(-1)?.instructions).toContain("wants to cook");
  expect(room.of("handoff")).toMatchObject([{ from: "loci", to: "chef" }]);
  expect(room.of("spoken").map(({ text }) => text)).toEqual(["Hello.", "The chef here."]);
  await room.stop();
});

test("what is taken back, and what was said to somebody else, is gone from the model's conversation", async () => {
  const room = await openRoom({
    env: { LOCI_VOICE_ACTIVATION: "name" },
  });
  const said = [
    "Loci my code is zorblax",
    "Loci forget that",
    "and you Ben shut the door please",
    "Loci what is my name",
  ];
  room.server.onHeard = (_, nth) => said[nth - 1] ?? "";
  room.says(2_500);
  await room.until("latency", 1);
  room.says(1_500);
  await room.until("spoken", 2);
  await room.untilTrue(() => room.of("state").at(-1)?.state === "listening");
  room.isQuiet(9_000);
  await room.untilTrue(() => room.of("state").at(-1)?.state === "asleep");
  room.says(2_500);
  await room.until("heard", 3);
  room.says(2_000);
  await room.until("latency", 2);
  expect(room.of("heard").map(({ taken }) => taken)).toEqual([true, true, false, true]);
  expect(lastAsked(room)).toEqual(["user: Loci what is my name"]);
  expect(await contents(room)).toEqual(["what is my name", "Hello to you."]);
  await room.stop();
});

test("a live model that is far away gets no secret and no private data in writing", async () => {
  const room = await openRoom({
    files: {
      "people/ana/profile.md":
        "- Speaks Catalan\n- Safe opens with zorblax-one [sensitivity:: secret]\n",
      "topics/safe.md":
        "# Safe\n\n- Safe stands in the hall, ask 612345678 (2026-02-01)\n- Safe code is zorblax-two (2026-02-01) [sensitivity:: secret]\n",
    },
    env: { LOCI_PRIVACY_ANONYMIZE: "cloud" },
    conversation: { person: "ana" },
    isFar: useCloudName(),
  });
  room.server.onHeard = () => "where is the safe and what opens it";
  room.server.onRespond = (_, nth) =>
    nth === 1
      ? [
          { call: "read_topic", arguments: { topic: "safe" } },
          { call: "recall", arguments: { query: "safe code" } },
        ]
      : [{ words: "In the hall.", ms: 300 }];
  room.says(2_500);
  await room.until("latency", 1);
  const written = JSON.stringify(
    room.server.connections.flat().filter(({ type }) => type !== "input_audio_buffer.append"),
  );
  expect(written).toContain("stands in the hall, ask [phone]");
  expect(written).toContain("Speaks Catalan");
  expect(written).not.toMatch(/zorblax|612345678/);
  await room.stop();
});
