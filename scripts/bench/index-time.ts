import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openPlainTable } from "./baselines.ts";
import { makeFiles } from "./corpus.ts";
import { type Bench, bareNode, rounds } from "./loci.ts";
import { type Figure, repeat, typical } from "./measure.ts";
import { run } from "./processes.ts";

/** Time to make and to keep the index, and its size, beside a plain full-text table of the same texts. */
export async function measureIndexTime(bench: Bench): Promise<readonly Figure[]> {
  const { size, vault, folder, source } = bench;
  const lociDir = join(vault, ".loci");
  const plain = openPlainTable(join(folder, "fill.db"), size);
  plain.close();
  rmSync(join(folder, "fill.db"));
  const index = (...flags: string[]) => run([...source, "index", "--vault", vault, ...flags]);
  const many = rounds(bench);
  const first = await repeat(many, () => {
    rmSync(lociDir, { recursive: true, force: true });
    return index();
  });
  const cached = typical(await repeat(many, () => index("--rebuild")));
  const same = typical(await repeat(many, () => index()));
  const [made] = makeFiles(size);
  const file = join(vault, made?.path ?? "");
  const before = readFileSync(file, "utf8");
  const after = before.replace("\n- ", "\n- Keeps the spare key next door (2026-02-12)\n- ");
  const edited = typical(
    await repeat(2 * many, (n) => {
      writeFileSync(file, n % 2 === 0 ? after : before);
      return index();
    }),
  );
  const node = typical(await bareNode(5));
  const { wallMs, cpuMs } = typical(first);
  const fill = { "plain FTS5": plain.fill.wallMs / 1000 };
  const fillCpu = { "plain FTS5": plain.fill.cpuMs / 1000 };
  const bare = { "node -e 0": node.cpuMs };
  const seconds = (what: string, ms: number, beside: Figure["beside"] = fill): Figure => ({
    ...{ what, value: ms / 1000, unit: "s", beside },
  });
  const sizeOf = (prefix: string): number =>
    readdirSync(lociDir)
      .filter((name) => name.startsWith(prefix))
      .reduce((sum, name) => sum + statSync(join(lociDir, name)).size, 0) / 1e6;
  const megabytes = { "plain FTS5": plain.megabytes };
  return [
    seconds("rebuild from nothing, vectors too", wallMs),
    seconds("rebuild from nothing, CPU", cpuMs, fillCpu),
    {
      ...seconds("rebuild, vectors cached", cached.wallMs),
      max: ({ 200: 0.5, 10000: 3, 100000: 30 } as Record<number, number>)[size],
    },
    { what: "nothing changed, CPU", value: same.cpuMs, unit: "ms", beside: bare },
    { what: "one file changed, CPU", value: edited.cpuMs, unit: "ms", beside: bare },
    {
      ...{ what: "peak memory of a rebuild", unit: "MB" },
      value: Math.max(...first.map(({ peakMb }) => peakMb)),
    },
    {
      ...{ what: "both databases", unit: "MB", beside: megabytes },
      value: sizeOf("index") + sizeOf("vectors.db"),
      max: ({ 200: 1, 10000: 15, 100000: 130 } as Record<number, number>)[size],
    },
  ];
}
