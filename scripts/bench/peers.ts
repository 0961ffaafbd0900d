/**
 * Loci beside qmd and a plain full-text table: `npm run bench:peers [-- --files 1000,5000] [--rounds 3] [--only loci]`. qmd is
 * installed in a folder of its own below the cache directory. It indexes files, not lines, and does not look whether they
 * have changed since; Loci does both.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { cpus, homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openPlainTable } from "./baselines.ts";
import type { BenchRun } from "./bench-run.ts";
import { buildLoci } from "./build-loci.ts";
import { writeCorpus } from "./corpus.ts";
import { currentLoad, median, percentile, short } from "./figures.ts";
import { cpuOf, memoryOf, runTimed, startChild, stopChild } from "./processes.ts";
import { makeQuestions, type Question } from "./questions.ts";
import { openRecallStream } from "./recall-stream.ts";
import { startUp } from "./running-up.ts";
import { measureWatcherLatency } from "./watcher-latency.ts";

const qmdVersion = "2.8.3";
const entriesPerFile = 20;

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "1000,5000" },
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "loci,qmd" },
  },
});
const rounds = Number(values.rounds);
const contenders = values.only.split(",");
const repository = resolve(import.meta.dirname, "../..");
const node = process.execPath;
const folder = mkdtempSync(join(tmpdir(), "loci-peers-"));
const qmdHome = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"),
  `loci-bench/qmd-${qmdVersion}`,
);

/** One line of the table; undefined where there is nothing to measure. */
interface Row {
  readonly what: string;
  readonly unit: "ms" | "s" | "MB";
  readonly loci: number | undefined;
  readonly qmd?: number | undefined;
  readonly fts?: number | undefined;
}

async function main(): Promise<void> {
  try {
    process.env.XDG_CACHE_HOME = join(folder, "cache"); // Compiled code of builds that will be gone.
    const built = [node, await buildLoci(repository, node, join(folder, "built"))];
    const source = [node, join(repository, "src", "cli", "main.ts")];
    if (contenders.includes("qmd")) await installQmd();
    console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}\n`);
    for (const files of values.files.split(",").map(Number)) {
      const size = files * entriesPerFile;
      const own = join(folder, String(files));
      const vault = join(own, "vault");
      mkdirSync(vault, { recursive: true });
      writeCorpus(vault, size, entriesPerFile);
      const run: BenchRun = { size, folder: own, vault, quick: true, node, source, built };
      const before = currentLoad();
      const rows = await compare(run);
      console.log(tableOf(files, rows));
      console.log(`- load average ${before} before, ${currentLoad()} after\n`);
      rmSync(own, { recursive: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function installQmd(): Promise<void> {
  mkdirSync(qmdHome, { recursive: true });
  const npm = ["npm", "install", "--no-save", "--prefix", qmdHome, `@tobilu/qmd@${qmdVersion}`];
  await runTimed(npm);
}

async function compare(run: BenchRun): Promise<readonly Row[]> {
  const questions = makeQuestions(run.size, 200, entriesPerFile);
  const plain = openPlainTable(join(run.folder, "plain.db"), run.size, entriesPerFile);
  const indexed = await index(run);
  const warm = await askWarm(run, questions, plain.search);
  const process = await askAsProcess(run, questions);
  const up = await askUp(run, questions);
  const asked = await askAsProcess(run, questions, true);
  const saves = await measureWatcherLatency({ ...run, quick: false }, entriesPerFile);
  plain.close();
  const of = (
    what: string,
    unit: Row["unit"],
    loci: number | undefined,
    qmd?: number,
    fts?: number,
  ): Row => ({
    ...{ what, unit, loci, qmd, fts },
  });
  const at = (share: number, times: readonly number[] = []): number | undefined =>
    times.length === 0 ? undefined : percentile(times, share);
  return [
    of("index from nothing", "s", indexed.loci, indexed.qmd, plain.fillMs / 1000),
    of("index from nothing, CPU", "s", indexed.lociCpu, indexed.qmdCpu, plain.fillCpuMs / 1000),
    of("warm question, p50", "ms", at(0.5, warm.loci), at(0.5, warm.qmd), at(0.5, warm.fts)),
    of("warm question, p95", "ms", at(0.95, warm.loci), at(0.95, warm.qmd), at(0.95, warm.fts)),
    of("`up` over HTTP, p50", "ms", at(0.5, up.times)),
    of("`up` over HTTP, p95", "ms", at(0.95, up.times)),
    of("as a process", "ms", process.loci, process.qmd),
    of("as a process, beside a running `up`", "ms", asked.loci, process.qmd),
    of("disk", "MB", indexed.megabytes, indexed.qmdMegabytes, plain.megabytes),
    of("idle `up`", "MB", up.idle),
    of("idle `up` after 200 questions", "MB", up.used),
    of("starting `up`, nothing changed, CPU", "s", up.startCpu / 1000),
    ...saves.map(({ what, value }) => of(what, "ms", value)),
  ];
}

async function index(run: BenchRun) {
  const [loci, qmd] = [[], []] as { wall: number; cpu: number }[][];
  for (let i = 0; i < rounds; i++) {
    rmSync(join(run.vault, ".loci"), { recursive: true, force: true });
    const ran = await runTimed([...run.built, "index", "--vault", run.vault]);
    loci?.push({ wall: ran.wallMs, cpu: ran.cpuMs });
    if (!contenders.includes("qmd")) continue;
    const home = qmdEnv(run);
    rmSync(join(run.folder, "qmd"), { recursive: true, force: true });
    mkdirSync(join(run.folder, "qmd"), { recursive: true });
    const theirs = await runTimed([...home, "collection", "add", run.vault, "--name", "v"]);
    qmd?.push({ wall: theirs.wallMs, cpu: theirs.cpuMs });
  }
  const seconds = (
    of: readonly { wall: number; cpu: number }[] | undefined,
    key: "wall" | "cpu",
  ) => (of === undefined || of.length === 0 ? undefined : median(of.map((one) => one[key])) / 1000);
  return {
    loci: seconds(loci, "wall"),
    lociCpu: seconds(loci, "cpu"),
    qmd: seconds(qmd, "wall"),
    qmdCpu: seconds(qmd, "cpu"),
    megabytes: sizeOf(join(run.vault, ".loci"), /\.db/),
    qmdMegabytes: contenders.includes("qmd")
      ? sizeOf(join(run.folder, "qmd"), /^index/)
      : undefined,
  };
}

function qmdEnv(run: BenchRun): readonly string[] {
  const own = join(run.folder, "qmd");
  return [
    "env",
    `QMD_CONFIG_DIR=${own}`,
    `INDEX_PATH=${join(own, "index.sqlite")}`,
    node,
    qmdMain(),
  ];
}

const qmdMain = (): string => join(qmdHome, "node_modules/@tobilu/qmd/dist/cli/qmd.js");

const sizeOf = (at: string, pattern: RegExp): number =>
  readdirSync(at)
    .filter((name) => pattern.test(name))
    .reduce((sum, name) => sum + statSync(join(at, name)).size, 0) / 1e6;

/** By turns, so that all have the same neighbours on the machine. */
async function askWarm(
  run: BenchRun,
  questions: readonly Question[],
  plain: (query: string, limit: number) => unknown,
) {
  const stream = openRecallStream(run, run.built);
  const qmd = contenders.includes("qmd") ? openQmd(run) : undefined;
  const times = { loci: [] as number[], qmd: [] as number[], fts: [] as number[] };
  for (const { query } of questions.slice(0, 24)) {
    await stream.ask(query, 8);
    await qmd?.ask(query);
  }
  for (const { query } of questions) {
    times.loci.push((await stream.ask(query, 8)).ms);
    if (qmd !== undefined) times.qmd.push(await qmd.ask(query));
    const startedAt = performance.now();
    plain(query, 8);
    times.fts.push(performance.now() - startedAt);
  }
  await stream.close();
  await qmd?.close();
  return times;
}

/** qmd's own library in a process that stays. */
function openQmd(run: BenchRun) {
  const script = `import { createStore } from "@tobilu/qmd"; import { createInterface } from "node:readline";
    const store = await createStore({ dbPath: process.argv[1], config: { collections: { v: { path: process.argv[2] } } } });
    for await (const line of createInterface({ input: process.stdin }))
      console.log(JSON.stringify((await store.searchLex(line, { limit: 8 })).length));`;
  const argv = [
    node,
    "--input-type=module",
    "-e",
    script,
    join(run.folder, "qmd", "index.sqlite"),
    run.vault,
  ];
  const child = startChild(argv, { cwd: qmdHome });
  child.stderr.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(query: string): Promise<number> {
      const startedAt = performance.now();
      child.stdin.write(`${query}\n`);
      if ((await lines.next()).done === true) throw new Error("qmd ended before it answered");
      return performance.now() - startedAt;
    },
    close: () => stopChild(child),
  };
}

async function askAsProcess(run: BenchRun, questions: readonly Question[], besideUp = false) {
  const up = besideUp ? await startUp(run, run.built) : undefined;
  if (up !== undefined) await wait(2_000);
  const [loci, qmd]: [number[], number[]] = [[], []];
  const sentences = questions.filter(({ kind }) => kind === "sentence").slice(0, 7 * rounds);
  await runTimed([...run.built, "recall", "garden", "--vault", run.vault]);
  for (const { query } of sentences) {
    loci.push((await runTimed([...run.built, "recall", query, "--vault", run.vault])).wallMs);
    if (besideUp || !contenders.includes("qmd")) continue;
    qmd.push((await runTimed([...qmdEnv(run), "search", query, "-n", "8"])).wallMs);
  }
  await up?.close();
  return { loci: median(loci), qmd: qmd.length === 0 ? undefined : median(qmd) };
}

async function askUp(run: BenchRun, questions: readonly Question[]) {
  const up = await startUp(run, run.built);
  await wait(8_000);
  const startCpu = cpuOf(up.pid);
  const idle = memoryOf(up.pid)?.now;
  const times: number[] = [];
  for (const { query } of questions) {
    const startedAt = performance.now();
    await up.ask(query, 8);
    times.push(performance.now() - startedAt);
  }
  await wait(10_000);
  const used = memoryOf(up.pid)?.now;
  await up.close();
  return { times, idle, used, startCpu };
}

function tableOf(files: number, rows: readonly Row[]): string {
  const cell = (value: number | undefined, unit: string): string =>
    value === undefined ? "" : `${short(value)} ${unit}`;
  const ratio = (loci: number | undefined, other: number | undefined): string =>
    loci === undefined || other === undefined ? "" : `${short(loci / other)} ×`;
  const lines = rows.map(
    ({ what, unit, loci, qmd, fts }) =>
      `| ${what} | ${cell(loci, unit)} | ${cell(qmd, unit)} | ${ratio(loci, qmd)} | ${cell(fts, unit)} |`,
  );
  const head = `| ${files.toLocaleString("en")} files × ${entriesPerFile} lines | Loci | qmd ${qmdVersion} | Loci to qmd | plain FTS5 |`;
  return [head, "|---|---|---|---|---|", ...lines].join("\n");
}

await main();
