import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TurnEvent } from "../../../src/agent/turn-event.ts";
import { Cascade } from "../../../src/voice/cascade/cascade.ts";
import { openWorld, spoken, type World } from "./world.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const open = (): Promise<World> => openWorld({ options: { activation: "open" } });

const never = <T>(): Promise<T> => new Promise(() => {});

/** biome-ignore lint/correctness/useYield: it says nothing, ever. */
async function* silent(): AsyncGenerator<TurnEvent> {
  await never();
}

/** How the world comes into each state, and what is under way there. */
const states: Record<string, (world: World) => Promise<void>> = {
  asleep: (world) => world.silence(500),
  hearing: (world) => world.says("what time", { after: 0 }),
  transcribing: async (world) => {
    world.faults.transcribe = never;
    await world.says("what time is it");
  },
  thinking: async (world) => {
    world.faults.thinks = 60_000;
    await world.says("what time is it");
    await world.silence(2_000);
  },
  stalled: async (world) => {
    world.faults.turn = silent;
    await world.says("what time is it");
    await world.silence(2_000);
  },
  synthesizing: async (world) => {
    world.faults.synthesize = never;
    await world.says("what time is it");
    await world.silence(2_000);
  },
  speaking: async (world) => {
    await world.says("what time is it");
    await world.silence(1_500);
  },
  stuck: async (world) => {
    world.faults.play = never;
    await world.says("what time is it");
    await world.silence(1_500);
  },
  digesting: async (world) => {
    world.faults.end = never;
    await world.says("end of conversation");
    await world.silence(1_000);
  },
};

test.each(Object.keys(states))(
  "run() leaves nothing behind when called off while %s",
  async (name) => {
    const world = await open();
    await states[name]?.(world);
    const at = performance.now();
    await world.stop();
    expect(world.isOver()).toBe(true);
    expect(performance.now() - at).toBeLessThan(6_000);
    await world.pass(5_000);
    const hangs = name === "stalled" ? ["turn"] : [];
    const left = [...world.open].filter(([, count]) => count !== 0).map(([what]) => what);
    expect(left).toEqual(hangs);
    expect(vi.getTimerCount()).toBe(0);
    expect(world.log).toContain("vad closed");
  },
);

test("run() keeps what was heard of a reply when called off in mid-sentence", async () => {
  const world = await open();
  world.faults.perWord = 400;
  world.faults.reply = () =>
    "This is the first sentence. The second one has exactly eight words here.";
  await world.says("tell me about the rice");
  await world.silence(3_500);
  await world.stop();
  expect(world.turns[0]?.isAborted).toBe(true);
  const { stored = "" } = world.turns[0] ?? {};
  expect(stored).toMatch(/^This is the/);
  expect(stored).toBe(spoken(world).at(-1));
  expect(world.times.at(-1)).toMatchObject({ aborted: "stopped" });
});

test("run() ends where whoever reads it stops reading, and runs once", async () => {
  const { ports, cascade, pass, stop, open: opened } = await open();
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
