/**
 * The history of one topic from the table, beside `git log -- path` in the same run, in a repository that is made for it.
 *
 *   node scripts/bench/history.ts [--commits 20000] [--topics 200]
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type HistoryTableFile, openHistoryTable } from "../../src/index/history-table.ts";
import { fileVersions } from "../../src/sync/history/file-versions.ts";
import { type History, openHistory } from "../../src/sync/history/open-history.ts";
import { median } from "./figures.ts";
import { type Ran, runTimed } from "./processes.ts";

const { values } = parseArgs({
  options: {
    commits: { type: "string", default: "20000" },
    topics: { type: "string", default: "200" },
  },
});
const [commits, topics] = [Number(values.commits), Number(values.topics)];
const later = 100;
const root = mkdtempSync(join(tmpdir(), "loci-bench-history-"));
const git = (...args: string[]): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });

async function measure(): Promise<void> {
  makeRepository();
  const head = git("rev-parse", "main").trim();
  git("update-ref", "HEAD", `main~${later}`);
  const file = join(root, ".loci", "history.db");
  mkdirSync(join(root, ".loci"));
  let table = openHistoryTable(file);
  await report("filling the table", 1, () => withHistory(table, (history) => history.graph()));
  git("update-ref", "HEAD", head);
  await report(`${later} new commits`, 1, () => withHistory(table, (history) => history.graph()));
  table.close();
  const [first, second] = ["topics/t7.md", `topics/t${topics - 1}.md`];
  table = openHistoryTable(file);
  await report("one topic, the table just opened", 1, () => versionsOf(table, first));
  await report("one topic", 7, () => versionsOf(table, second));
  table.close();
  const gitRuns: Ran[] = [];
  for (let n = 0; n < 7; n++) {
    gitRuns.push(await runTimed(["git", "log", "--format=%H", "--", second], { cwd: root }));
  }
  print("git log -- path, a process", gitRuns);
  const isSame =
    (await oidsOf(file, second)).join() ===
    git("log", "--format=%H", "--", second).trim().replaceAll("\n", ",");
  console.log(`the same commits as git: ${isSame}`);
  console.log(`size: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
}

async function withHistory<T>(
  table: HistoryTableFile,
  work: (history: History) => Promise<T>,
): Promise<T> {
  const history = await openHistory(root, { configFiles: [] }, table);
  try {
    return await work(history);
  } finally {
    history.close();
  }
}

const versionsOf = (table: HistoryTableFile, path: string) =>
  withHistory(table, (history) => fileVersions(history, { from: history.head ?? "", path }));

async function oidsOf(file: string, path: string): Promise<string[]> {
  const table = openHistoryTable(file);
  const { versions } = await versionsOf(table, path);
  table.close();
  return versions.map(({ commit }) => commit.oid);
}

async function report(what: string, times: number, work: () => unknown): Promise<void> {
  const taken: Taken[] = [];
  for (let n = 0; n < times; n++) {
    const [startedAt, used] = [performance.now(), process.cpuUsage()];
    await work();
    const { user, system } = process.cpuUsage(used);
    taken.push({ wallMs: performance.now() - startedAt, cpuMs: (user + system) / 1_000 });
  }
  print(what, taken);
}

type Taken = Pick<Ran, "wallMs" | "cpuMs">;

function print(what: string, taken: readonly Taken[]): void {
  const [wall, cpu] = [
    median(taken.map(({ wallMs }) => wallMs)),
    median(taken.map(({ cpuMs }) => cpuMs)),
  ];
  console.log(`${what}: ${wall.toFixed(0)} ms, of which CPU ${cpu.toFixed(0)} ms`);
}

/** Each commit adds a line to a topic and one to the log of its month, as a digest does. Packed. */
function makeRepository(): void {
  git("init", "-q", "-b", "main");
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
  const input = `${stream.join("\n")}\n`;
  execFileSync("git", ["fast-import", "--quiet"], { cwd: root, input, maxBuffer: 2 ** 30 });
  git("repack", "-adq");
}

try {
  await measure();
} finally {
  rmSync(root, { recursive: true, force: true });
}
