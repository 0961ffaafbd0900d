/**
 * Loci beside qmd and a plain full-text table: `npm run bench:peers [-- --files 1000,5000] [--rounds 3] [--only loci]`.
 * qmd is installed in a folder of its own below the cache directory. It indexes files, not lines, and does not look
 * whether they have changed since; Loci does both.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openPlainTable } from "./baselines.ts";
import { makeQuestions, textsOf, writeCorpus } from "./corpus.ts";
import { buildLoci, keepApart, openRecall, startUp } from "./loci.ts";
import { median, repeat, short, tableOf, typical } from "./measure.ts";
import { run, startChild, stopChild, talkTo } from "./processes.ts";
import { askAsProcess, megabytesOf } from "./processes-of-loci.ts";
import { askByTurns } from "./recall-latency.ts";

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
const perFile = 20;
const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
const home = join(cache, "loci-bench", `qmd-${version}`);

/** One line of the table: what Loci takes, and qmd and the plain table where they do that too. */
type Row = readonly [what: string, unit: string, ...takes: readonly (number | undefined)[]];

async function compare(built: readonly string[], vault: string, size: number): Promise<Row[]> {
  const questions = makeQuestions(size, 200, { perFile });
  const own = `${vault}-qmd`;
  const qmd = [
    "env",
    `QMD_CONFIG_DIR=${own}`,
    `INDEX_PATH=${join(own, "index.sqlite")}`,
    process.execPath,
    join(home, "node_modules/@tobilu/qmd/dist/cli/qmd.js"),
  ];
  const ofQmd = async (times: number, work: (n: number) => ReturnType<typeof run>) =>
    hasQmd ? typical(await repeat(times, work)).wallMs : undefined;
  const plain = await openPlainTable(`${vault}.db`, textsOf(size, { perFile }));
  const indexed = await repeat(rounds, () => {
    rmSync(join(vault, ".loci"), { recursive: true, force: true });
    return run([...built, "index", "--vault", vault]);
  });
  const added = await ofQmd(rounds, () => {
    rmSync(own, { recursive: true, force: true });
    mkdirSync(own, { recursive: true });
    return run([...qmd, "collection", "add", vault, "--name", "v"]);
  });
  const warm = await askWarm(built, vault, questions, plain.search);
  plain.close();
  const recall = askAsProcess(built, vault, questions);
  await recall(0);
  const alone = typical(await repeat(7 * rounds, recall));
  const searched = await ofQmd(7 * rounds, (n) =>
    run([...qmd, "search", questions[n]?.query ?? "", "-n", "8"]),
  );
  const up = await startUp(built, vault);
  const besideUp = typical(await repeat(7 * rounds, recall));
  await up.close();
  const qmdDisk = hasQmd ? megabytesOf(own, /^index/) : undefined;
  const qmdWarm = hasQmd ? median(warm.qmd) : undefined;
  return [
    ["index from nothing", "ms", typical(indexed).wallMs, added, plain.fill.wallMs],
    ["warm question, p50", "ms", median(warm.loci), qmdWarm, median(warm.fts)],
    ["`recall` as a process", "ms", alone.wallMs, searched],
    ["the same beside a running `loci up`", "ms", besideUp.wallMs, searched],
    ["disk", "MB", megabytesOf(join(vault, ".loci"), /\.db/), qmdDisk, plain.megabytes],
  ];
}

/** Questions to processes that stay: `loci recall --stdin`, qmd's own library, and the plain table in this one. */
async function askWarm(
  built: readonly string[],
  vault: string,
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
    ? startChild([...argv, join(`${vault}-qmd`, "index.sqlite"), vault], home)
    : undefined;
  const qmd = child && talkTo(child);
  const times = await askByTurns(questions, {
    loci: ({ query }) => recall.ask(query),
    qmd: ({ query }) => qmd?.(query),
    fts: ({ query }) => plain(query),
  });
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
    const vault = join(folder, String(files));
    writeCorpus(vault, files * perFile, { perFile });
    const cell = (value: number | undefined, unit: string): string =>
      value === undefined ? "" : `${short(value)} ${unit}`;
    const rows = await compare(built, vault, files * perFile);
    const lines = rows.map(([what, unit, loci = 0, qmd, fts]) => [
      what,
      cell(loci, unit),
      cell(qmd, unit),
      cell(qmd && loci / qmd, "×"),
      cell(fts, unit),
    ]);
    const head = [`${files} files × ${perFile} lines`, "Loci", `qmd ${version}`, "to qmd", "FTS5"];
    console.log(`${tableOf(head, lines)}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
