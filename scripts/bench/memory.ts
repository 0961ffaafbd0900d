import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { BenchRun } from "./bench-run.ts";
import { budgetsOf } from "./budgets.ts";
import type { Figure } from "./figures.ts";
import { memoryOf, peakOf, pidOf, startChild, stopChild } from "./processes.ts";
import { makeQuestions } from "./questions.ts";
import { startUp } from "./running-up.ts";

/** Resident memory: of an idle `loci up`, and at the peak of a rebuild; beside an idle Node. */
export async function measureMemory(run: BenchRun): Promise<readonly Figure[]> {
  const baselines = [{ name: "idle Node", value: await idleNode(run) }];
  const source = await idleUp(run, run.source);
  const built = await idleUp(run, run.built);
  const peak = await rebuildPeak(run);
  const max = budgetsOf(run.size).idleMemory;
  const budget = max === undefined ? {} : { budget: { max } };
  const figure = (what: string, value: number): Figure => ({ what, value, unit: "MB", baselines });
  const note = `after ${quietMs(run) / 1000} s of quiet, nothing asked yet`;
  return [
    { ...figure("idle memory of `loci up` (source)", source.fresh), ...budget, note },
    figure("the same after 64 questions", source.used),
    { ...figure("idle memory of `loci up` (built)", built.fresh), ...budget, note },
    figure("the same after 64 questions", built.used),
    figure("peak while rebuilding, vectors too (source)", peak),
  ];
}

const quietMs = ({ quick }: BenchRun): number => (quick ? 3_000 : 10_000);

async function idleNode(run: BenchRun): Promise<number> {
  const child = startChild([run.node, "-e", "setInterval(() => {}, 1e6)"]);
  await wait(1_000);
  const memory = memoryOf(pidOf(child));
  await stopChild(child);
  return memory?.now ?? 0;
}

async function idleUp(
  run: BenchRun,
  loci: readonly string[],
): Promise<{ readonly fresh: number; readonly used: number }> {
  const up = await startUp(run, loci);
  try {
    await wait(quietMs(run));
    const fresh = memoryOf(up.pid)?.now ?? 0;
    for (const { query } of makeQuestions(run.size, 64)) await up.ask(query, 8);
    await wait(quietMs(run));
    return { fresh, used: memoryOf(up.pid)?.now ?? 0 };
  } finally {
    await up.close();
  }
}

async function rebuildPeak(run: BenchRun): Promise<number> {
  rmSync(join(run.vault, ".loci"), { recursive: true, force: true });
  return peakOf([...run.source, "index", "--vault", run.vault]);
}
