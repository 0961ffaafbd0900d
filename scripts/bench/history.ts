import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openHistoryTable } from "../../src/index/history-table.ts";
import { fileVersions } from "../../src/sync/history/file-versions.ts";
import { openHistory } from "../../src/sync/history/open-history.ts";
import type { Bench } from "./loci.ts";
import { type Figure, figure, repeat, timed, typical } from "./measure.ts";
import { hasCommand, run } from "./processes.ts";

const topics = 200;

/** The history of one topic from the table, beside `git log -- path`, in a repository of 20,000 commits made for it. */
export async function measureHistory(bench: Bench): Promise<readonly Figure[]> {
  if (bench.size !== 10_000 || !hasCommand("git")) return [];
  const root = join(bench.folder, "history");
  mkdirSync(join(root, ".loci"), { recursive: true });
  const commits = bench.quick ? 2_000 : 20_000;
  makeRepository(root, commits);
  const path = `topics/t${topics - 1}.md`;
  const table = openHistoryTable(join(root, ".loci", "history.db"));
  const filling = await timed(async () => {
    const history = await openHistory(root, { configFiles: [] }, table);
    await history.graph();
    history.close();
  });
  let found: readonly string[] = [];
  const readVersions = async (): Promise<void> => {
    const history = await openHistory(root, { configFiles: [] }, table);
    const { versions } = await fileVersions(history, { from: history.head ?? "", path });
    found = versions.map(({ commit }) => commit.oid);
    history.close();
  };
  const ours = typical(await repeat(7, () => timed(readVersions)));
  table.close();
  const log = ["git", "-C", root, "log", "--format=%H", "--", path];
  const logs = await repeat(7, () => run(log));
  if (logs[0]?.stdout.trim() !== found.join("\n")) throw new Error("Not the same commits as git's");
  rmSync(root, { recursive: true });
  const note = `${commits} commits, ${topics} topics`;
  return [
    figure("filling the table of commits", filling.wallMs / 1000, "s", { note }),
    figure("one topic's history, CPU", ours.cpuMs, "ms", { beside: { git: typical(logs).cpuMs } }),
  ];
}

/** Each commit adds a line to a topic and one to the log of its month, as a digest does. Packed. */
function makeRepository(root: string, commits: number): void {
  const git = (args: readonly string[], input = ""): void => {
    execFileSync("git", ["-C", root, ...args], { input, maxBuffer: 2 ** 30 });
  };
  git(["init", "-q", "-b", "main"]);
  const stream: string[] = [];
  const texts = new Map<string, string>();
  for (let n = 0; n < commits; n++) {
    const time = 1_700_000_000 + n * 600;
    stream.push("commit refs/heads/main", `committer Ana <a@example.org> ${time} +0100`);
    stream.push("data 1", "m");
    const month = new Date(time * 1_000).toISOString().slice(0, 7);
    for (const path of [`topics/t${(n * 7) % topics}.md`, `log/${month}.md`]) {
      const text = `${texts.get(path) ?? ""}- memory number ${n} (2026-02-12)\n`;
      // A topic is split now and then; nobody's log has more in a month.
      texts.set(path, text.length > 4_000 ? "" : text);
      stream.push(`M 100644 inline ${path}`, `data ${text.length}`, text);
    }
  }
  git(["fast-import", "--quiet"], `${stream.join("\n")}\n`);
  git(["repack", "-adq"]);
}
