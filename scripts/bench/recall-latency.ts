import { rmSync } from "node:fs";
import { join } from "node:path";
import { openExactScan, openPlainTable } from "./baselines.ts";
import { type Bench, bareNode, openRecall, peekIndex, rounds, startUp } from "./loci.ts";
import { type Figure, percentile, repeat, timed, typical } from "./measure.ts";
import { cpuOf, run } from "./processes.ts";
import { makeQuestions } from "./questions.ts";

const limits = (of: Record<number, number>, { size }: Bench): number | undefined => of[size];

/** Questions to one warm `loci recall --stdin`, beside a plain full-text table; by turns, so that both have the same neighbours. */
export async function measureRecallLatency(bench: Bench): Promise<readonly Figure[]> {
  const questions = makeQuestions(bench.size, bench.quick ? 64 : 200);
  const file = join(bench.folder, "plain.db");
  const plain = openPlainTable(file, bench.size);
  const recall = openRecall(bench.source, bench.vault);
  const times = { loci: [] as number[], plain: [] as number[] };
  const found = { loci: 0, plain: 0 };
  for (const { query } of questions.slice(0, 24)) await recall.ask(query);
  for (const { query, wanted } of questions) {
    let texts: string[] = [];
    const ours = await timed(async () => {
      texts = (await recall.ask(query)).map(({ text }) => text);
    });
    let plainTexts: string[] = [];
    const theirs = await timed(() => {
      plainTexts = plain.search(query);
    });
    times.loci.push(ours.wallMs);
    times.plain.push(theirs.wallMs);
    if (wanted !== undefined && texts.includes(wanted)) found.loci++;
    if (wanted !== undefined && plainTexts.includes(wanted)) found.plain++;
  }
  await recall.close();
  plain.close();
  rmSync(file);
  const wanting = questions.filter(({ wanted }) => wanted !== undefined).length;
  const share = (count: number): string => `${Math.round((100 * count) / wanting)} %`;
  return [0.5, 0.95].map((at) => ({
    what: `recall, warm, p${at * 100}`,
    ...{ value: percentile(times.loci, at), unit: "ms" as const },
    beside: { "plain FTS5": percentile(times.plain, at) },
    ...(at === 0.5
      ? { note: `found: ${share(found.loci)}, plain FTS5 ${share(found.plain)}` } // Speed alone would praise one who answers nothing.
      : { max: limits({ 200: 10, 10000: 25, 100000: 120 }, bench) }),
  }));
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
  const beside = { "exact scan": scanned.cpuMs / times };
  const max = limits({ 10000: 0.5, 100000: 0.25 }, bench);
  const ways = {
    "in `loci up`, HTTP and JSON included": await startUp(bench.source, bench.vault),
    "with a look at all files, `--stdin`": openRecall(bench.source, bench.vault),
  };
  const figures: Figure[] = [];
  for (const [way, { pid, ask, close }] of Object.entries(ways)) {
    for (const { query } of questions.slice(0, 48)) await ask(query);
    const before = cpuOf(pid);
    for (const { query } of questions) await ask(query);
    const value = (cpuOf(pid) - before) / questions.length;
    figures.push({
      what: `hybrid recall, CPU (${way})`,
      value,
      unit: "ms",
      beside,
      max,
      to: "exact scan",
    });
    await close();
  }
  return figures.map((figure) => ({ ...figure, note: `${rows} rows, 512 dimensions` }));
}

/** `loci recall` as a process of its own, beside a Node that does nothing. */
export async function measureColdProcess(bench: Bench): Promise<readonly Figure[]> {
  const questions = makeQuestions(bench.size, 64).filter(({ kind }) => kind === "sentence");
  const bare = typical(await bareNode(7));
  const figures: Figure[] = [];
  for (const kind of ["source", "built"] as const) {
    const recall = (n: number) =>
      run([...bench[kind], "recall", questions[n]?.query ?? "garden", "--vault", bench.vault]);
    await recall(0); // As everyone has run it before: Node's compile cache is filled then.
    const { wallMs, cpuMs } = typical(await repeat(bench.quick ? 7 : 7 * rounds(bench), recall));
    const what = `\`loci recall\` as a process (${kind})`;
    figures.push(
      { what: `${what}, CPU`, value: cpuMs, unit: "ms", beside: { "node -e 0": bare.cpuMs } },
      { what, value: wallMs, unit: "ms", beside: { "node -e 0": bare.wallMs } },
    );
  }
  return figures;
}
