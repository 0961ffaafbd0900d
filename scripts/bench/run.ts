import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, release, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeCorpus } from "./corpus.ts";
import { measureGrowth } from "./growth.ts";
import { measureIndexTime } from "./index-time.ts";
import { type Bench, buildLoci, fromSource, git, keepApart, type Measurement } from "./loci.ts";
import { currentLoad, figureText, isOver, type TakenFigure, toTables } from "./measure.ts";
import { measureMemory } from "./memory.ts";
import { hasCommand, run } from "./processes.ts";
import { measureColdProcess, measureHybridCpu, measureRecallLatency } from "./recall-latency.ts";
import { measureReplyLatency } from "./reply-latency.ts";
import { measureSite, topicsOf } from "./site.ts";
import { measureSync } from "./sync.ts";
import { measureVoice } from "./voice.ts";
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

const usage = `npm run bench -- [--sizes 200,10000,100000] [--only ${Object.keys(measurements).join(",")}] [--quick] [--json FILE]`;

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "200,10000,100000" },
    only: { type: "string", default: Object.keys(measurements).join(",") },
    quick: { type: "boolean", default: false },
    json: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const sizes = values.sizes.split(",").map(Number);
const only = values.only.split(",");
const isKnown = only.every((name) => Object.hasOwn(measurements, name));
if (values.help || !isKnown || !sizes.every((size) => Number.isInteger(size) && size > 0)) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}

const folder = mkdtempSync(join(tmpdir(), "loci-bench-"));
keepApart(folder);
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Linux ${release()}, Node ${process.versions.node}`;
console.log(`${machine}, load average ${currentLoad()}\n`);
const taken: TakenFigure[] = [];
try {
  const built = await buildLoci(join(folder, "built"));
  for (const size of sizes) {
    const own = join(folder, String(size));
    const vault = join(own, "vault");
    const bench: Bench = {
      size,
      folder: own,
      vault,
      quick: values.quick,
      source: fromSource,
      built,
    };
    await prepare(bench);
    for (const name of only) await take(name, bench);
    rmSync(own, { recursive: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.json !== undefined) {
  writeFileSync(values.json, `${JSON.stringify({ machine, figures: taken }, null, 1)}\n`);
}
console.log(toTables(taken));
console.log(`${taken.length} figures, ${taken.filter(isOver).length} over what DESIGN.md allows`);

/** Writes the vault, makes it a git repository, and has it indexed once; some measurements make their own. */
async function prepare({ vault, size, source }: Bench): Promise<void> {
  mkdirSync(vault, { recursive: true });
  if (only.every((name) => name === "site" || name === "voice")) return;
  writeCorpus(vault, size);
  if (hasCommand("git")) {
    await git(vault, "init", "-q");
    await git(vault, "add", "-A");
    await git(vault, "commit", "-qm", "The vault");
  }
  await run([...source, "index", "--vault", vault]);
}

/** Tells each figure on standard error as it is taken. */
async function take(name: string, bench: Bench): Promise<void> {
  if (name === "voice" && bench.size !== sizes[0]) return;
  const size = name === "site" ? topicsOf(bench.size) : bench.size;
  for (const figure of (await measurements[name]?.(bench)) ?? []) {
    taken.push({ ...figure, measurement: name, size, load: currentLoad() });
    console.error(`${size} ${figure.what}: ${figureText(figure)}${isOver(figure) ? " OVER" : ""}`);
  }
}
