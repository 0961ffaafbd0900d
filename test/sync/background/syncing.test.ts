import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deviceClock } from "../../../src/app/vault/device-clock.ts";
import { LociError } from "../../../src/errors.ts";
import { openSyncing, type Syncing } from "../../../src/sync/background/syncing.ts";

type Round = Parameters<typeof openSyncing>[0]["round"];
type RoundOptions = Parameters<Round>[0];
type Report = Awaited<ReturnType<Round>>;

const nothing: Report = {
  ...{ committed: 0, pulled: 0, pushed: 0, merged: [], keptBoth: [], conflicts: [], heldBack: [] },
  ...{ head: null, remote: null, branch: "main" },
};

const failure = (reason: string): LociError =>
  new LociError("SYNC_FAILED", `Cannot sync: ${reason}`, { data: { reason } });

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
  answers: ((signal: AbortSignal) => Promise<Report> | Report)[];
  maxAtOnce: number;
}

/** Syncing with rounds that the test answers; chance is always in the middle. */
function open(rhythm = { intervalMs: 300_000, quietMs: 60_000 }): World {
  const start = performance.now();
  let atOnce = 0;
  const world: Omit<World, "syncing"> = {
    ...{ rounds: [], said: [], at: [], answers: [() => nothing] },
    maxAtOnce: 0,
  };
  const syncing = openSyncing({
    ...{ rhythm, random: () => 0.5, clock: deviceClock },
    report: (sentence) => world.said.push(sentence),
    onRound: () => {},
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

const takes = (ms: number) => async (signal: AbortSignal) => {
  await new Promise<void>((resolve, reject) => {
    setTimeout(resolve, ms);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return nothing;
};
const fails = (reason: string) => (): never => {
  throw failure(reason);
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("openSyncing() without trouble", () => {
  test("asks the remote soon after the start, and then now and then", async () => {
    const world = open();
    expect(world.rounds).toEqual([]);
    await seconds(4);
    expect(world.rounds).toEqual([asking]);
    await minutes(10);
    expect(world.rounds).toEqual([asking, asking, asking]);
    await world.syncing.close();
    await minutes(10);
    expect(world.rounds).toHaveLength(3);
  });

  test("begins a round once it is quiet after a change", async () => {
    const world = open();
    await seconds(10);
    world.syncing.changed();
    await seconds(40);
    world.syncing.changed();
    await seconds(40);
    expect(world.rounds).toHaveLength(1);
    await seconds(21);
    expect(world.rounds).toEqual([asking, asking]);
    await world.syncing.close();
  });

  test("does not wait for ever for who never pauses", async () => {
    const world = open({ intervalMs: 86_400_000, quietMs: 60_000 });
    await seconds(10);
    for (let i = 0; i < 40; i++) {
      world.syncing.changed();
      await seconds(10);
    }
    expect(world.at.filter((at) => at > 1)).toEqual([expect.closeTo(5.17, 1)]);
    await world.syncing.close();
  });

  test("never runs two rounds at a time; what changes during one is for the next", async () => {
    const world = open({ intervalMs: 20_000, quietMs: 5_000 });
    world.answers = [takes(90_000)];
    await seconds(10);
    world.syncing.changed();
    await seconds(60);
    world.syncing.changed();
    await seconds(60);
    expect(world.rounds).toEqual([asking, asking]);
    await minutes(20);
    expect(world.maxAtOnce).toBe(1);
    const closing = world.syncing.close();
    await seconds(5);
    await closing;
  });
});

test("openSyncing() tells of many files that are held back, once, and not one by one", async () => {
  const world = open();
  const films = Array.from({ length: 500 }, (_, i) => ({ path: `${i}.mkv`, reason: "too large" }));
  const more = [...films, { path: "new.mkv", reason: "too large" }];
  const all = { ...nothing, heldBack: films };
  world.answers = [() => all, () => all, () => ({ ...nothing, heldBack: more })];
  await minutes(11);
  await world.syncing.close();
  expect(world.said).toHaveLength(7);
  expect(world.said[0]).toBe("Not committed: 0.mkv: too large");
  expect(world.said.slice(5)).toEqual([
    'Not committed: 495 more; "loci sync --status --json" names them',
    "Not committed: new.mkv: too large",
  ]);
});

describe("openSyncing() while the remote fails", () => {
  test("a network that is gone is asked less and less often, told once, and told when it is back", async () => {
    const world = open();
    world.answers = [fails("network")];
    await minutes(300);
    const pauses = world.at.slice(1).map((at, i) => Math.round((at - (world.at[i] ?? 0)) * 60));
    expect(pauses.slice(0, 6)).toEqual([30, 60, 120, 240, 300, 300]);
    expect(world.said).toEqual(["Cannot sync: network"]);
    world.answers = [() => nothing];
    await minutes(70);
    expect(world.said).toEqual(["Cannot sync: network", "Sync works again"]);
    world.answers = [fails("network")];
    await minutes(10);
    expect(world.said).toHaveLength(3);
    await world.syncing.close();
  });

  test("what changes meanwhile is committed, and the remote left alone", async () => {
    const world = open();
    world.answers = [fails("auth")];
    await seconds(10);
    world.answers = [() => nothing];
    world.syncing.changed();
    await seconds(61);
    world.syncing.changed();
    await seconds(61);
    expect(world.rounds).toEqual([asking, { local: true }, { local: true }]);
    expect(world.said).toEqual(["Cannot sync: auth"]);
    await world.syncing.close();
  });

  test("what takes a person to fix is asked seldom; the person's own git at work as usual", async () => {
    const auth = open();
    auth.answers = [fails("auth")];
    const blocked = open();
    blocked.answers = [
      () => {
        throw new LociError("GIT_BLOCKED", "Cannot commit: a merge is in progress");
      },
    ];
    await minutes(61);
    expect(auth.at.map(Math.round)).toEqual([0, 5, 15, 35]);
    expect(blocked.at).toHaveLength(13);
    expect([auth.said, blocked.said]).toEqual([
      ["Cannot sync: auth"],
      ["Cannot commit: a merge is in progress"],
    ]);
    await auth.syncing.close();
    await blocked.syncing.close();
  });

  test("another process at it is no failure: its turn is as good", async () => {
    const world = open();
    world.answers = [
      () => {
        throw new LociError("BUSY", "Cannot write: another process");
      },
    ];
    await minutes(11);
    expect([world.rounds.length, world.said]).toEqual([3, []]);
    await world.syncing.close();
  });
});

describe("close()", () => {
  test("sends what changed since the last round", async () => {
    const world = open();
    await seconds(10);
    world.syncing.changed();
    await world.syncing.close();
    expect(world.rounds).toEqual([asking, asking]);
    await world.syncing.close();
    expect(world.rounds).toHaveLength(2);
  });

  test("sends what changed during the last round, too", async () => {
    const world = open();
    world.answers = [takes(10_000)];
    await seconds(12);
    world.syncing.changed();
    const closing = world.syncing.close();
    await seconds(5);
    await closing;
    expect(world.rounds).toEqual([asking, asking]);
  });

  test("calls a last round off after three seconds, and says nothing of it", async () => {
    const world = open();
    await seconds(10);
    world.syncing.changed();
    world.answers = [takes(600_000)];
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
});
