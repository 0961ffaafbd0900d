import { rmSync } from "node:fs";
import { join } from "node:path";
import { openExactScan } from "./baselines.ts";
import type { BenchRun } from "./bench-run.ts";
import { budgetsOf } from "./budgets.ts";
import type { Figure } from "./figures.ts";
import { peekIndex } from "./peek-index.ts";
import { cpuOf } from "./processes.ts";
import { makeQuestions } from "./questions.ts";
import { openRecallStream } from "./recall-stream.ts";
import { startUp } from "./running-up.ts";

const limit = 8;
const baseline = "exact scan";

/** CPU time of one hybrid recall beside that of one exact cosine scan over as many vectors. */
export async function measureHybridCpu(run: BenchRun): Promise<readonly Figure[]> {
  const questions = makeQuestions(run.size, run.quick ? 64 : 200).map(({ query }) => query);
  const rows = peekIndex(run.vault, (index) => index.chunks());
  const scan = scanCpu(run, rows);
  const up = await startUp(run);
  const answered = await cpuPerQuestion(up.pid, questions, (query) => up.ask(query, limit));
  await up.close();
  const stream = openRecallStream(run);
  const looked = await cpuPerQuestion(stream.pid, questions, (query) => stream.ask(query, limit));
  await stream.close();
  const max = budgetsOf(run.size).hybridCpu;
  const budget = max === undefined ? {} : { budget: { max, to: baseline } };
  const baselines = [{ name: baseline, value: scan }];
  return [
    {
      what: "hybrid recall, CPU (in `loci up`, HTTP and JSON included)",
      value: answered,
      unit: "ms",
      baselines,
      ...budget,
      note: `${rows} rows, 512 dimensions`,
    },
    {
      what: "hybrid recall with a look at all files, CPU (`--stdin`)",
      value: looked,
      unit: "ms",
      baselines,
      ...budget,
    },
  ];
}

/** Mean CPU time of a process over many questions (ms); it is warmed up with some of them first. */
async function cpuPerQuestion(
  pid: number,
  questions: readonly string[],
  ask: (query: string) => Promise<unknown>,
): Promise<number> {
  for (const query of questions.slice(0, 48)) await ask(query);
  const before = cpuOf(pid);
  for (const query of questions) await ask(query);
  return (cpuOf(pid) - before) / questions.length;
}

function scanCpu(run: BenchRun, rows: number): number {
  const file = join(run.folder, "scan.db");
  const scan = openExactScan(file, rows);
  scan.search(limit);
  const scans = Math.max(8, Math.min(400, Math.round((run.quick ? 2e5 : 8e5) / rows)));
  const before = process.cpuUsage();
  for (let i = 0; i < scans; i++) scan.search(limit);
  const { user, system } = process.cpuUsage(before);
  scan.close();
  rmSync(file);
  return (user + system) / 1000 / scans;
}
