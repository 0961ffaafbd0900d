import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, release, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { BenchRun, Measurement } from "./bench-run.ts";
import { buildLoci } from "./build-loci.ts";
import { measureColdProcess } from "./cold-process.ts";
import { writeCorpus } from "./corpus.ts";
import { currentLoad, figureText, type TakenFigure, verdict } from "./figures.ts";
import { measureGrowth } from "./growth.ts";
import { hasCommand } from "./has-command.ts";
import { measureHybridCpu } from "./hybrid-cpu.ts";
import { measureIndexTime } from "./index-time.ts";
import { measureMemory } from "./memory.ts";
import { runTimed } from "./processes.ts";
import { measureRecallLatency } from "./recall-latency.ts";
import { measureReplyLatency } from "./reply-latency.ts";
import { measureSite, topicsOf } from "./site.ts";
import { measureSync } from "./sync.ts";
import { toTables } from "./tables.ts";
import { measureVoice } from "./voice.ts";
import { recordingCount } from "./voice-set.ts";
import { measureWatcherLatency } from "./watcher-latency.ts";

const measurements: Readonly<Record<string, Measurement>> = {
  index: measureIndexTime,
  recall: measureRecallLatency,
  hybrid: measureHybridCpu,
  reply: measureReplyLatency,
  cold: measureColdProcess,
  watcher: measureWatcherLatency,
  memory: measureMemory,
  sync: measureSync,
  growth: measureGrowth,
  site: measureSite,
  voice: measureVoice,
};

const usage = `npm run bench -- [--sizes 200,10000,100000] [--only ${Object.keys(measurements).join(",")}] [--quick] [--json FILE] [--keep]`;

await main();

/** Tells each figure on standard error as it is taken, and prints the tables of all at the end. */
async function main(): Promise<void> {
  const { sizes, only, quick, json, keep } = readFlags();
  const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
  const folder = mkdtempSync(join(tmpdir(), "loci-bench-"));
  process.env.XDG_CACHE_HOME = join(folder, "cache"); // Compiled code of builds that will be gone.
  const node = process.execPath;
  const startedAt = performance.now();
  console.log(`${describeMachine()}\n`);
  const taken: TakenFigure[] = [];
  try {
    const built = await buildLoci(repository, node, join(folder, "built"));
    const commands = {
      node,
      source: [node, join(repository, "src", "cli", "main.ts")],
      built: [node, built],
    };
    for (const size of sizes) {
      const own = { size, quick, ...commands };
      const run = await prepare(own, join(folder, String(size)), only);
      const wanted = only.filter((name) => name !== "voice" || size === sizes[0]);
      taken.push(...(await takeAll(run, wanted)));
      if (!keep) rmSync(run.folder, { recursive: true });
    }
  } finally {
    if (keep) console.error(`Kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
  if (json !== undefined) {
    writeFileSync(
      json,
      `${JSON.stringify({ machine: describeMachine(), figures: taken }, null, 1)}\n`,
    );
  }
  console.log(toTables(taken));
  const over = taken.filter((figure) => verdict(figure) === "OVER").length;
  const minutes = (performance.now() - startedAt) / 60_000;
  console.log(`${taken.length} figures, ${over} over budget, ${minutes.toFixed(1)} minutes`);
}

function readFlags() {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string" },
      only: { type: "string" },
      quick: { type: "boolean", default: false },
      json: { type: "string" },
      keep: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { quick, json, keep, help } = values;
  const sizes = (values.sizes ?? (quick ? "200,10000" : "200,10000,100000")).split(",").map(Number);
  const only = values.only?.split(",") ?? Object.keys(measurements);
  const known = only.every((name) => Object.hasOwn(measurements, name));
  if (help || !known || !sizes.every((size) => Number.isInteger(size) && size > 0)) {
    console.log(usage);
    process.exit(help ? 0 : 2);
  }
  return { sizes, only, quick, json, keep };
}

function describeMachine(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim()}, Linux ${release()}, Node ${process.versions.node}, load average ${currentLoad()}`;
}

type Prepared = Omit<BenchRun, "folder" | "vault">;

/** Writes the vault, makes it a git repository, and has it indexed once. */
async function prepare(run: Prepared, folder: string, only: readonly string[]): Promise<BenchRun> {
  const vault = join(folder, "vault");
  mkdirSync(vault, { recursive: true });
  const isUsed = only.some((name) => name !== "site" && name !== "voice"); // These make their own.
  if (!isUsed) return { ...run, folder, vault };
  writeCorpus(vault, run.size);
  if (hasCommand("git")) {
    const git = ["git", "-c", "user.name=bench", "-c", "user.email=bench@example.org", "-C", vault];
    await runTimed([...git, "init", "-q"]);
    await runTimed([...git, "add", "-A"]);
    await runTimed([...git, "commit", "-qm", "The vault"]);
  }
  await runTimed([...run.source, "index", "--vault", vault]);
  return { ...run, folder, vault };
}

async function takeAll(run: BenchRun, only: readonly string[]): Promise<TakenFigure[]> {
  const taken: TakenFigure[] = [];
  for (const name of only) {
    const measure = measurements[name];
    if (measure === undefined) continue;
    const startedAt = performance.now();
    for (const figure of await measure(run)) {
      taken.push({ ...figure, measurement: name, ...sizeOf(name, run), load: currentLoad() });
      console.error(`${run.size} ${figure.what}: ${figureText(figure)} ${verdict(figure)}`);
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.error(`${name}: ${seconds} s, load average ${currentLoad()}`);
  }
  return taken;
}

function sizeOf(name: string, { size }: BenchRun): Pick<TakenFigure, "size" | "counted"> {
  if (name === "voice") return { size: recordingCount, counted: "recordings" };
  return name === "site"
    ? { size: topicsOf(size), counted: "topics" }
    : { size, counted: "entries" };
}
