import type { BenchRun } from "./bench-run.ts";
import { budgetsOf } from "./budgets.ts";
import { type Figure, median } from "./figures.ts";
import { type Ran, runTimed } from "./processes.ts";
import { makeQuestions } from "./questions.ts";

/** `loci recall` as a process of its own, beside a Node that does nothing; taken by turns. */
export async function measureColdProcess(run: BenchRun): Promise<readonly Figure[]> {
  const questions = makeQuestions(run.size, 64).filter(({ kind }) => kind === "sentence");
  const bare: Ran[] = [];
  const source: Ran[] = [];
  const built: Ran[] = [];
  const rounds = run.quick ? 7 : 21;
  const recall = (loci: readonly string[], query: string): Promise<Ran> =>
    runTimed([...loci, "recall", query, "--vault", run.vault]);
  // Once before, as everyone has run it before: Node's compile cache is filled then.
  await recall(run.source, "garden");
  await recall(run.built, "garden");
  for (let i = 0; i < rounds; i++) {
    const query = questions[i % questions.length]?.query ?? "garden";
    bare.push(await runTimed([run.node, "-e", "0"]));
    source.push(await recall(run.source, query));
    built.push(await recall(run.built, query));
  }
  return [...figures(run, "source", source, bare), ...figures(run, "built", built, bare)];
}

function figures(
  { size }: BenchRun,
  kind: string,
  ran: readonly Ran[],
  bare: readonly Ran[],
): Figure[] {
  const max = budgetsOf(size).coldProcess;
  const name = "node -e 0";
  const cpu = (runs: readonly Ran[]): number => median(runs.map(({ cpuMs }) => cpuMs));
  const wall = (runs: readonly Ran[]): number => median(runs.map(({ wallMs }) => wallMs));
  return [
    {
      what: `\`loci recall\` as a process (${kind}), CPU`,
      value: cpu(ran),
      unit: "ms",
      baselines: [{ name, value: cpu(bare) }],
      ...(max === undefined ? {} : { budget: { max, to: name } }),
    },
    {
      what: "the same, wall clock",
      value: wall(ran),
      unit: "ms",
      baselines: [{ name, value: wall(bare) }],
    },
  ];
}
