import { appendFileSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { writeCorpus } from "./corpus.ts";
import { type Bench, commitAll, rounds } from "./loci.ts";
import { type Figure, figure, median, repeat, typical } from "./measure.ts";
import { type Ran, run } from "./processes.ts";

const perTopic = 16;

/** How many topics stand for a size, which elsewhere counts entries. */
export const topicsOf = (size: number): number =>
  Math.min(5_000, Math.max(100, Math.round(size / 10)));

/** `loci site build` from nothing, with nothing changed and with one topic changed; then what a page weighs. */
export async function measureSite(bench: Bench): Promise<readonly Figure[]> {
  const topics = topicsOf(bench.size);
  const vault = join(bench.folder, "site-vault");
  const out = join(bench.folder, "site-out");
  mkdirSync(vault);
  writeCorpus(vault, topics * perTopic, { perFile: perTopic, links: true });
  const files = globSync("topics/*.md", { cwd: vault }).sort();
  await commitAll(vault);
  const build = () => run([...bench.source, "site", "build", "--out", out, "--vault", vault]);
  await build(); // Templates are compiled once for all vaults, in a package before it is packed.
  for (const folder of [out, join(vault, ".loci")]) rmSync(folder, { recursive: true });
  const cold = await build();
  const same = await repeat(rounds(bench), build);
  const edited = await repeat(rounds(bench), (n) => {
    appendFileSync(join(vault, files[3 + n] ?? ""), `\n- Learned meanwhile, ${n} (2026-10-02)\n`);
    return build();
  });
  const pages = globSync("topics/*/index.html", { cwd: out }).map((page) => weigh(out, page));
  const most = { cpu: { 1000: 10, 5000: 60 }[topics], mb: { 100: 220, 1000: 450 }[topics] };
  const figures = [
    ...timesOf("site from nothing", [cold], most.cpu),
    figure("peak memory of that", cold.peakMb, "MB", { max: most.mb }),
    ...timesOf("again, nothing changed", same),
    ...timesOf("again, one topic changed", edited),
    figure("topic page with styles and scripts", median(pages.map(({ kb }) => kb)), "kB", {
      max: 12,
    }),
    figure("its scripts", median(pages.map(({ scriptsKb }) => scriptsKb)), "kB", { max: 3 }),
  ];
  for (const folder of [vault, out]) rmSync(folder, { recursive: true });
  return figures;
}

function timesOf(what: string, runs: readonly Ran[], max?: number): Figure[] {
  const { wallMs, cpuMs } = typical(runs);
  return [figure(what, wallMs / 1_000, "s"), figure(`${what}, CPU`, cpuMs / 1_000, "s", { max })];
}

/** What a browser fetches to show a page: gzipped, without what a script fetches later. */
function weigh(out: string, page: string) {
  const kbOf = (file: string): number => gzipSync(readFileSync(join(out, file))).length / 1e3;
  const html = readFileSync(join(out, page), "utf8");
  const kbNamed = (tag: RegExp): number => {
    const files = [...html.matchAll(tag)].map(([, address = ""]) => address.replace(/[?#].*/, ""));
    return [...new Set(files)].reduce((sum, file) => sum + kbOf(file), 0);
  };
  const stylesKb = kbNamed(/<link\b[^>]*rel="?stylesheet"?[^>]*href="?\/([^"\s>]+)/g);
  const scriptsKb = kbNamed(/<script\b[^>]*src="?\/([^"\s>]+)/g);
  return { kb: kbOf(page) + stylesKb + scriptsKb, scriptsKb };
}
