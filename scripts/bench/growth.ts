import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { deviceClock } from "../../src/app/device-clock.ts";
import { gitHome } from "../../src/git/config/git-config.ts";
import { nodeDisk } from "../../src/git/disk.ts";
import { maintain } from "../../src/git/maintenance/maintain.ts";
import { commitPaths } from "../../src/sync/commit/commit-paths.ts";
import type { BenchRun } from "./bench-run.ts";
import { type Figure, median } from "./figures.ts";
import { hasCommand } from "./has-command.ts";
import { runTimed } from "./processes.ts";
import { git } from "./sync-sides.ts";

const size = 10_000;
/** A topic is split when it has fifty lines. */
const linesPerTopic = 50;

/**
 * What thousands of small commits do to a vault: the time of one at the beginning and at the end, and what packing
 * takes and saves, with the system's git and without. Taken at one size.
 */
export async function measureGrowth(run: BenchRun): Promise<readonly Figure[]> {
  if (run.size !== size || !hasCommand("git")) return [];
  const root = join(run.folder, "growth");
  await runTimed(["git", "clone", "-q", "--no-hardlinks", run.vault, root]);
  try {
    const commits = run.quick ? 500 : 5_000;
    const gitFirst = await gitCommits(root);
    const times = await commitMany(root, commits);
    const gitLast = await gitCommits(root);
    const window = Math.min(100, commits / 5);
    const note = `${commits} commits of one line each, appended to topics of up to ${linesPerTopic} lines`;
    return [
      { ...ms("a small commit, the first ones", median(times.slice(0, window)), gitFirst), note },
      ms("the same, the last ones", median(times.slice(-window)), gitLast),
      ...(await measurePacking(root)),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const ms = (what: string, value: number, gitMs: number): Figure => ({
  what,
  value,
  unit: "ms",
  baselines: [{ name: "git commit, a process", value: gitMs }],
});

/** In this process, as `loci up` commits. */
async function commitMany(root: string, commits: number): Promise<number[]> {
  const person = gitHome({});
  const times: number[] = [];
  for (let n = 0; n < commits; n++) {
    const path = `topics/grown-${Math.floor(n / linesPerTopic)}.md`;
    const isNew = n % linesPerTopic === 0;
    appendFileSync(
      join(root, path),
      `${isNew ? "# Grown\n\n" : ""}- Memory number ${n} (2026-02-12)\n`,
    );
    const startedAt = performance.now();
    const { status } = await commitPaths({
      root,
      paths: [path],
      person,
      author: { name: "bench", email: "bench@example.org" },
      message: "grown: learned 1",
      trailers: { Device: "bench" },
      now: new Date(),
      clock: deviceClock,
    });
    times.push(performance.now() - startedAt);
    if (status !== "committed") throw new Error(`Commit ${n} came to "${status}"`);
  }
  return times;
}

async function gitCommits(root: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 9; n++) {
    appendFileSync(join(root, "by-git.md"), `- ${n}\n`);
    await git(root, "add", "by-git.md");
    times.push((await git(root, "commit", "-qm", "by git", "--", "by-git.md")).wallMs);
  }
  return median(times);
}

/** Packs two copies of the repository: one with the system's git, one as if there were none. */
async function measurePacking(root: string): Promise<Figure[]> {
  const copy = `${root}-copy`;
  mkdirSync(copy);
  await runTimed(["cp", "-a", join(root, ".git"), copy]);
  try {
    const before = await onDisk(root);
    const withGit = await pack(root, process.env);
    const withoutGit = await pack(copy, {});
    const unpacked = { name: "unpacked", value: before };
    return [
      { what: "packing them with the system's git", value: withGit, unit: "s", baselines: [] },
      { what: "`.git` on disk then", value: await onDisk(root), unit: "MB", baselines: [unpacked] },
      { what: "packing them without git", value: withoutGit, unit: "s", baselines: [] },
      { what: "`.git` on disk then", value: await onDisk(copy), unit: "MB", baselines: [unpacked] },
      ms(
        "a small commit afterwards (packed without git)",
        await oneCommit(copy),
        await gitCommits(root),
      ),
    ];
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function pack(root: string, env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = deviceClock.elapsed();
  const report = await maintain({
    repository: { gitDir: join(root, ".git") },
    disk: nodeDisk,
    clock: deviceClock,
    commitLock: async (work) => work(),
    env,
  });
  if (report.failure !== undefined) throw new Error(report.failure);
  return (deviceClock.elapsed() - startedAt) / 1000;
}

/** What the folder takes of the disk (MB). */
async function onDisk(root: string): Promise<number> {
  const { stdout } = await runTimed(["du", "-sk", join(root, ".git")]);
  return (Number(stdout.split("\t")[0]) * 1024) / 1e6;
}

async function oneCommit(root: string): Promise<number> {
  await git(root, "checkout", "-q", "HEAD", "--", ".");
  return median(await commitMany(root, 20));
}
