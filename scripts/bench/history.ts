/**
 * The history of one topic from the table, beside `git log -- path`, in a repository that is made for it:
 * `node scripts/bench/history.ts [--commits 20000] [--topics 200]`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openHistoryTable } from "../../src/index/history-table.ts";
import { fileVersions } from "../../src/sync/history/file-versions.ts";
import { type History, openHistory } from "../../src/sync/history/open-history.ts";
import { repeat, type Took, tableOf, timed, typical } from "./measure.ts";
import { run } from "./processes.ts";

const { values } = parseArgs({
  options: {
    commits: { type: "string", default: "20000" },
    topics: { type: "string", default: "200" },
  },
});
const [commits, topics] = [Number(values.commits), Number(values.topics)];
const later = Math.min(100, commits >> 1);
const root = mkdtempSync(join(tmpdir(), "loci-bench-history-"));
const git = (...args: string[]): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 }).trim();

async function measure(): Promise<void> {
  makeRepository();
  const head = git("rev-parse", "main");
  const path = `topics/t${topics - 1}.md`;
  git("update-ref", "HEAD", `main~${later}`);
  mkdirSync(join(root, ".loci"));
  const table = openHistoryTable(join(root, ".loci", "history.db"));
  const withHistory = async <T>(work: (history: History) => Promise<T>): Promise<T> => {
    const history = await openHistory(root, { configFiles: [] }, table);
    return work(history).finally(() => history.close());
  };
  const versions = () =>
    withHistory((history) => fileVersions(history, { from: history.head ?? "", path }));
  const filling = await timed(() => withHistory((history) => history.graph()));
  git("update-ref", "HEAD", head);
  const adding = await timed(() => withHistory((history) => history.graph()));
  const one = typical(await repeat(7, () => timed(versions)));
  const found = (await versions()).versions.map(({ commit }) => commit.oid);
  table.close();
  const plain = typical(
    await repeat(7, () => run(["git", "log", "--format=%H", "--", path], root)),
  );
  const ms = (what: string, { wallMs, cpuMs }: Took) => [what, wallMs.toFixed(0), cpuMs.toFixed(0)];
  const rows = [
    ms("filling the table", filling),
    ms(`${later} new commits`, adding),
    ms("one topic", one),
    ms("`git log -- path`, a process", plain),
  ];
  console.log(tableOf([`${commits} commits, ${topics} topics`, "ms", "CPU ms"], rows));
  const isSame = found.join("\n") === git("log", "--format=%H", "--", path);
  const { size } = statSync(join(root, ".loci", "history.db"));
  console.log(`the same commits as git: ${isSame}; size: ${(size / 1e6).toFixed(1)} MB`);
  process.exitCode = isSame ? 0 : 1;
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
