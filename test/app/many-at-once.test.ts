import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { cleanEnv } from "../run-loci.ts";
import { useFixture } from "../temp.ts";

async function openWatched() {
  const loci = await openLoci({
    ...{ root: useFixture("starter"), env: cleanEnv(), now: Date.now, report: () => {} },
  });
  const watcher = await loci.index.watch(() => {});
  onTestFinished(async () => {
    await watcher.close();
    await loci.close({ timeoutMs: 0 });
  });
  await loci.index.refresh();
  return loci;
}

const many = Array.from({ length: 40 }, (_, i) => i);

test("all who ask at once see what was saved before they asked", async () => {
  const { memory } = await openWatched();
  for (const i of [1, 2, 3]) {
    const text = `Saw comet number ${i} over the harbour`;
    await memory.remember([{ text }]);
    const answers = await Promise.all(many.map(() => memory.recall(`comet number ${i} harbour`)));
    for (const { hits } of answers) expect(hits.map((hit) => hit.text)).toContain(text);
  }
});

test("questions that come at once leave the event loop to others between them", async () => {
  const { memory } = await openWatched();
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns++) await setImmediate();
  })();
  await Promise.all(many.map(() => memory.recall("which rice for paella?")));
  isOver = true;
  await counting;
  expect(turns).toBeGreaterThanOrEqual(many.length);
});
