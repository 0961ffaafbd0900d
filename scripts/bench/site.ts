import { appendFileSync, globSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BenchRun } from "./bench-run.ts";
import { pageBudget, siteBudgetsOf } from "./budgets.ts";
import { type Baseline, type Figure, median, short } from "./figures.ts";
import { hasCommand } from "./has-command.ts";
import { makeSiteFiles, writeSiteVault } from "./site-vault.ts";
import { createScale, pagesLike, type Weight, wireKb } from "./site-weight.ts";
import { git } from "./sync-sides.ts";
import { runWatched, type Watched } from "./watched-process.ts";

/** `loci site build` from nothing, with nothing changed and with one topic changed; then what its pages weigh. */
export async function measureSite(run: BenchRun): Promise<readonly Figure[]> {
  const topics = topicsOf(run.size);
  const folder = join(run.folder, "site-bench");
  const vault = join(folder, "vault");
  const out = join(folder, "out");
  mkdirSync(vault, { recursive: true });
  writeSiteVault(vault, topics);
  const site: Site = { vault, out, topics };
  try {
    await commitAll(site);
    await compileTemplates(run, folder);
    const build = () =>
      runWatched([...run.source, "site", "build", "--out", out, "--vault", vault]);
    const cold = await build();
    const { copied, parsed } = await measureBaselines(run, folder, site);
    return [
      ...coldFigures(site, { cold, copied, parsed }),
      ...(await warmFigures(run, site, { build, parsed })),
      ...weightFigures(out),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Beside the sizes of other measurements, which count entries. */
export function topicsOf(size: number): number {
  return topicsBySize[size] ?? Math.max(1, Math.round(size / 16));
}

const topicsBySize: Readonly<Record<number, number>> = { 200: 100, 10000: 1_000, 100000: 5_000 };

interface Site {
  readonly vault: string;
  readonly out: string;
  readonly topics: number;
}

/** A past of a hundred edits above one commit of everything. */
async function commitAll({ vault }: Site): Promise<void> {
  if (!hasCommand("git")) return;
  await git(vault, "init", "-q");
  await git(vault, "add", "-A");
  await git(vault, "commit", "-qm", "The vault");
  const files = topicFiles(vault);
  for (let n = 0; n < 100; n++) {
    appendFileSync(
      files[(n * 7) % files.length] ?? "",
      `\n- Learned in commit ${n} (2026-10-01)\n`,
    );
    await git(vault, "commit", "-qam", `learned ${n}`);
  }
}

const topicFiles = (vault: string): string[] =>
  globSync("topics/*.md", { cwd: vault })
    .sort()
    .map((file) => join(vault, file));

/** Templates are compiled once for all vaults, in an installed package before it is packed. */
async function compileTemplates(run: BenchRun, folder: string): Promise<void> {
  const vault = join(folder, "tiny");
  mkdirSync(vault);
  writeSiteVault(vault, 1);
  await runWatched([...run.source, "site", "build", "--out", `${vault}-out`, "--vault", vault]);
}

/** What nobody can do without: each file parsed and written as HTML; and the finished site written once more. */
async function measureBaselines(run: BenchRun, folder: string, { vault, out }: Site) {
  const script = join(import.meta.dirname, "site-baseline.ts");
  const parsed = await runWatched([run.node, script, vault, join(folder, "plain")]);
  const copied = await runWatched(["cp", "-r", out, join(folder, "copy")]);
  return { parsed, copied };
}

interface ColdBuild {
  readonly cold: Watched;
  readonly parsed: Watched;
  readonly copied: Watched;
}

function coldFigures({ out, topics }: Site, { cold, parsed, copied }: ColdBuild): Figure[] {
  const budget = siteBudgetsOf(topics);
  const beside = (of: (ran: Watched) => number): Baseline[] => [
    { name: "plain remark", value: of(parsed) },
    { name: "cp -r", value: of(copied) },
  ];
  const files = globSync("**/*", { cwd: out, withFileTypes: true }).filter((one) => one.isFile());
  const bytes = files.map((one) => statSync(join(one.parentPath, one.name)).size);
  const entries = [...makeSiteFiles(topics)].flatMap(
    ({ markdown }) => markdown.match(/^- /gm) ?? [],
  );
  const seconds = (of: (ran: Watched) => number) => ({
    value: of(cold) / 1_000,
    unit: "s" as const,
    baselines: beside((ran) => of(ran) / 1_000),
  });
  const max = (limit: number | undefined) =>
    limit === undefined ? {} : { budget: { max: limit } };
  return [
    {
      what: "site from nothing",
      ...seconds(({ wallMs }) => wallMs),
      ...max(budget.cold),
      note: `${topics} topics, ${entries.length} bullets, search index and history too; templates compiled before`,
    },
    { what: "the same, CPU", ...seconds(({ cpuMs }) => cpuMs) },
    {
      what: "peak memory of that",
      ...{ value: cold.peakMb, unit: "MB" },
      baselines: [{ name: "plain remark", value: parsed.peakMb }],
      ...max(budget.peak),
    },
    { what: "pages", value: pagesLike(out, "**").length, unit: "files", baselines: [] },
    { what: "all files", value: files.length, unit: "files", baselines: [] },
    {
      what: "their size",
      ...{ value: bytes.reduce((all, one) => all + one, 0) / 1e6, unit: "MB", baselines: [] },
    },
  ];
}

interface Again {
  build(): Promise<Watched>;
  readonly parsed: Watched;
}

async function warmFigures(run: BenchRun, site: Site, { build, parsed }: Again): Promise<Figure[]> {
  const rounds = run.quick ? 1 : 3;
  const same: Watched[] = [];
  for (let n = 0; n < rounds; n++) same.push(await build());
  const edited: Watched[] = [];
  for (let n = 0; n < rounds; n++) {
    const [file = ""] = topicFiles(site.vault).slice(3 + n);
    appendFileSync(file, `\n- Learned meanwhile, number ${n} (2026-10-02)\n`);
    edited.push(await build());
  }
  const figure = (what: string, ran: readonly Watched[], key: "wallMs" | "cpuMs"): Figure => ({
    ...{ what, value: median(ran.map((one) => one[key])) / 1_000, unit: "s" },
    baselines: [{ name: "plain remark", value: parsed[key] / 1_000 }],
  });
  return [
    figure("again, nothing changed", same, "wallMs"),
    figure("the same, CPU", same, "cpuMs"),
    figure("again, one topic changed", edited, "wallMs"),
    figure("the same, CPU", edited, "cpuMs"),
  ];
}

/** Pages by kind; of several the heaviest. */
const kinds: readonly (readonly [what: string, glob: string])[] = [
  ["home", ""],
  ["heaviest history", "topics/*/history"],
  ["list of topics", "topics"],
  ["heaviest tag", "tags/*"],
  ["heaviest bank", "banks/*"],
  ["heaviest month", "timeline/*"],
  ["timeline", "timeline"],
  ["search", "search"],
  ["graph", "graph"],
];

function weightFigures(out: string): Figure[] {
  const weigh = createScale(out);
  const weights = (glob: string): Weight[] =>
    pagesLike(out, glob)
      .map(weigh)
      .sort((a, b) => a.kb - b.kb);
  const topics = weights("topics/*").filter(({ page }) => !/\/page-\d+\/$/.test(page));
  const middle = topics[topics.length >> 1];
  const kb = (what: string, value: number): Figure => ({ what, value, unit: "kB", baselines: [] });
  const note =
    middle &&
    `${short(middle.htmlKb)} kB of it HTML, ${short(middle.stylesKb)} kB styles; ${middle.requests} requests`;
  return [
    {
      ...kb("topic page, gzip, with styles and scripts", middle?.kb ?? 0),
      budget: { max: pageBudget.page },
      ...(note === undefined ? {} : { note }),
    },
    { ...kb("its scripts", middle?.scriptsKb ?? 0), budget: { max: pageBudget.scripts } },
    kb("heaviest topic page", topics.at(-1)?.kb ?? 0),
    ...kinds.map(([what, glob]) => kb(what, weights(glob).at(-1)?.kb ?? 0)),
    kb("graph.json", largest(out, "graph.json")),
    {
      ...kb("opening the search", searchKb(out)),
      note: "before a query: Pagefind, its wasm, entry and metadata",
    },
  ];
}

const largest = (out: string, glob: string): number => Math.max(0, ...wireKb(out, glob));

/** Of several languages the largest. */
function searchKb(out: string): number {
  const names = ["pagefind.js", "pagefind-entry.json", "wasm.*.pagefind", "*.pf_meta"];
  return names.map((name) => largest(out, `pagefind/${name}`)).reduce((all, one) => all + one, 0);
}
