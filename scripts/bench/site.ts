import { appendFileSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildOnce } from "../../site/bundle.ts";
import { readSiteOptions } from "../../src/app/site/site-options.ts";
import { openSiteProcess } from "../../src/app/site/site-process.ts";
import { writeCorpus } from "./corpus.ts";
import { type Bench, commitAll } from "./loci.ts";
import { type Figure, figure, median } from "./measure.ts";
import { cpuOf, descendantsOf, run } from "./processes.ts";

/** Topics for a size, which elsewhere counts entries. */
export const topicsOf = (size: number): number =>
  Math.min(5_000, Math.max(100, Math.round(size / 10)));

/** `loci site build` from nothing; then pages asked of `loci up`'s process, and what one weighs. */
export async function measureSite(bench: Bench): Promise<readonly Figure[]> {
  const topics = topicsOf(bench.size);
  const vault = join(bench.folder, "site-vault");
  const out = join(bench.folder, "site-out");
  writeCorpus(vault, topics * 16, { perFile: 16, links: true });
  await commitAll(vault);
  await buildOnce(); // Templates are compiled once for all vaults, in a package before it is packed.
  const cold = await run([...bench.source, "site", "build", "--out", out, "--vault", vault]);
  const pages = globSync("topics/*/index.html", { cwd: out }).map((page) => weigh(out, page));
  const most = { cpu: { 1000: 10, 5000: 60 }[topics], mb: { 100: 220, 1000: 450 }[topics] };
  return [
    figure("site from nothing, CPU", cold.cpuMs / 1_000, "s", { max: most.cpu }),
    figure("peak memory of its largest process", cold.largestMb, "MB", { max: most.mb }),
    figure("peak memory of all its processes", cold.peakMb, "MB"),
    ...(await measurePages(vault)),
    figure("topic page with all it loads", median(pages), "kB", { max: 12 }),
  ];
}

/** CPU of the process that `loci up` asks for pages: one whose topic was just edited, and others. */
async function measurePages(root: string): Promise<Figure[]> {
  const request = { root, env: process.env, report: () => {}, include: [], isPublic: false };
  const { options } = await readSiteOptions(request);
  const site = openSiteProcess(() => options);
  const files = globSync("topics/*.md", { cwd: root }).sort();
  const ask = (file: string) => site.page(`/${file.slice(0, -".md".length)}/`);
  for (const file of files.slice(0, 10)) await ask(file);
  const [pid = 0] = descendantsOf(process.pid);
  const start = cpuOf(pid);
  for (const file of files.slice(10, 20)) {
    appendFileSync(join(root, file), "\n- Learned meanwhile (2026-10-02)\n");
    site.refresh();
    await ask(file);
  }
  const edited = cpuOf(pid) - start;
  for (const file of files.slice(20, 70)) await ask(file);
  const others = cpuOf(pid) - start - edited;
  await site.close();
  return [
    figure("page after an edit, CPU", edited / 10, "ms", { max: 1_000 }),
    figure("another page, CPU", others / 50, "ms", { max: 10 }),
  ];
}

/** What a browser fetches to show a page: gzipped, without what a script fetches later. */
function weigh(out: string, page: string): number {
  const html = readFileSync(join(out, page), "utf8");
  const loads = /<(?:link rel="stylesheet"|script\b)[^>]*(?:href|src)="\/([^"]+)"/g;
  const loaded = new Set([...html.matchAll(loads)].map(([, file = ""]) => file));
  const sizes = [page, ...loaded].map((file) => gzipSync(readFileSync(join(out, file))).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1e3;
}
