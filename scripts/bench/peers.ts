/**
 * Loci beside qmd and a plain full-text table: `npm run bench:peers [-- --files 1000,5000] [--rounds 3] [--only loci]`. qmd is
 * installed in a folder of its own below the cache directory. It indexes files, not lines, and does not look whether they
 * have changed since; Loci does both.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openPlainTable } from "./baselines.ts";
import { writeCorpus } from "./corpus.ts";
import { type Bench, buildLoci, fromSource, keepApart, openRecall, startUp } from "./loci.ts";
import { currentLoad, percentile, repeat, short, tableOf, timed, typical } from "./measure.ts";
import { cpuOf, memoryOf, run, startChild, stopChild, talkTo } from "./processes.ts";
import { makeQuestions } from "./questions.ts";
import { measureWatcherLatency } from "./watcher-latency.ts";

const version = "2.8.3";
const { values } = parseArgs({
  options: {
    files: { type: "string", default: "1000,5000" },
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "loci,qmd" },
  },
});
const rounds = Number(values.rounds);
const hasQmd = values.only.split(",").includes("qmd");
const corpus = { perFile: 20 };
const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
const home = join(cache, "loci-bench", `qmd-${version}`);

/** One line of the table; undefined where there is nothing to measure. */
interface Row {
  readonly what: string;
  readonly unit: "ms" | "s" | "MB";
  readonly loci: number;
  readonly qmd?: number | undefined;
  readonly fts?: number;
}

async function compare(bench: Bench): Promise<readonly Row[]> {
  const { built, vault, folder, size } = bench;
  const questions = makeQuestions(size, 200, corpus);
  const sentences = questions.filter(({ kind }) => kind === "sentence").slice(0, 7 * rounds);
  const own = join(folder, "qmd");
  const qmd = [
    ...["env", `QMD_CONFIG_DIR=${own}`, `INDEX_PATH=${join(own, "index.sqlite")}`],
    ...[process.execPath, join(home, "node_modules/@tobilu/qmd/dist/cli/qmd.js")],
  ];
  const plain = openPlainTable(join(folder, "plain.db"), size, corpus);
  const ours = typical(
    await repeat(rounds, () => {
      rmSync(join(vault, ".loci"), { recursive: true, force: true });
      return run([...built, "index", "--vault", vault]);
    }),
  );
  const theirs = await ofQmd(() => {
    rmSync(own, { recursive: true, force: true });
    mkdirSync(own, { recursive: true });
    return run([...qmd, "collection", "add", vault, "--name", "v"]);
  });
  const warm = await askWarm(bench, questions, plain.search);
  const recall = (n: number) =>
    run([...built, "recall", sentences[n]?.query ?? "garden", "--vault", vault]);
  await recall(0);
  const alone = typical(await repeat(sentences.length, recall));
  const searched = await ofQmd(
    (n) => run([...qmd, "search", sentences[n]?.query ?? "", "-n", "8"]),
    sentences.length,
  );
  const up = await startUp(built, vault);
  await wait(8_000);
  const [startCpu, idle] = [cpuOf(up.pid), memoryOf(up.pid)];
  const served = await repeat(questions.length, (n) =>
    timed(() => up.ask(questions[n]?.query ?? "")),
  );
  const beside = typical(await repeat(sentences.length, recall));
  await wait(10_000);
  const used = memoryOf(up.pid);
  await up.close();
  const saves = await measureWatcherLatency(bench, corpus);
  plain.close();
  const at = (what: string, share: number): Row => ({
    ...{ what: `${what}, p${share * 100}`, unit: "ms", loci: percentile(warm.loci, share) },
    ...{ fts: percentile(warm.fts, share), qmd: hasQmd ? percentile(warm.qmd, share) : undefined },
  });
  const http = served.map(({ wallMs }) => wallMs);
  const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1000);
  return [
    {
      ...{ what: "index from nothing", unit: "s", loci: ours.wallMs / 1000 },
      ...{ qmd: seconds(theirs?.wallMs), fts: plain.fill.wallMs / 1000 },
    },
    {
      ...{ what: "index from nothing, CPU", unit: "s", loci: ours.cpuMs / 1000 },
      ...{ qmd: seconds(theirs?.cpuMs), fts: plain.fill.cpuMs / 1000 },
    },
    at("warm question", 0.5),
    at("warm question", 0.95),
    { what: "`up` over HTTP, p50", unit: "ms", loci: percentile(http, 0.5) },
    { what: "`up` over HTTP, p95", unit: "ms", loci: percentile(http, 0.95) },
    { what: "as a process", unit: "ms", loci: alone.wallMs, qmd: searched?.wallMs },
    { what: "as a process, beside `up`", unit: "ms", loci: beside.wallMs, qmd: searched?.wallMs },
    {
      ...{ what: "disk", unit: "MB", loci: sizeOf(join(vault, ".loci"), /\.db/) },
      ...{ qmd: hasQmd ? sizeOf(own, /^index/) : undefined, fts: plain.megabytes },
    },
    { what: "idle `up`", unit: "MB", loci: idle },
    { what: "idle `up` after 200 questions", unit: "MB", loci: used },
    { what: "starting `up`, CPU", unit: "s", loci: startCpu / 1000 },
    ...saves.map(({ what, value }): Row => ({ what, unit: "ms", loci: value })),
  ];
}

const ofQmd = async (work: (n: number) => ReturnType<typeof run>, times = rounds) =>
  hasQmd ? typical(await repeat(times, work)) : undefined;

const sizeOf = (at: string, pattern: RegExp): number =>
  readdirSync(at)
    .filter((name) => pattern.test(name))
    .reduce((sum, name) => sum + statSync(join(at, name)).size, 0) / 1e6;

/** By turns, so that all have the same neighbours on the machine; qmd's own library in a process that stays. */
async function askWarm(
  { built, vault, folder }: Bench,
  questions: readonly { readonly query: string }[],
  plain: (query: string) => unknown,
) {
  const script = `import { createStore } from "@tobilu/qmd"; import { createInterface } from "node:readline";
    const store = await createStore({ dbPath: process.argv[1], config: { collections: { v: { path: process.argv[2] } } } });
    for await (const line of createInterface({ input: process.stdin }))
      console.log(JSON.stringify((await store.searchLex(line, { limit: 8 })).length));`;
  const argv = [process.execPath, "--input-type=module", "-e", script];
  const recall = openRecall(built, vault);
  const child = hasQmd
    ? startChild([...argv, join(folder, "qmd", "index.sqlite"), vault], home)
    : undefined;
  const qmd = child && talkTo(child);
  const times = { loci: [] as number[], qmd: [] as number[], fts: [] as number[] };
  for (const [n, { query }] of [...questions.slice(0, 24), ...questions].entries()) {
    const ours = await timed(() => recall.ask(query));
    const theirs = await timed(() => qmd?.(query));
    const fts = await timed(() => plain(query));
    if (n < 24) continue; // They warm up.
    times.loci.push(ours.wallMs);
    times.qmd.push(theirs.wallMs);
    times.fts.push(fts.wallMs);
  }
  await recall.close();
  if (child !== undefined) await stopChild(child);
  return times;
}

const folder = mkdtempSync(join(tmpdir(), "loci-peers-"));
keepApart(folder);
try {
  if (hasQmd) {
    mkdirSync(home, { recursive: true });
    await run(["npm", "install", "--no-save", "--prefix", home, `@tobilu/qmd@${version}`]);
  }
  const built = await buildLoci(join(folder, "built"));
  for (const files of values.files.split(",").map(Number)) {
    const [size, own] = [files * corpus.perFile, join(folder, String(files))];
    const vault = join(own, "vault");
    writeCorpus(vault, size, corpus);
    const rows = await compare({
      size,
      folder: own,
      vault,
      quick: false,
      source: fromSource,
      built,
    });
    const cell = (value: number | undefined, unit: string): string =>
      value === undefined ? "" : `${short(value)} ${unit}`;
    const head = [
      `${files} files × ${corpus.perFile} lines`,
      "Loci",
      `qmd ${version}`,
      "Loci to qmd",
      "FTS5",
    ];
    const lines = rows.map(({ what, unit, loci, qmd, fts }) => [
      ...[what, cell(loci, unit), cell(qmd, unit)],
      ...[qmd === undefined ? "" : `${short(loci / qmd)} ×`, cell(fts, unit)],
    ]);
    console.log(`${tableOf(head, lines)}\n\n- load average ${currentLoad()} at the end\n`);
    rmSync(own, { recursive: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
