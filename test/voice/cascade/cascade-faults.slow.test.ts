import { expect, test } from "vitest";
import type { TurnEvent } from "../../../src/agent/turn-event.ts";
import { LociError } from "../../../src/errors.ts";
import { contents, openListening, spoken, type World } from "./world.ts";

const gone = (): LociError =>
  new LociError("MODEL_FAILED", "Cannot ask it: it is gone", { data: { reason: "unreachable" } });

const never = <T>(): Promise<T> => new Promise(() => {});

const told = ({ events }: World): string[] =>
  events.flatMap((event) => {
    if (event.type === "trouble") return [`${event.part} ${event.code}`];
    return event.type === "mended" ? [`${event.part} mended`] : [];
  });

test("run() writes its replies where no voice works", async () => {
  const world = await openListening();
  world.faults.synthesize = () => Promise.reject(gone());
  await world.says("what time is it");
  await world.silence(6_000);
  expect(world.turns[0]?.stored).toBe("You said what time is it.");
  expect(world.times).toMatchObject([{ aborted: "failed", replyMs: 0 }]);
  expect(world.sounded.every(({ text }) => text === "(sound)")).toBe(true);
  expect(world.cascade.state).toBe("listening");
  await world.stop();
});

test("run() goes on where a voice floods", async () => {
  const world = await openListening();
  const floods = async () => ({ rate: 16_000, pcm: flood() });
  world.faults.synthesize = (voice) => (voice === 0 ? floods() : undefined);
  await world.says("what time is it");
  await world.silence(180_000);
  expect(world.cascade.state).toBe("listening");
  await world.stop();
  expect(world.isOver()).toBe(true);
});

async function* flood(): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array(32_000);
}

test("run() gives up a speaker that is stuck, and tells when it works again", async () => {
  const world = await openListening();
  world.faults.play = never;
  await world.says("what time is it");
  await world.silence(40_000);
  expect(told(world)).toEqual(["speaker stuck"]);
  expect(world.turns[0]?.stored).toBe("You said what time is it.");
  world.faults.play = () => Promise.reject(new Error("no"));
  await world.says("what time is it");
  await world.silence(4_000);
  world.faults.play = undefined;
  await world.says("what time is it");
  await world.silence(4_000);
  expect(told(world)).toEqual(["speaker stuck", "speaker mended"]);
  expect(world.times.map(({ aborted }) => aborted)).toEqual(["failed", "failed", undefined]);
  await world.stop();
});

/** biome-ignore lint/correctness/useYield: it says nothing, ever. */
async function* silent(): AsyncGenerator<TurnEvent> {
  await never();
}

test("run() says one moment where the model takes its time", async () => {
  const world = await openListening();
  world.faults.turn = silent;
  await world.says("what time is it");
  await world.silence(12_000);
  expect(spoken(world)).toEqual(["One moment."]);
  expect(world.sounded[0]?.text).toBe("(sound)");
  await world.stop();
});

test("run() lets who speaks end before it says that it hears again", async () => {
  const world = await openListening();
  const error = new LociError("AUDIO_FAILED", "Cannot hear: unplugged");
  await world.record({ type: "trouble", error });
  await world.pass(6_000);
  await world.says("which", { lasts: 500, after: 0 });
  await world.record({ type: "mended" });
  await world.says("rice is for paella and what else", { lasts: 3_000 });
  await world.silence(6_000);
  expect(contents(world)).toEqual(["which rice is for paella and what else"]);
  expect(spoken(world)).toContain("I can hear you again.");
  await world.stop();
});

test("run() tells where speech cannot be told from noise", async () => {
  const fails = (): Promise<never> => Promise.reject(new LociError("AUDIO_FAILED", "Cannot load"));
  const world = await openListening({ openVoiceActivity: fails });
  await world.silence(500);
  expect(told(world)).toEqual(["microphone AUDIO_FAILED"]);
  await world.stop();
});
