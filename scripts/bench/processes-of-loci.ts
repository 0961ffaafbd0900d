import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openPlainTable } from "./baselines.ts";
import { makeQuestions, type Question, textsOf } from "./corpus.ts";
import { atSize, type Bench, rounds, startUp } from "./loci.ts";
import { type Figure, figure, repeat, typical } from "./measure.ts";
import { memoryOf, pidOf, run, startChild, stopChild } from "./processes.ts";

/** Time to make the index again, and its size, beside a plain full-text table of the same texts. */
export async function measureIndex(bench: Bench): Promise<readonly Figure[]> {
  const { size, vault, folder, source } = bench;
  const plain = await openPlainTable(join(folder, "fill.db"), textsOf(size));
  plain.close();
  rmSync(join(folder, "fill.db"));
  const { wallMs } = typical(
    await repeat(rounds(bench), () => run([...source, "index", "--vault", vault, "--rebuild"])),
  );
  const fill = { "plain FTS5": plain.fill.wallMs / 1000 };
  const inSeconds = { beside: fill, max: atSize(size, 0.5, 3, 30) };
  const inMegabytes = { beside: { "plain FTS5": plain.megabytes }, max: atSize(size, 1, 15, 130) };
  const megabytes = megabytesOf(join(vault, ".loci"), /^(?:index|vectors\.db)/);
  return [
    figure("rebuild, vectors cached", wallMs / 1000, "s", inSeconds),
    figure("both databases", megabytes, "MB", inMegabytes),
  ];
}

/** The size of the files in a folder whose names fit. */
export const megabytesOf = (folder: string, pattern: RegExp): number =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6;

/** `loci recall` as a process of its own, beside a Node that does nothing. */
export async function measureCold(bench: Bench): Promise<readonly Figure[]> {
  const { built, quick, size, vault } = bench;
  const node = typical(await repeat(7, () => run([process.execPath, "-e", "0"])));
  const recall = askAsProcess(built, vault, makeQuestions(size, 64));
  await recall(0); // As everyone has run it before: Node's compile cache is filled then.
  const { wallMs, cpuMs } = typical(await repeat(quick ? 7 : 7 * rounds(bench), recall));
  return [
    figure("`loci recall`, CPU", cpuMs, "ms", { beside: { "node -e 0": node.cpuMs } }),
    figure("`loci recall` as a process", wallMs, "ms", { beside: { "node -e 0": node.wallMs } }),
  ];
}

/** Asks the n-th sentence among the questions by `loci recall`. */
export function askAsProcess(
  loci: readonly string[],
  vault: string,
  questions: readonly Question[],
) {
  const sentences = questions.filter(({ kind }) => kind === "sentence");
  return (n: number) => run([...loci, "recall", sentences[n]?.query ?? "garden", "--vault", vault]);
}

/** Resident memory of an idle `loci up`, with nothing asked yet and after 64 questions, beside an idle Node. */
export async function measureMemory(bench: Bench): Promise<readonly Figure[]> {
  const quietMs = bench.quick ? 3_000 : 10_000;
  const node = startChild([process.execPath, "-e", "setInterval(() => {}, 1e6)"]);
  await wait(1_000);
  const beside = { "idle Node": memoryOf(pidOf(node)) };
  await stopChild(node);
  const up = await startUp(bench.built, bench.vault);
  await wait(quietMs);
  const idle = memoryOf(up.pid);
  for (const { query } of makeQuestions(bench.size, 64)) await up.ask(query);
  await wait(quietMs);
  const later = memoryOf(up.pid);
  await up.close();
  const max = atSize(bench.size, 105, 110, 120);
  return [
    figure("idle memory of `loci up`", idle, "MB", { beside, max }),
    figure("the same, 64 questions later", later, "MB", { beside }),
  ];
}
