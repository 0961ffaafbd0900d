import { expect, test } from "vitest";
import { contents, openListening, openWorld, spoken, type World } from "./world.ts";

const commands = ({ events }: World): string[] =>
  events.flatMap((event) => (event.type === "command" ? [event.command] : []));

test("run() takes back what was said last, and names what is gone and what stays, since it was changed", async () => {
  const world = await openListening();
  world.faults.takeBack = { said: "I live in Reus", forgotten: ["Lives in Reus"] };
  await world.says("I live in Reus");
  await world.silence(4_000);
  await world.says("forget that");
  await world.silence(3_000);
  expect(contents(world)).toEqual(["I live in Reus"]);
  expect(world.log).toContain("take back");
  expect(spoken(world).at(-1)).toBe("Forgotten: Lives in Reus");
  const kept = ["Lives in Salou, near the sea"];
  world.faults.takeBack = { said: "I live in Salou", forgotten: [], kept };
  await world.says("forget that");
  await world.silence(8_000);
  expect(spoken(world).slice(-2)).toEqual([
    "Forgotten: I live in Salou",
    "This was changed meanwhile, so I keep it: Lives in Salou, near the sea",
  ]);
  world.faults.takeBack = undefined;
  await world.says("forget that");
  await world.silence(3_000);
  expect(spoken(world).at(-1)).toBe("There is nothing to take back.");
  expect(commands(world)).toEqual(["forget_that", "forget_that", "forget_that"]);
  await world.stop();
});

test("run() forgets nothing by its words, and says so", async () => {
  const world = await openListening();
  await world.says("forget the peanuts");
  await world.silence(5_000);
  expect(spoken(world)).toEqual(["All right, I forget nothing."]);
  expect(contents(world)).toEqual([]);
  expect(commands(world)).toEqual(["forget"]);
  await world.stop();
});

test("run() ends the conversation, and says how much was kept", async () => {
  const world = await openWorld();
  await world.says("Loci, I live in Reus");
  await world.silence(4_000);
  await world.says("end of conversation");
  await world.silence(4_000);
  expect(world.events).toContainEqual(expect.objectContaining({ type: "digest" }));
  expect(spoken(world).at(-1)).toBe("I have kept one thing.");
  expect(world.cascade.state).toBe("asleep");
  await world.stop();
});

test("run() says that it takes a moment where a digestion does", async () => {
  const world = await openListening();
  world.faults.end = () => new Promise((resolve) => setTimeout(resolve, 10_000));
  await world.says("end of conversation");
  await world.silence(14_000);
  expect(spoken(world)).toEqual(["One moment.", "There was nothing new to keep."]);
  await world.stop();
});

test("run() repeats its last reply, and tells what can be said", async () => {
  const world = await openListening();
  await world.says("repeat");
  await world.silence(3_000);
  await world.says("I live in Reus");
  await world.silence(4_000);
  await world.says("repeat");
  await world.silence(4_000);
  await world.says("what can I say");
  await world.silence(3_000);
  const said = spoken(world);
  expect(said.slice(0, 3)).toEqual([
    "Sorry?",
    "You said I live in Reus.",
    "You said I live in Reus.",
  ]);
  expect(contents(world)).toEqual(["I live in Reus"]);
  await world.silence(15_000);
  expect(spoken(world).at(-1)).toContain("Say: forget that");
  await world.stop();
});

test("run() obeys a command about what still waits without touching what was answered", async () => {
  const world = await openListening();
  world.faults.thinks = 8_000;
  await world.says("I live in Reus");
  await world.says("I have two dogs");
  await world.says("forget that");
  await world.silence(12_000);
  expect(contents(world)).toEqual(["I live in Reus"]);
  expect(world.log).not.toContain("take back");
  expect(spoken(world)).toContain("Forgotten: I have two dogs");
  await world.stop();
});

test("run() answers a command in the language it was given in", async () => {
  const world = await openListening();
  await world.says("olvida eso", { language: "spanish" });
  await world.silence(3_000);
  expect(world.log.find((line) => line.startsWith("voice"))).toContain("voice 0: es: ");
  await world.stop();
});

test("run() lets nobody talk while it takes something back, also where it was cut short", async () => {
  const world = await openListening();
  world.faults.takeBack = { said: "I live in Reus", forgotten: [] };
  await world.says("forget that");
  await world.silence(200);
  world.cascade.stopSpeaking();
  await world.says("what time is it");
  await world.silence(3_000);
  expect(world.log).toContain("take back");
  expect(contents(world)).toEqual(["what time is it"]);
  expect(world.log).not.toContain("TWO AT ONCE");
  await world.stop();
});
