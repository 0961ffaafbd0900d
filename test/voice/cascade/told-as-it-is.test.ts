import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LociError } from "../../../src/errors.ts";
import { contents, heard, openWorld, spoken } from "./world.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

test("run() tells what was spoken, not how it was written", async () => {
  const world = await openWorld({ options: { activation: "open" } });
  world.faults.reply = () => "You need:\n\n- **bomba** rice\n- saffron\n";
  await world.says("what do I need");
  await world.silence(8_000);
  const [said = ""] = spoken(world);
  expect(said).toContain("bomba rice");
  expect(said).not.toMatch(/[*\-\n]/);
  expect(world.turns[0]?.stored).toContain("- **bomba** rice");
  await world.stop();
});

test("run() says which memories stay, since they were changed, when it takes something back", async () => {
  const world = await openWorld({ options: { activation: "open" } });
  const kept = ["Lives in Reus, near the sea"];
  world.faults.takeBack = { said: "I live in Reus", forgotten: [], kept };
  await world.says("forget that");
  await world.silence(8_000);
  expect(spoken(world)).toEqual([
    "Forgotten: I live in Reus",
    "This was changed meanwhile, so I keep it: Lives in Reus, near the sea",
  ]);
  await world.stop();
});

test("run() with a voice that lacks a language lets the next one speak it, and blames nobody", async () => {
  const world = await openWorld({ options: { activation: "open" } });
  const noVoice = new LociError("MODEL_FAILED", 'Cannot speak "es"', {
    data: { reason: "language", passing: false },
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

test("run() after its name alone still knows how loud who called it was", async () => {
  const world = await openWorld();
  await world.says("Loci", { lasts: 600 });
  await world.silence(1_000);
  expect(world.cascade.state).toBe("listening");
  await world.says("the news of the television", { loud: 0.2 });
  await world.silence(1_000);
  expect(heard(world).at(-1)).toMatchObject({ taken: false, why: "not_addressed" });
  await world.says("what time is it");
  await world.silence(3_000);
  expect(contents(world)).toEqual(["what time is it"]);
  await world.stop();
});
