import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gitHome } from "../../src/git/config/git-config.ts";
import { repack } from "../../src/git/maintenance/repack.ts";
import { Objects } from "../../src/git/objects/objects.ts";
import { findGit } from "../../src/git/system-git.ts";
import { commitPending } from "../../src/sync/commit/commit-steps.ts";
import { notePending } from "../../src/sync/commit/pending.ts";
import { fileVersions } from "../../src/sync/history/file-versions.ts";
import { openHistory } from "../../src/sync/history/open-history.ts";
import { unlocked } from "../../src/vault/lock.ts";
import { deviceClock } from "../../test/device-clock.ts";
import { type Bench, git } from "./loci.ts";
import { type Figure, figure, median, repeat, timed, typical } from "./measure.ts";
import { run } from "./processes.ts";

const perTopic = 50;

/**
 * What thousands of small commits do to a vault of 10,000 entries: the time of one at the beginning and at the end,
 * what packing takes and saves, and what the history of one topic takes then.
 */
export async function measureGrowth(bench: Bench): Promise<readonly Figure[]> {
  if (bench.size !== 10_000) return [];
  const root = join(bench.folder, "growth");
  await run(["git", "clone", "-q", "--no-hardlinks", bench.vault, root]);
  mkdirSync(join(root, ".loci")); // A vault has it from when it is opened.
  const commits = bench.quick ? 500 : 5_000;
  const gitFirst = await gitCommit(root);
  const times = await repeat(commits, (n) => commitLine(root, n));
  const gitLast = await gitCommit(root);
  const unpacked = await onDisk(root);
  const { wallMs } = await timed(() => pack(root));
  const packed = await onDisk(root);
  const history = await measureHistory(root, `topics/grown-${commits / perTopic / 2}.md`);
  rmSync(root, { recursive: true, force: true });
  const first = { beside: { "git commit": gitFirst }, note: `${commits} commits of one line` };
  const last = { beside: { "git commit": gitLast } };
  return [
    figure("a small commit, the first ones", median(times.slice(0, 100)), "ms", first),
    figure("a small commit, the last ones", median(times.slice(-100)), "ms", last),
    figure("packing without git", wallMs / 1000, "s"),
    figure("`.git` packed", packed, "MB", { beside: { unpacked } }),
    ...history,
  ];
}

/** The history of one topic by the git program and by the walk without one, beside `git log -- path`. */
async function measureHistory(root: string, path: string): Promise<readonly Figure[]> {
  const program = await findGit(process.env);
  let found: readonly string[] = [];
  const readVersions = async (useGit: boolean): Promise<void> => {
    const history = await openHistory(root, { configFiles: [] }, async () =>
      useGit ? program : undefined,
    );
    const { versions } = await fileVersions(history, { from: history.head ?? "", path });
    found = versions.map(({ commit }) => commit.oid);
  };
  const walk = await timed(() => readVersions(false));
  const ours = typical(await repeat(7, () => timed(() => readVersions(true))));
  const logs = await repeat(7, () => git(root, "log", "--format=%H", "--", path));
  if (logs[0]?.stdout.trim() !== found.join("\n")) throw new Error("Not the same commits as git's");
  return [
    figure("one topic's history, 500 commits without git", walk.wallMs / 1000, "s"),
    figure("one topic's history, CPU", ours.cpuMs, "ms", { beside: { git: typical(logs).cpuMs } }),
  ];
}

/** In this process, as `loci up` commits (ms). A topic is split when it has fifty lines. */
async function commitLine(root: string, n: number): Promise<number> {
  const path = `topics/grown-${Math.floor(n / perTopic)}.md`;
  const heading = n % perTopic === 0 ? "# Grown\n\n" : "";
  appendFileSync(join(root, path), `${heading}- Memory ${n} (2026-02-12)\n`);
  const lociDir = join(root, ".loci");
  const { wallMs } = await timed(async () => {
    await notePending(lociDir, { path, topic: "grown", op: "learned" });
    const { oids } = await commitPending({
      root,
      lociDir,
      person: gitHome({}),
      now: () => new Date(),
      lock: unlocked,
      commitLock: unlocked,
      clock: deviceClock,
      author: { name: "bench", email: "bench@example.org" },
      device: "bench",
    });
    if (oids.length === 0) throw new Error(`Commit ${n} came to nothing`);
  });
  return wallMs;
}

async function gitCommit(root: string): Promise<number> {
  const times = await repeat(9, async (n) => {
    appendFileSync(join(root, "by-git.md"), `- ${n}\n`);
    await git(root, "add", "by-git.md");
    return (await git(root, "commit", "-qm", "by git", "--", "by-git.md")).wallMs;
  });
  return median(times);
}

async function pack(root: string): Promise<void> {
  const gitDir = join(root, ".git");
  const git = await findGit(process.env);
  await repack({ objects: new Objects(gitDir), git });
}

/** What the repository takes of the disk (MB). */
async function onDisk(root: string): Promise<number> {
  const { stdout } = await run(["du", "-sk", join(root, ".git")]);
  return (Number(stdout.split("\t")[0]) * 1024) / 1e6;
}
