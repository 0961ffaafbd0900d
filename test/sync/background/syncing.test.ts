import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LociError } from "../../../src/errors.ts";
import { openSyncing, type Syncing } from "../../../src/sync/background/syncing.ts";
import { deviceClock } from "../../device-clock.ts";

type Round = Parameters<typeof openSyncing>[0]["round"];
type RoundOptions = Parameters<Round>[0];
type Report = Awaited<ReturnType<Round>>;
/** What a round comes to. */
type Answer = (signal: AbortSignal) => Promise<Report> | Report;

const nothing: Report = {
  committed: 0,
  pulled: 0,
  pushed: 0,
  merged: [],
  keptBoth: [],
  conflicts: [],
  heldBack: [],
  head: null,
  remote: null,
  branch: "main",
};
const works: Answer = () => nothing;

const asking = { local: false };

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);
const minutes = (count: number) => seconds(60 * count);

interface World {
  readonly syncing: Syncing;
  /** The rounds so far, without their signals. */
  readonly rounds: Omit<RoundOptions, "signal" | "waitMs">[];
  readonly said: string[];
  /** When each round began (minutes since the start). */
  readonly at: number[];
  /** What the next rounds come to; the last one stays. */
  answers: Answer[];
  maxAtOnce: number;
}

/** Syncing with rounds that the test answers; chance is always in the middle. */
function open(answers: Answer[] = [works], rhythm = {}): World {
  const start = performance.now();
  let atOnce = 0;
  const world = { rounds: [], said: [], at: [], answers, maxAtOnce: 0 } as Omit<World, "syncing">;
  const syncing = openSyncing({
    rhythm: { intervalMs: 300_000, quietMs: 60_000, ...rhythm },
    random: () => 0.5,
    clock: deviceClock,
    onRound: () => {},
    report: (sentence) => world.said.push(sentence),
    async round({ signal, waitMs, ...options }) {
      expect(waitMs).toBe(0);
      if (signal === undefined) throw new Error("A round without a signal cannot be called off");
      world.rounds.push(options);
      world.at.push((performance.now() - start) / 60_000);
      world.maxAtOnce = Math.max(world.maxAtOnce, ++atOnce);
      const [answer] = world.answers.length > 1 ? world.answers.splice(0, 1) : world.answers;
      try {
        return (await answer?.(signal)) ?? nothing;
      } finally {
        atOnce--;
      }
    },
  });
  return Object.assign(world, { syncing });
}

const takes =
  (ms: number): Answer =>
  async (signal) => {
    await new Promise<void>((resolve, reject) => {
      setTimeout(resolve, ms);
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    return nothing;
  };
const fails =
  (reason: string, code: "BUSY" | "GIT_BLOCKED" | "SYNC_FAILED" = "SYNC_FAILED"): Answer =>
  () => {
    throw new LociError(code, `Cannot sync: ${reason}`, { data: { reason } });
  };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("openSyncing() without trouble", () => {
  test("begins a round once it is quiet after a change, and as always for who never pauses", async () => {
    const world = open([works], { intervalMs: 600_000 });
    const change = async (times: number, everySeconds: number) => {
      for (let i = 0; i < times; i++) {
        world.syncing.changed();
        await seconds(everySeconds);
      }
    };
    await seconds(10);
    await change(2, 40);
    expect(world.rounds).toHaveLength(1);
    await seconds(21);
    expect(world.rounds).toEqual([asking, asking]);
    const start = world.at[1] ?? 0;
    await change(70, 10);
    expect(world.at).toEqual([0.05, start, expect.closeTo(start + 10, 1)]);
  });

  test("never runs two rounds at a time; what changes during one is for the next", async () => {
    const world = open([takes(90_000)], { intervalMs: 20_000, quietMs: 5_000 });
    await seconds(10);
    world.syncing.changed();
    await seconds(60);
    world.syncing.changed();
    await seconds(60);
    expect(world.rounds).toEqual([asking, asking]);
    await minutes(20);
    expect(world.maxAtOnce).toBe(1);
  });
});

describe("openSyncing() while the remote fails", () => {
  test("a network that is gone is asked less and less often, told once, and told when it is back", async () => {
    const world = open([fails("network")]);
    await minutes(300);
    const pauses = world.at.slice(1).map((at, i) => Math.round((at - (world.at[i] ?? 0)) * 60));
    expect(pauses.slice(0, 6)).toEqual([30, 60, 120, 240, 300, 300]);
    expect(world.said).toEqual(["Cannot sync: network"]);
    world.answers = [works];
    await minutes(70);
    expect(world.said).toEqual(["Cannot sync: network", "Sync works again"]);
    world.answers = [fails("network")];
    await minutes(10);
    expect(world.said).toHaveLength(3);
  });

  test("what changes meanwhile is committed, and the remote left alone", async () => {
    const world = open([fails("auth"), works]);
    await seconds(10);
    for (const _ of [1, 2]) {
      world.syncing.changed();
      await seconds(61);
    }
    expect(world.rounds).toEqual([asking, { local: true }, { local: true }]);
    expect(world.said).toEqual(["Cannot sync: auth"]);
  });

  test.each([
    ["what takes a person to fix is asked seldom", fails("auth"), [0, 5, 15, 35], true],
    ["the person's own git at work as usual", fails("git", "GIT_BLOCKED"), { length: 13 }, true],
    ["another process at it, which is as good", fails("busy", "BUSY"), { length: 13 }, false],
  ])("%s", async (_, answer, rounds, isSaid) => {
    const world = open([answer]);
    await minutes(61);
    expect(world.at.map(Math.round)).toMatchObject(rounds);
    expect(world.said).toHaveLength(isSaid ? 1 : 0);
  });
});

test("close() calls a last round off after three seconds, and says nothing of it", async () => {
  const world = open([works, takes(600_000)]);
  await seconds(10);
  world.syncing.changed();
  let isClosed = false;
  const closing = world.syncing.close().then(() => {
    isClosed = true;
  });
  await seconds(2.9);
  expect(isClosed).toBe(false);
  await seconds(0.2);
  expect(isClosed).toBe(true);
  await closing;
  expect(world.said).toEqual([]);
});
