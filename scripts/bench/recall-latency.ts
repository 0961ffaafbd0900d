import { rmSync } from "node:fs";
import { join } from "node:path";
import { openExactScan, openPlainTable } from "./baselines.ts";
import { makeQuestions, textsOf } from "./corpus.ts";
import { atSize, type Bench, openRecall, peekIndex, startUp } from "./loci.ts";
import { type Figure, figure, figuresOf, timed } from "./measure.ts";
import { cpuOf } from "./processes.ts";

/** Questions to one warm `loci recall --stdin`, beside a plain full-text table. */
export async function measureRecallLatency(bench: Bench): Promise<readonly Figure[]> {
  const { size, folder, source, vault, quick } = bench;
  const questions = makeQuestions(size, quick ? 64 : 200);
  const file = join(folder, "plain.db");
  const texts = textsOf(size);
  const plain = await openPlainTable(file, texts);
  const recall = openRecall(source, vault);
  const found = { loci: new Set<string>(), plain: new Set<string>() };
  const times = await askByTurns(questions, {
    loci: async ({ query, wanted = "" }) => {
      const hits = await recall.ask(query);
      if (hits.some(({ text }) => text === wanted)) found.loci.add(query);
    },
    plain: ({ query, wanted = "" }) => {
      if (plain.search(query).some((id) => texts[id] === wanted)) found.plain.add(query);
    },
  });
  await recall.close();
  plain.close();
  rmSync(file);
  const wanting = new Set(questions.flatMap(({ query, wanted }) => (wanted ? query : [])));
  const share = ({ size }: Set<string>): string => `${Math.round((100 * size) / wanting.size)} %`;
  // Speed alone would praise one who answers nothing.
  const note = `found: ${share(found.loci)}, plain FTS5 ${share(found.plain)}`;
  const limit = { max: atSize(size, 10, 25, 120), note };
  return figuresOf("recall, warm", times.loci, limit, { "plain FTS5": times.plain });
}

const warmUps = 24;

/** Asks several by turns, so that all have the same neighbours on the machine; the milliseconds of each. */
export async function askByTurns<Name extends string, Asked>(
  questions: readonly Asked[],
  ways: Readonly<Record<Name, (question: Asked) => unknown>>,
): Promise<Record<Name, number[]>> {
  const times = {} as Record<Name, number[]>;
  for (const name in ways) times[name] = [];
  for (const [n, question] of [...questions.slice(0, warmUps), ...questions].entries()) {
    for (const name in ways) {
      const { wallMs } = await timed(() => ways[name](question));
      if (n >= warmUps) times[name].push(wallMs);
    }
  }
  return times;
}

/** CPU time of one hybrid recall beside that of one exact cosine scan over as many vectors. */
export async function measureHybridCpu(bench: Bench): Promise<readonly Figure[]> {
  const questions = makeQuestions(bench.size, bench.quick ? 64 : 200);
  const index = peekIndex(bench.vault);
  const rows = index.chunks();
  index.close();
  const scan = openExactScan(rows);
  scan.search();
  const times = Math.max(8, Math.min(400, Math.round((bench.quick ? 2e5 : 8e5) / rows)));
  const scanned = await timed(() => {
    for (let i = 0; i < times; i++) scan.search();
  });
  scan.close();
  const limits = {
    beside: { "exact scan": scanned.cpuMs / times },
    max: atSize(bench.size, undefined, 0.5, 0.25),
    to: "exact scan",
    note: `${rows} rows, 512 dimensions`,
  };
  const { pid, ask, close } = await startUp(bench.source, bench.vault);
  for (const { query } of questions.slice(0, 48)) await ask(query);
  const before = cpuOf(pid);
  for (const { query } of questions) await ask(query);
  const value = (cpuOf(pid) - before) / questions.length;
  await close();
  return [figure("hybrid recall in `loci up`, HTTP and JSON included, CPU", value, "ms", limits)];
}
