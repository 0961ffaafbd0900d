import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createOwn, type Device } from "./devices.ts";
import { gitEnv } from "./repo.ts";

const runGit = promisify(execFile);
const duration = 5_000;

/** The three ways in which a person commits everything, or only what is theirs. */
const habits = [
  ["add -A mine", "commit -qm"],
  ["add mine", "commit -qam"],
  ["add -A", "commit -qm"],
] as const;

/** Tries again while git says that someone else is at work, as a person would. */
async function insist(root: string, ...commands: string[][]): Promise<boolean> {
  for (let attempt = 0; attempt < 60; attempt++) {
    try {
      for (const args of commands) await runGit("git", args, { cwd: root, env: gitEnv });
      return true;
    } catch (error) {
      const said = error instanceof Error ? error.message : "";
      if (!/index\.lock|cannot lock ref|unable to write new_index/i.test(said)) throw error;
      await sleep(5);
    }
  }
  return false;
}

/** Commits a line every 50 ms until it is told to stop; adds those that git acknowledged to `acknowledged`. */
async function commitAsPerson(
  { root, append }: Device,
  acknowledged: string[],
  stop: AbortSignal,
): Promise<void> {
  for (let n = 0; !stop.aborted; n++) {
    const line = `person ${n}`;
    append(`mine/${n % 5}.md`, `${line}\n`);
    const [add, commit] = habits[n % 3] ?? habits[0];
    if (await insist(root, add.split(" "), [...commit.split(" "), line])) acknowledged.push(line);
    await sleep(50);
  }
}

test("commitPaths() loses and reverts nothing while a person commits with git every 50 ms", async () => {
  const repo = await createOwn("board");
  repo.write(".gitignore", ".loci/\n");
  repo.write("mine/0.md", "");
  repo.commitAll("start");
  const until = Date.now() + duration;
  const acknowledged: string[] = [];
  const stop = new AbortController();
  const person = commitAsPerson(repo, acknowledged, stop.signal);
  const oids: string[] = [];
  const written: [string, string][] = [];
  // A busy machine takes longer for enough of both; the time limit of the test ends it if they never come.
  const isEnough = (): boolean => Math.min(oids.length, acknowledged.length) > 10;
  try {
    for (let n = 0; Date.now() < until || !isEnough(); n++) {
      const topic = n % 2 === 0 ? "topics/cooking.md" : `topics/new-${n}.md`;
      repo.append(topic, `- loci ${n}\n`);
      written.push([topic, `- loci ${n}`]);
      const result = await repo.loci([topic], { lockTimeout: 10_000 });
      oids.push(...result.oids);
      await sleep(1);
    }
  } finally {
    stop.abort();
    await person;
  }
  const reachable = new Set(repo.git("rev-list", "HEAD").split("\n"));
  expect(oids.filter((oid) => !reachable.has(oid))).toEqual([]);
  const subjects = new Set(repo.git("log", "--format=%s").split("\n"));
  expect(acknowledged.filter((line) => !subjects.has(line))).toEqual([]);
  // every line was only ever added: a line that some commit takes away was reverted there
  const all = ["log", "-p", "--format=", "--unified=0"];
  const { stdout } = await runGit("git", all, { cwd: repo.root, env: gitEnv, maxBuffer: 2 ** 28 });
  expect(stdout.match(/^-(- loci|person).*$/gm)).toBeNull();
  await repo.loci([...new Set(written.map(([path]) => path))]);
  repo.git("add", "-A");
  if (repo.status() !== "") repo.git("commit", "-qm", "rest");
  for (const [path, text] of written)
    expect(repo.git("show", `HEAD:${path}`).split("\n")).toContain(text);
  repo.fsck();
}, 60_000);
