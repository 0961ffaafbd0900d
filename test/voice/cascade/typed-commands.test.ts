import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contents, openWorld, spoken, type World } from "./world.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const commands = ({ events }: World): string[] =>
  events.flatMap((event) => (event.type === "command" ? [event.command] : []));

async function types(world: World, ...lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    world.cascade.type(line);
    await world.silence(2_000);
  }
}

test("type() obeys what would be a spoken command, and answers in writing", async () => {
  const world = await openWorld();
  await types(world, "what can I say", "I live in Reus", "repeat");
  world.faults.takeBack = { said: "I live in Reus", forgotten: ["Lives in Reus"] };
  await types(world, "forget that", "end of conversation");
  expect(contents(world)).toEqual(["I live in Reus"]);
  expect(commands(world)).toEqual(["help", "repeat", "forget_that", "end"]);
  expect(spoken(world)).toEqual([
    expect.stringMatching(/^Ask me what you want to know/),
    "You said I live in Reus.",
    "Forgotten: Lives in Reus",
    "I have kept one thing.",
  ]);
  expect(world.events.filter(({ type }) => type === "spoken")).toMatchObject(
    Array(4).fill({ isOwn: true, isInterrupted: false }),
  );
  expect(world.sounded).toEqual([]);
  expect(world.log).not.toContain("TWO AT ONCE");
  await world.stop();
});

test("type() asks before it forgets; the answer may be typed or said, and nothing else is one", async () => {
  const world = await openWorld();
  world.found.push({ id: "1", text: "The key is under the pot", isExact: true });
  await types(world, "forget the key");
  await world.silence(20_000);
  await types(world, "yes");
  expect(world.log).toContain("forget The key is under the pot");
  await types(world, "forget the key", "which rice for paella", "yes");
  expect(contents(world)).toEqual(["which rice for paella", "yes"]);
  await types(world, "forget the key");
  await world.says("Loci, yes please");
  await world.silence(3_000);
  expect(world.log.filter((line) => line.startsWith("forget"))).toHaveLength(2);
  await world.stop();
});

test("type() answers again what was misheard, and takes back what a pipe typed before", async () => {
  const world = await openWorld();
  world.faults.takeBack = { said: "I live in Deus", forgotten: [] };
  for (const line of ["I live in Deus", "no, I said I live in Reus"]) world.cascade.type(line);
  await world.silence(5_000);
  expect(contents(world)).toEqual(["I live in Deus", "I live in Reus"]);
  expect(world.turns.map(({ extra }) => extra.mode)).toEqual(["text", "text"]);
  await world.stop();
});

test("type() of stop ends what is said, and what is written", async () => {
  const world = await openWorld({ options: { activation: "open" } });
  world.faults.reply = () => "A first sentence that is long. A second one that is long as well.";
  await world.says("tell me something");
  await world.silence(1_500);
  expect(world.cascade.state).toBe("speaking");
  world.cascade.type("stop");
  await world.silence(300);
  expect(world.events).toContainEqual(
    expect.objectContaining({ type: "spoken", isInterrupted: true }),
  );
  expect(world.cascade.state).not.toBe("speaking");
  world.faults.perWord = 500;
  world.cascade.type("tell me in writing");
  await world.silence(1_500);
  world.cascade.type("stop");
  await world.silence(300);
  expect(world.turns[1]).toMatchObject({ isAborted: true, content: "tell me in writing" });
  await world.stop();
});

test("run() writes the last reply again where there is no speaker", async () => {
  const world = await openWorld({ hasSpeaker: false, options: { activation: "open" } });
  await world.says("I live in Reus");
  await world.silence(2_000);
  await world.says("repeat");
  await world.silence(2_000);
  expect(spoken(world)).toEqual(["You said I live in Reus."]);
  await world.stop();
});
