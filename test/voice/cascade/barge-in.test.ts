import { expect, test } from "vitest";
import type { VoicePorts } from "../../../src/voice/cascade/ports.ts";
import { heardPart, heardText } from "../../../src/voice/cascade/reply-text.ts";
import { contents, heard, openWorld, spoken, type World } from "./world.ts";

const long =
  "This is the first sentence. The second one has exactly eight words here. And a third.";

/** It says the second of three sentences. */
async function speaking(
  options: Partial<VoicePorts["options"]>,
  wakeWord?: VoicePorts["wakeWord"],
): Promise<World> {
  const world = await openWorld({ options: { activation: "open", ...options }, wakeWord });
  world.faults.reply = (content) => (content.includes("rice") ? long : "Yes.");
  await world.says("tell me about the rice");
  await world.silence(3_000);
  expect(world.cascade.state).toBe("speaking");
  return world;
}

test("run() is interrupted by speech of half a second, and keeps what was heard", async () => {
  const world = await speaking({ bargeIn: "speech" });
  await world.says("wait there is another question");
  await world.silence(3_000);
  const [first] = world.turns;
  expect(contents(world)).toEqual(["tell me about the rice", "wait there is another question"]);
  expect(spoken(world)[0]).toMatch(/^This is the first sentence\. The second one/);
  expect(spoken(world)[0]).not.toContain("words here");
  expect(world.log).toContain(`heard of 2: ${spoken(world)[0]}`);
  expect(first?.stored).toBe(long);
  expect(world.times[0]).toMatchObject({ aborted: "interrupted" });
  expect(world.events).toContainEqual({
    type: "spoken",
    text: spoken(world)[0],
    isInterrupted: true,
  });
  await world.stop();
});

test("run() cuts a turn that is still streaming down to what was heard of it", async () => {
  const world = await openWorld({ options: { activation: "open", bargeIn: "speech" } });
  world.faults.perWord = 250;
  world.faults.reply = () => long;
  await world.says("tell me about the rice");
  await world.silence(2_000);
  await world.says("no stop it now please", { after: 500 });
  await world.silence(500);
  expect(world.turns[0]).toMatchObject({ isAborted: true });
  expect(world.log).toContain(`heard of 2: ${spoken(world)[0]}`);
  await world.stop();
});

test("run() is interrupted by a stop word, and by nothing else", async () => {
  const world = await speaking({ bargeIn: "word" });
  await world.says("yes yes", { lasts: 300 });
  await world.silence(200);
  expect(heard(world).at(-1)).toMatchObject({ why: "not_addressed" });
  expect(world.cascade.state).toBe("speaking");
  await world.says("Silence, silence, silence!", { lasts: 400 });
  await world.silence(1_000);
  expect(world.events).toContainEqual({ type: "command", command: "stop" });
  expect(spoken(world)[0]).toMatch(/^This is the first sentence\. The/);
  expect(world.times[0]).toMatchObject({ aborted: "interrupted" });
  expect(contents(world)).toHaveLength(1);
  await world.stop();
});

test("run() hears nothing while it speaks, nor 300 ms later, where nothing may interrupt it", async () => {
  const world = await speaking({});
  await world.says("Loci, stop", { lasts: 1_000 });
  await world.silence(6_000);
  expect(spoken(world)).toEqual([long]);
  expect(heard(world)).toHaveLength(1);
  expect(world.times[0]?.aborted).toBeUndefined();
  await world.stop();
});

test("stopSpeaking() ends a turn that is thought about", async () => {
  const world = await openWorld({ options: { activation: "open" } });
  world.faults.thinks = 5_000;
  await world.says("tell me about the rice");
  await world.silence(1_000);
  world.cascade.stopSpeaking();
  await world.silence(6_000);
  expect(world.turns[0]).toMatchObject({ isAborted: true, stored: "" });
  expect(world.sounded).toEqual([]);
  expect(world.times).toMatchObject([{ aborted: "stopped", stages: { model: 0 } }]);
  await world.stop();
});

test("run() hears only its button where it is to be pushed", async () => {
  const world = await openWorld({ options: { activation: "push" } });
  await world.says("Loci, this is not meant");
  world.cascade.press("down");
  expect(world.cascade.state).toBe("listening");
  await world.says("what is [pause]", { after: 1_500 });
  await world.says("for dinner", { after: 100 });
  world.cascade.press("up");
  await world.silence(2_000);
  expect(contents(world)).toEqual(["what is [pause] for dinner"]);
  await world.silence(3_000);
  expect(world.cascade.state).toBe("asleep");
  await world.says("nor is this meant");
  expect(heard(world)).toHaveLength(1);
  await world.stop();
});

test("press() listens after a tap until silence, and ends it with another tap", async () => {
  const world = await openWorld({ options: { activation: "push" } });
  world.cascade.press("tap");
  await world.silence(300);
  await world.says("what time is it");
  await world.silence(4_000);
  world.cascade.press("tap");
  await world.silence(300);
  await world.says("and in Girona", { after: 20 });
  world.cascade.press("tap");
  await world.silence(500);
  await world.silence(4_000);
  expect(contents(world)).toEqual(["what time is it", "and in Girona"]);
  world.cascade.press("tap");
  await world.silence(9_000);
  expect(world.cascade.state).toBe("asleep");
  await world.stop();
});

test("press() keeps what was said just before the button was down, and nothing else of before", async () => {
  const world = await openWorld({ options: { activation: "push" } });
  await world.says("this is said to somebody else", { after: 400 });
  await world.says("what", { lasts: 240, after: 0 });
  world.cascade.press("down");
  await world.says("is for dinner", { after: 20 });
  world.cascade.press("up");
  await world.silence(3_000);
  await world.says("this is not meant", { after: 0 });
  world.cascade.press("down");
  await world.silence(2_000);
  world.cascade.press("up");
  await world.silence(1_000);
  expect(contents(world)).toEqual(["what is for dinner"]);
  await world.stop();
});

test("press() silences it, and hears who pressed at once", async () => {
  const world = await speaking({});
  world.cascade.press("down");
  await world.says("what time is it", { after: 20 });
  world.cascade.press("up");
  await world.silence(2_000);
  expect(contents(world)).toEqual(["tell me about the rice", "what time is it"]);
  expect(world.times[0]).toMatchObject({ aborted: "interrupted" });
  await world.stop();
});

function wakeable() {
  const state = { wake: (): void => {}, pushed: 0, isClosed: false };
  const port: VoicePorts["wakeWord"] = {
    id: "a test's wake word",
    push: () => void state.pushed++,
    start: (wake) => {
      state.wake = wake;
    },
    close: () => {
      state.isClosed = true;
    },
  };
  return { state, port };
}

test("run() wakes by its wake word, for one sentence and what follows the reply", async () => {
  const { state, port } = wakeable();
  const world = await openWorld({ options: { activation: "wake" }, wakeWord: port });
  await world.says("this is not meant");
  await world.says("hey jarvis", { after: 0 });
  state.wake();
  expect(world.cascade.state).toBe("listening");
  await world.silence(400);
  await world.says("what time is it");
  await world.silence(4_000);
  await world.says("and tomorrow");
  await world.silence(4_000);
  await world.silence(9_000);
  await world.says("this is not meant either");
  await world.silence(1_000);
  expect(contents(world)).toEqual(["what time is it", "and tomorrow"]);
  expect(state.pushed).toBeGreaterThan(500);
  await world.stop();
  expect(state.isClosed).toBe(true);
});

test("run() is interrupted by its wake word only where it may be", async () => {
  const { state, port } = wakeable();
  const world = await speaking({ bargeIn: "word" }, port);
  state.wake();
  await world.pass(200);
  expect(world.times[0]).toMatchObject({ aborted: "interrupted" });
  await world.stop();
  const other = wakeable();
  const deaf = await speaking({}, other.port);
  other.state.wake();
  await deaf.pass(200);
  expect(deaf.cascade.state).toBe("speaking");
  await deaf.stop();
});

test("heardPart() is what was heard of the last answer alone", () => {
  const pieces = [
    { text: "Let me look.", spoken: "Let me look." },
    { text: "\n\nYou live in **Reus**. ", spoken: "You live in Reus." },
    { text: "It is", spoken: "It is" },
  ];
  const all = "Let me look.\n\nYou live in **Reus**. It is near the sea.";
  expect(heardPart("You live in **Reus**. It is near the sea.", all, pieces)).toBe(
    "You live in **Reus**. It is",
  );
  expect(heardPart(all, all, pieces.slice(0, 1))).toBe("Let me look.");
  expect(heardPart("You live in **Reus**.", all.slice(0, 35), pieces.slice(0, 1))).toBe("");
  expect(heardPart("Nothing.", "Nothing.", [])).toBe("");
  expect(heardText(pieces)).toBe("Let me look. You live in Reus. It is");
});
