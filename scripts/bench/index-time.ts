import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openPlainTable } from "./baselines.ts";
import { type BenchRun, repeats } from "./bench-run.ts";
import { budgetsOf } from "./budgets.ts";
import { makeFiles } from "./corpus.ts";
import { type Baseline, type Figure, median } from "./figures.ts";
import { type Ran, runTimed } from "./processes.ts";

/** Time to make and to keep the index, and its size, beside a plain full-text table of the same texts. */
export async function measureIndexTime(run: BenchRun): Promise<readonly Figure[]> {
  const plain = fillPlain(run);
  const index = (...flags: string[]): Promise<Ran> =>
    runTimed([...run.source, "index", "--json", "--vault", run.vault, ...flags]);
  const fromNothing = await times(run, async () => {
    rmSync(join(run.vault, ".loci"), { recursive: true, force: true });
    return index();
  });
  const cached = await times(run, () => index("--rebuild"));
  const nothingNew = await times(run, () => index(), 5);
  const save = fileToggler(run);
  const oneFile = await times(
    run,
    () => {
      save();
      return index();
    },
    6,
  );
  const node = await times(run, () => runTimed([run.node, "-e", "0"]), 5);
  const budgets = budgetsOf(run.size);
  const fill: Baseline = { name: "plain FTS5", value: plain.wall };
  const fillCpu: Baseline = { name: "plain FTS5", value: plain.cpu };
  const nodeCpu: Baseline = { name: "node -e 0", value: node.cpu * 1000 };
  return [
    { ...seconds("rebuild from nothing, vectors too", fromNothing.wall), baselines: [fill] },
    { ...seconds("the same, CPU", fromNothing.cpu), baselines: [fillCpu] },
    {
      ...seconds("rebuild, vectors cached", cached.wall),
      baselines: [fill],
      ...(budgets.rebuild === undefined ? {} : { budget: { max: budgets.rebuild } }),
    },
    { ...seconds("the same, CPU", cached.cpu), baselines: [fillCpu] },
    { ...ms("`loci index`, nothing changed, CPU", nothingNew.cpu), baselines: [nodeCpu] },
    { ...ms("`loci index`, one file changed, CPU", oneFile.cpu), baselines: [nodeCpu] },
    ...sizes(run, plain.megabytes),
  ];
}

const seconds = (what: string, value: number) => ({ what, value, unit: "s" }) as const;
const ms = (what: string, value: number) => ({ what, value: value * 1000, unit: "ms" }) as const;

interface Seconds {
  readonly wall: number;
  readonly cpu: number;
}

async function times(run: BenchRun, work: () => Promise<Ran>, least = 1): Promise<Seconds> {
  const taken: Ran[] = [];
  const count = run.quick
    ? Math.min(3, Math.max(repeats(run), least))
    : Math.max(repeats(run), least);
  for (let i = 0; i < count; i++) taken.push(await work());
  return {
    wall: median(taken.map(({ wallMs }) => wallMs)) / 1000,
    cpu: median(taken.map(({ cpuMs }) => cpuMs)) / 1000,
  };
}

function fillPlain(run: BenchRun): Seconds & { readonly megabytes: number } {
  const tables = Array.from({ length: repeats(run) }, (_, i) => {
    const file = join(run.folder, `fill-${i}.db`);
    const table = openPlainTable(file, run.size);
    table.close();
    rmSync(file);
    return table;
  });
  return {
    wall: median(tables.map(({ fillMs }) => fillMs)) / 1000,
    cpu: median(tables.map(({ fillCpuMs }) => fillCpuMs)) / 1000,
    megabytes: tables[0]?.megabytes ?? 0,
  };
}

/** Adds an entry to one file and takes it away again, by turns. */
function fileToggler(run: BenchRun): () => void {
  const [made] = makeFiles(run.size);
  if (made === undefined) throw new RangeError("Cannot measure an empty vault");
  const file = join(run.vault, made.path);
  const before = readFileSync(file, "utf8");
  const after = before.replace(
    "\n- ",
    "\n- Keeps the spare key with the neighbour (2026-02-12)\n- ",
  );
  let changed = false;
  return () => {
    changed = !changed;
    writeFileSync(file, changed ? after : before);
  };
}

function sizes(run: BenchRun, plainMegabytes: number): Figure[] {
  const lociDir = join(run.vault, ".loci");
  const sizeOf = (prefix: string): number =>
    readdirSync(lociDir)
      .filter((name) => name.startsWith(prefix))
      .reduce((sum, name) => sum + statSync(join(lociDir, name)).size, 0) / 1e6;
  let text = 0;
  for (const made of makeFiles(run.size)) text += Buffer.byteLength(made.markdown) / 1e6;
  const max = budgetsOf(run.size).databases;
  const [index, vectors] = [sizeOf("index-"), sizeOf("vectors.db")];
  const plain = { name: "plain FTS5", value: plainMegabytes };
  const markdown = { name: "Markdown", value: text };
  return [
    { what: "index database", value: index, unit: "MB", baselines: [plain, markdown] },
    { what: "vector cache", value: vectors, unit: "MB", baselines: [markdown] },
    {
      what: "both databases",
      value: index + vectors,
      unit: "MB",
      baselines: [plain, markdown],
      ...(max === undefined ? {} : { budget: { max } }),
    },
  ];
}
