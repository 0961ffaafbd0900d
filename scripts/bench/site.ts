import { appendFileSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { writeCorpus } from "./corpus.ts";
import { type Bench, git, rounds } from "./loci.ts";
import { type Figure, repeat, short, typical } from "./measure.ts";
import { hasCommand, type Ran, run } from "./processes.ts";

const perTopic = 16;

/** How many topics stand for a size, which elsewhere counts entries. */
export const topicsOf = (size: number): number =>
  (({ 200: 100, 10000: 1_000, 100000: 5_000 }) as Record<number, number>)[size] ??
  Math.max(1, Math.round(size / perTopic));

/** `loci site build` from nothing, with nothing changed and with one topic changed; then what its pages weigh. */
export async function measureSite(bench: Bench): Promise<readonly Figure[]> {
  const topics = topicsOf(bench.size);
  const [vault, out] = [join(bench.folder, "site-vault"), join(bench.folder, "site-out")];
  mkdirSync(vault);
  writeCorpus(vault, topics * perTopic, { perFile: perTopic, links: true });
  const files = globSync("topics/*.md", { cwd: vault }).sort();
  if (hasCommand("git")) {
    await git(vault, "init", "-q");
    await git(vault, "add", "-A");
    await git(vault, "commit", "-qm", "The vault");
  }
  const build = () => run([...bench.source, "site", "build", "--out", out, "--vault", vault]);
  await build(); // Templates are compiled once for all vaults, in a package before it is packed.
  for (const folder of [out, join(vault, ".loci")]) rmSync(folder, { recursive: true });
  const cold = await build();
  const same = await repeat(rounds(bench), build);
  const edited = await repeat(rounds(bench), (n) => {
    appendFileSync(join(vault, files[3 + n] ?? ""), `\n- Learned meanwhile, ${n} (2026-10-02)\n`);
    return build();
  });
  const figures = [
    ...timesOf("site from nothing", [cold], { 1000: 10, 5000: 60 }[topics]),
    {
      ...{ what: "peak memory of that", value: cold.peakMb, unit: "MB" as const },
      max: ({ 100: 220, 1000: 450 } as Record<number, number>)[topics],
    },
    ...timesOf("again, nothing changed", same),
    ...timesOf("again, one topic changed", edited),
    ...weightsOf(out),
  ];
  for (const folder of [vault, out]) rmSync(folder, { recursive: true });
  return figures;
}

function timesOf(what: string, runs: readonly Ran[], max?: number): Figure[] {
  const { wallMs, cpuMs } = typical(runs);
  return [
    { what, value: wallMs / 1_000, unit: "s" },
    { what: `${what}, CPU`, value: cpuMs / 1_000, unit: "s", max },
  ];
}

/** What a browser fetches to show the page that is in the middle of its kind: gzipped, without what a script fetches later. */
function weightsOf(out: string): Figure[] {
  const files = globSync("**/*", { cwd: out, withFileTypes: true }).filter((one) => one.isFile());
  const bytes = files.reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0);
  const kbOf = (file: string): number => gzipSync(readFileSync(join(out, file))).length / 1e3;
  const weigh = (file: string) => {
    const html = readFileSync(join(out, file), "utf8");
    const named = (tag: RegExp): string[] => [
      ...new Set([...html.matchAll(tag)].map(([, address = ""]) => address.replace(/[?#].*/, ""))),
    ];
    const styles = named(/<link\b[^>]*rel="?stylesheet"?[^>]*href="?\/([^"\s>]+)/g);
    const scripts = named(/<script\b[^>]*src="?\/([^"\s>]+)/g);
    const sum = (list: readonly string[]): number => list.reduce((all, one) => all + kbOf(one), 0);
    return {
      kb: kbOf(file) + sum(styles) + sum(scripts),
      scriptsKb: sum(scripts),
      html: kbOf(file),
    };
  };
  const weights = (glob: string) =>
    globSync(`${glob}index.html`, { cwd: out })
      .map(weigh)
      .sort((a, b) => a.kb - b.kb);
  const topics = weights("topics/*/");
  const middle = topics[topics.length >> 1] ?? { kb: 0, scriptsKb: 0, html: 0 };
  const kb = (what: string, value: number, max?: number): Figure => ({
    what,
    value,
    unit: "kB",
    max,
  });
  return [
    { what: "all files", value: files.length, unit: "files" },
    { what: "their size", value: bytes / 1e6, unit: "MB" },
    {
      ...kb("topic page with styles and scripts", middle.kb, 12),
      note: `${short(middle.html)} kB HTML`,
    },
    kb("its scripts", middle.scriptsKb, 3),
    kb("heaviest topic page", topics.at(-1)?.kb ?? 0),
    ...["", "topics/", "timeline/", "search/", "graph/"].map((page) =>
      kb(page === "" ? "home" : page.slice(0, -1), weights(page).at(-1)?.kb ?? 0),
    ),
  ];
}
