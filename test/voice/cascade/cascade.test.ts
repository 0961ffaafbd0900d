import { expect, test, vi } from "vitest";
import { LociError } from "../../../src/errors.ts";
import { Cascade } from "../../../src/voice/cascade/cascade.ts";
import { contents, heard, openWorld, spoken, type World } from "./world.ts";

const typesOf = ({ events }: World): string[] =>
  events.map((event) => (event.type === "state" ? event.state : event.type));

test("run() answers what begins with its name", async () => {
  const world = await openWorld();
  await world.silence(500);
  await world.says("Loci, we always use bomba rice");
  await world.silence(6_000);
  expect(world.turns.map(({ content }) => content)).toEqual(["we always use bomba rice"]);
  expect(world.sounded).toEqual([
    { text: "You said we always use bomba rice.", share: expect.closeTo(1) },
  ]);
  expect(
    typesOf(world)
      .join(" ")
      .replace(/(?:delta )+/, "delta… "),
  ).toBe(
    "asleep hearing asleep heard thinking message recall delta… message speaking thinking spoken latency listening",
  );
  const made = { context: 50, model: 300, sentence: 140, synthesize: 100, play: 0 };
  const stages = { silence: 700, transcribe: 200, ...made };
  expect(world.times).toMatchObject([{ speechMs: 1_560, replyMs: 2_040, total: 1_490, stages }]);
  await world.stop();
  expect(world.isOver()).toBe(true);
  expect([...world.open.values()]).toEqual([0, 0, 0, 0]);
});

test("run() answers a second turn within the follow-up window without its name, and not after it", async () => {
  const world = await openWorld();
  await world.says("Loci, what time is it");
  await world.silence(4_000);
  await world.says("and in Girona it is the same");
  await world.silence(4_000);
  await world.silence(9_000);
  expect(world.cascade.state).toBe("asleep");
  await world.says("somebody on television says this");
  await world.silence(2_000);
  expect(contents(world)).toEqual(["what time is it", "and in Girona it is the same"]);
  expect(heard(world).at(-1)).toMatchObject({ taken: false, why: "not_addressed" });
  await world.stop();
});

test("run() does not take what comes without its name, nor from far away within the follow-up window", async () => {
  const world = await openWorld();
  await world.says("somebody talks to somebody else");
  await world.says("Loci, what time is it");
  await world.silence(3_500);
  await world.says("the television is still on", { loud: 0.1 });
  await world.silence(2_000);
  expect(contents(world)).toEqual(["what time is it"]);
  expect(heard(world).map(({ why }) => why)).toEqual(["not_addressed", undefined, "not_addressed"]);
  await world.stop();
});

test("run() asks again for what it is not sure of, twice in a row, then only sounds", async () => {
  const world = await openWorld();
  for (let i = 0; i < 3; i++) {
    await world.says("Loci, mumble mumble", { confidence: 0.2 });
    await world.silence(6_000);
  }
  expect(contents(world)).toEqual([]);
  expect(spoken(world)).toEqual(["Sorry?", "Sorry?"]);
  expect(world.sounded.at(-1)?.text).toBe("(sound)");
  expect(heard(world).map(({ why }) => why)).toEqual(["unclear", "unclear", "unclear"]);
  await world.says("Loci, this is clear", { confidence: 0.9 });
  await world.silence(4_000);
  await world.says("Loci, mumble mumble", { confidence: 0.2 });
  await world.silence(3_000);
  expect(contents(world)).toEqual(["this is clear"]);
  expect(world.turns[0]?.extra).toMatchObject({ confidence: 0.9 });
  expect(spoken(world).at(-1)).toBe("Sorry?");
  await world.stop();
});

test("run() takes neither an endless turn, nor nothing, nor what transcribers make of silence", async () => {
  const world = await openWorld({ options: { activation: "open" } });
  await world.says("a film that goes on and on", { lasts: 31_000, after: 4_000 });
  await world.says("", { lasts: 600 });
  await world.silence(1_000);
  await world.says("Thank you for watching.", { lasts: 600 });
  await world.silence(1_000);
  expect(contents(world)).toEqual([]);
  expect(heard(world).map(({ why }) => why)).toEqual(["endless", "empty", "invented"]);
  expect(heard(world)[0]).toMatchObject({ text: "" });
  await world.says("this is a person");
  await world.silence(2_000);
  expect(contents(world)).toEqual(["this is a person"]);
  await world.stop();
});

test("run() keeps what is said while it thinks as one next turn, and ignores what is said while it speaks", async () => {
  const world = await openWorld({ options: { activation: "open" } });
  world.faults.thinks = 6_000;
  await world.says("what is for dinner");
  await world.says("something with rice");
  await world.says("and without any meat");
  await world.silence(3_000);
  world.faults.thinks = 300;
  await world.says("this is said while it speaks", { lasts: 1_600, after: 0 });
  await world.silence(8_000);
  expect(contents(world)).toEqual([
    "what is for dinner",
    "something with rice\nand without any meat",
  ]);
  expect(heard(world)).toHaveLength(3);
  expect(world.log).not.toContain("TWO AT ONCE");
  await world.stop();
});

test("run() waits for the end of a sentence that breaks off", async () => {
  const world = await openWorld();
  await world.says("Loci, please buy rice and");
  await world.says("saffron for the paella");
  await world.silence(3_000);
  expect(contents(world)).toEqual(["please buy rice and\nsaffron for the paella"]);
  await world.stop();
});

test("run() says the sentences of a reply in order, and makes the next while one is played", async () => {
  const world = await openWorld({ options: { activation: "open" } });
  world.faults.reply = () =>
    "This is the first one. Here comes the second one. And this is the end.";
  await world.says("tell me three things");
  await world.silence(1_500);
  const making = world.log.filter((line) => line.startsWith("voice 0")).length;
  expect(world.sounded).toHaveLength(1);
  expect(making).toBe(2);
  await world.silence(6_000);
  expect(world.sounded.map(({ text }) => text)).toEqual([
    "This is the first one.",
    "Here comes the second one.",
    "And this is the end.",
  ]);
  expect(spoken(world)).toEqual([
    "This is the first one. Here comes the second one. And this is the end.",
  ]);
  await world.stop();
});

test("run() ends with the recorder, once the last recording was answered", async () => {
  const world = await openWorld({ options: { activation: "open" } });
  await world.says("the first recording", { after: 300 });
  await world.record({ type: "pause" });
  await world.says("the second recording", { after: 300 });
  await world.record({ type: "pause" });
  await world.endRecorder();
  await world.pass(12_000);
  expect(contents(world)).toEqual(["the first recording", "the second recording"]);
  expect(world.isOver()).toBe(true);
  expect([...world.open.values()].every((count) => count === 0)).toBe(true);
});

test("run() writes replies where there is no speaker", async () => {
  const world = await openWorld({ hasSpeaker: false });
  await world.says("Loci, what time is it");
  await world.silence(2_000);
  await world.says("Loci, what can I say");
  await world.silence(1_000);
  expect(world.turns[0]?.stored).toBe("You said what time is it.");
  expect(world.log.filter((line) => line.startsWith("voice"))).toEqual([]);
  expect(world.times).toMatchObject([{ stages: { synthesize: 0, play: 0 }, replyMs: 0 }]);
  expect(spoken(world).join()).toContain("Ask me");
  await world.stop();
});

test("run() listens for the next sentence of who said its name alone, and knows how loud that was", async () => {
  const world = await openWorld();
  await world.says("Loci", { lasts: 600 });
  await world.silence(1_500);
  expect(world.sounded.map(({ text }) => text)).toEqual(["(sound)"]);
  expect(world.cascade.state).toBe("listening");
  await world.says("the news of the television", { loud: 0.2 });
  await world.silence(1_000);
  expect(heard(world).at(-1)).toMatchObject({ taken: false, why: "not_addressed" });
  await world.says("what time is it");
  await world.silence(3_000);
  expect(contents(world)).toEqual(["what time is it"]);
  await world.stop();
});

test("run() with a voice that lacks a language lets the next one speak it, and blames nobody", async () => {
  const world = await openWorld({ options: { activation: "open" } });
  const noVoice = new LociError("MODEL_FAILED", 'Cannot speak "es"', {
    data: { reason: "language" },
  });
  world.faults.synthesize = (n) => (n === 0 ? Promise.reject(noVoice) : undefined);
  await world.says("que arroz hay");
  await world.silence(4_000);
  expect(spoken(world)).toEqual(["You said que arroz hay."]);
  world.faults.synthesize = undefined;
  await world.says("which rice is there");
  await world.silence(4_000);
  expect(world.events.filter(({ type }) => type === "trouble")).toEqual([]);
  expect(world.log.at(-1)).toMatch(/^voice 0: /);
  await world.stop();
});

test("run() keeps what was heard of a reply when called off in mid-sentence", async () => {
  const world = await openWorld({ options: { activation: "open" } });
  world.faults.perWord = 400;
  world.faults.reply = () =>
    "This is the first sentence. The second one has exactly eight words here.";
  await world.says("tell me about the rice");
  await world.silence(3_500);
  await world.stop();
  expect(world.turns[0]?.isAborted).toBe(true);
  const heard = spoken(world).at(-1);
  expect(heard).toMatch(/^This is the/);
  expect(world.log).toContain(`heard of 2: ${heard}`);
  expect(world.times.at(-1)).toMatchObject({ aborted: "stopped" });
});

test("run() ends where whoever reads it stops reading, and runs once", async () => {
  const {
    ports,
    cascade,
    pass,
    stop,
    open: opened,
  } = await openWorld({ options: { activation: "open" } });
  await stop();
  const signal = new AbortController().signal;
  const again: unknown[] = [];
  for await (const event of cascade.run(signal)) again.push(event);
  expect(again).toEqual([]);
  const other = new Cascade(ports);
  const reading = (async () => {
    for await (const _ of other.run(signal)) break;
    return "over";
  })();
  await pass(3_000);
  expect(await Promise.race([reading, pass(50)])).toBe("over");
  expect([...opened.values()].every((count) => count === 0)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
