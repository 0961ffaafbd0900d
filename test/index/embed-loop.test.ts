import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { LociError } from "../../src/errors.ts";
import { type EmbedLoop, startEmbedLoop } from "../../src/index/embed-loop.ts";
import type { EmbedQueue, EmbedResult } from "../../src/index/embed-queue.ts";

const off = new LociError("EMBEDDING_FAILED", "off", { data: { reason: "unreachable" } });

function useLoop(answer: (run: number) => EmbedResult, pause = { first: 20, longest: 80 }) {
  const runs: { readonly at: number }[] = [];
  const reports: string[] = [];
  const queue: EmbedQueue = {
    run: async () => {
      runs.push({ at: performance.now() });
      await sleep(2);
      return answer(runs.length);
    },
  };
  const loop: EmbedLoop = startEmbedLoop({ queue, pause, report: (s) => reports.push(s) });
  return { runs, reports, loop };
}

const done: EmbedResult = { embedded: 0, left: 0 };

test("startEmbedLoop() runs once, then once for each wake that comes before or between runs", async () => {
  const { runs, loop } = useLoop(() => done);
  await sleep(30);
  expect(runs).toHaveLength(1);
  loop.wake();
  loop.wake();
  await sleep(1);
  loop.wake(); // While a run is under way: it may have looked already.
  await sleep(30);
  expect(runs).toHaveLength(3);
  await loop.close();
  loop.wake();
  await sleep(10);
  expect(runs).toHaveLength(3);
});

test("startEmbedLoop() tries a failed model again by itself, with growing pauses that a wake does not cut short", async () => {
  const { runs, loop } = useLoop((run) => (run < 5 ? { ...done, left: 1, failure: off } : done));
  for (let i = 0; i < 20; i++) {
    loop.wake();
    await sleep(20);
  }
  await loop.close();
  const gaps = runs.slice(1).map(({ at }, i) => at - (runs[i]?.at ?? 0));
  expect(runs.length).toBeGreaterThanOrEqual(5);
  for (const [i, least] of [20, 40, 80, 80].entries()) {
    expect(gaps[i]).toBeGreaterThanOrEqual(least - 2);
  }
});

test("startEmbedLoop() waits as long as the server asks", async () => {
  const busy = new LociError("EMBEDDING_FAILED", "busy", { data: { retryAfter: 120 } });
  const { runs, loop } = useLoop((run) => (run === 1 ? { ...done, left: 1, failure: busy } : done));
  await sleep(80);
  expect(runs).toHaveLength(1);
  await sleep(120);
  expect(runs).toHaveLength(2);
  await loop.close();
});

test("startEmbedLoop() says it in one sentence when the index fails, and goes on", async () => {
  const { runs, reports, loop } = useLoop((run) => {
    if (run === 1) throw new Error("disk full");
    return done;
  });
  await sleep(80);
  expect(reports).toEqual(["Embedding stopped for now: disk full"]);
  expect(runs).toHaveLength(2);
  await loop.close();
});
