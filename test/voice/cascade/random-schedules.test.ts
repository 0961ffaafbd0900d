import { expect, test, vi } from "vitest";
import { LociError } from "../../../src/errors.ts";
import type { VoiceOptions } from "../../../src/voice/audio-ports.ts";
import { allKills } from "../../all-kills.ts";
import { drawn, fc } from "../../fast-check.ts";
import { heard, openWorld, type World } from "./world.ts";

type Step = (world: World) => void | Promise<void>;

const error = new LociError("MODEL_FAILED", "Cannot do it: it is broken", {
  data: { reason: "answer" },
});
const fails = (): Promise<never> => Promise.reject(error);
const hangs = (): Promise<never> => new Promise(() => {});
const throws = (): never => {
  throw new Error("at once");
};

const said = fc.constantFrom(
  ..."Loci, what time is it|Loci|what is for dinner|stop|forget that|forget the rice|yes".split(
    "|",
  ),
  ..."end of conversation|repeat|that's not what I said|please buy rice and||no".split("|"),
  "Thank you for watching.",
);

const step: fc.Arbitrary<{ readonly name: string; readonly run: Step }> = fc.oneof(
  fc
    .record({
      text: said,
      after: fc.constantFrom(0, 300, 800, 1_500),
      confidence: fc.constantFrom(null, 0.2, 0.9),
      loud: fc.constantFrom(1, 0.2),
    })
    .map(({ text, ...how }) => ({
      name: `says ${text} ${JSON.stringify(how)}`,
      run: (world: World) => world.says(text, { lasts: 500, ...how }),
    })),
  fc
    .constantFrom(100, 1_000, 3_000)
    .map((ms) => ({ name: `silence ${ms}`, run: (world: World) => world.silence(ms) })),
  fc.constantFrom("down", "up", "tap").map((press) => ({
    name: press,
    run: (world: World) => world.cascade.press(press),
  })),
  fc.constantFrom<{ readonly name: string; readonly run: Step }>(
    { name: "hush", run: ({ cascade }) => cascade.stopSpeaking() },
    { name: "pause", run: (world) => world.record({ type: "pause" }) },
    { name: "gone", run: (world) => world.record({ type: "trouble", error }) },
    { name: "mended", run: (world) => world.record({ type: "mended" }) },
  ),
  fc
    .tuple(
      fc.constantFrom("transcribe", "synthesize", "play", "turn", "end"),
      fc.constantFrom(undefined, fails, hangs, throws),
    )
    .map(([port, fault]) => ({
      name: `${port} ${fault?.name}`,
      run: ({ faults }: World) => breakPort(faults, port, fault),
    })),
);

function breakPort(faults: World["faults"], port: string, fault: typeof fails | undefined): void {
  if (port === "transcribe") faults.transcribe = fault;
  else if (port === "synthesize") faults.synthesize = fault;
  else if (port === "play") faults.play = fault;
  else if (port === "end") faults.end = fault;
  else faults.turn = fault === undefined ? undefined : () => throughEvents(fault);
}

/** biome-ignore lint/correctness/useYield: it fails before it says anything. */
async function* throughEvents(fault: typeof fails): AsyncGenerator<never> {
  await fault();
}

const options: fc.Arbitrary<Partial<VoiceOptions>> = fc.record({
  activation: fc.constantFrom("open", "name", "push"),
  bargeIn: fc.constantFrom("off", "word", "speech"),
  sounds: fc.boolean(),
});

/** Every message that reached the conversation is made of words that were taken. */
function expectOnlyTaken(world: World): void {
  const taken = heard(world)
    .filter((event) => event.taken)
    .map(({ text }) => text)
    .join("\n");
  for (const { content } of world.turns) {
    for (const line of content.split("\n")) expect(taken).toContain(line);
  }
}

function expectOrder(world: World): void {
  const refused = heard(world).filter(({ taken, why }) => taken === (why !== undefined));
  expect(refused).toEqual([]);
  expect(world.log).not.toContain("TWO AT ONCE");
  for (const { stages, total } of world.times) {
    expect(Object.values(stages).reduce((sum, ms) => sum + ms, 0)).toBe(total);
  }
  const { events } = world;
  const states = events.flatMap((event) => (event.type === "state" ? [event.state] : []));
  expect(states.every((state, i) => i === 0 || state !== states[i - 1])).toBe(true);
}

test("run() neither hangs nor throws nor talks twice at once, whatever happens when", async () => {
  await fc.assert(
    fc.asyncProperty(
      options,
      fc.array(step, { minLength: 4, maxLength: 14 }),
      async (chosen, steps) => {
        vi.clearAllTimers();
        const world = await openWorld({ options: chosen });
        for (const { run } of steps) await run(world);
        const at = performance.now();
        await world.stop();
        expect(world.isOver()).toBe(true);
        expect(performance.now() - at).toBeLessThan(7_000);
        expectOnlyTaken(world);
        expectOrder(world);
        await world.pass(5_000);
        const left = [...world.open].filter(([what, count]) => what !== "turn" && count !== 0);
        expect(left).toEqual([]);
        expect(world.log).toContain("vad closed");
        expect(vi.getTimerCount()).toBe(0);
      },
    ),
    { numRuns: allKills ? 1_000 : drawn(250) },
  );
});

test("run() is itself again once nothing is broken any more", async () => {
  await fc.assert(
    fc.asyncProperty(options, fc.array(step, { maxLength: 8 }), async (chosen, steps) => {
      const world = await openWorld({ options: { ...chosen, activation: "open" } });
      for (const { run } of steps) await run(world);
      for (const port of ["transcribe", "synthesize", "play", "turn", "end"]) {
        breakPort(world.faults, port, undefined);
      }
      await world.leap(400_000);
      await world.silence(1_000);
      const before = world.turns.length;
      await world.says("a last question for you");
      await world.silence(8_000);
      expect(world.turns.slice(before).map(({ content }) => content)).toEqual([
        "a last question for you",
      ]);
      expect(world.sounded.at(-1)?.text).toContain("a last question for you");
      await world.stop();
    }),
    { numRuns: allKills ? 100 : 15 },
  );
});
