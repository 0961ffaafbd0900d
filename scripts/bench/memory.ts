import { setTimeout as wait } from "node:timers/promises";
import { type Bench, startUp } from "./loci.ts";
import type { Figure } from "./measure.ts";
import { memoryOf, pidOf, startChild, stopChild } from "./processes.ts";
import { makeQuestions } from "./questions.ts";

/** Resident memory of an idle `loci up`, with nothing asked yet and after 64 questions, beside an idle Node. */
export async function measureMemory(bench: Bench): Promise<readonly Figure[]> {
  const quietMs = bench.quick ? 3_000 : 10_000;
  const node = startChild([process.execPath, "-e", "setInterval(() => {}, 1e6)"]);
  await wait(1_000);
  const beside = { "idle Node": memoryOf(pidOf(node)) };
  await stopChild(node);
  const figures: Figure[] = [];
  for (const kind of ["source", "built"] as const) {
    const up = await startUp(bench[kind], bench.vault);
    const what = `idle memory of \`loci up\` (${kind})`;
    await wait(quietMs);
    const max = ({ 200: 105, 10000: 110, 100000: 120 } as Record<number, number>)[bench.size];
    figures.push({ what, value: memoryOf(up.pid), unit: "MB", beside, max });
    for (const { query } of makeQuestions(bench.size, 64)) await up.ask(query);
    await wait(quietMs);
    figures.push({
      what: `${what}, 64 questions later`,
      value: memoryOf(up.pid),
      unit: "MB",
      beside,
    });
    await up.close();
  }
  return figures;
}
