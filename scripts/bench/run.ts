import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeCorpus } from "./corpus.ts";
import { measureGrowth } from "./growth.ts";
import {
  type Bench,
  buildLoci,
  commitAll,
  fromSource,
  keepApart,
  type Measurement,
} from "./loci.ts";
import { type Figure, figureText, isOver } from "./measure.ts";
import { run } from "./processes.ts";
import { measureCold, measureIndex, measureMemory } from "./processes-of-loci.ts";
import { measureHybridCpu, measureRecallLatency } from "./recall-latency.ts";
import { measureReplyLatency } from "./reply-latency.ts";
import { measureSite, topicsOf } from "./site.ts";
import { measureSync } from "./sync.ts";
import { measureVoice } from "./voice.ts";
import { measureWatcherLatency } from "./watcher-latency.ts";

const measurements: Readonly<Record<string, Measurement>> = {
  index: measureIndex,
  recall: measureRecallLatency,
  hybrid: measureHybridCpu,
  reply: measureReplyLatency,
  cold: measureCold,
  watcher: measureWatcherLatency,
  memory: measureMemory,
  sync: measureSync,
  growth: measureGrowth,
  site: measureSite,
  voice: measureVoice,
};

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "200,10000,100000" },
    only: { type: "string", default: Object.keys(measurements).join(",") },
    quick: { type: "boolean", default: false },
    json: { type: "string" },
  },
});
const sizes = values.sizes.split(",").map(Number);
const only = values.only.split(",");
const unknown = only.find((name) => !Object.hasOwn(measurements, name));
if (unknown !== undefined || !sizes.every((size) => Number.isInteger(size) && size > 0)) {
  const names = Object.keys(measurements).join(",");
  console.error(`npm run bench -- [--sizes 200,10000] [--only ${names}] [--quick] [--json FILE]`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "loci-bench-"));
keepApart(folder);
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
console.log(`${machine}, load average ${loadavg()[0]?.toFixed(1)}\n`);
const taken: (Figure & { readonly measurement: string; readonly size: number })[] = [];
try {
  const built = await buildLoci(join(folder, "built"));
  for (const size of sizes) {
    const own = join(folder, String(size));
    const vault = join(own, "vault");
    const bench = { size, folder: own, vault, quick: values.quick, source: fromSource, built };
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
console.log(`${taken.length} figures, ${taken.filter(isOver).length} over what DESIGN.md allows`);

/** Writes the vault, makes it a git repository, and has it indexed once; some measurements make their own. */
async function prepare({ vault, size, source }: Bench): Promise<void> {
  mkdirSync(vault, { recursive: true });
  if (only.every((name) => name === "site" || name === "voice")) return;
  writeCorpus(vault, size);
  await commitAll(vault);
  await run([...source, "index", "--vault", vault]);
}

/** Tells each figure as it is taken. */
async function take(name: string, bench: Bench): Promise<void> {
  if (name === "voice" && bench.size !== sizes[0]) return;
  const size = name === "site" ? topicsOf(bench.size) : bench.size;
  for (const one of (await measurements[name]?.(bench)) ?? []) {
    taken.push({ ...one, measurement: name, size });
    console.log(`${size} ${one.what}: ${figureText(one)}`);
  }
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`);
}
