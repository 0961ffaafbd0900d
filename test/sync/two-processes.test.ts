import { execFile } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createVault, gitEnv, type TestRepo } from "./repo.ts";

const script = join(import.meta.dirname, "../workers/commit-lines.ts");
const each = 40;

/** Commits a file of their own, again and again, as a person beside Loci; gives the commits that git made. */
async function commitAsPerson(repo: TestRepo, isOver: () => boolean): Promise<string[]> {
  const oids: string[] = [];
  const options = { cwd: repo.root, env: gitEnv };
  for (let n = 0; !isOver(); n++) {
    appendFileSync(join(repo.root, "mine.txt"), `- person ${n}\n`);
    const script = `git add mine.txt && git commit -qm "p ${n}" && git rev-parse HEAD`;
    const made = await promisify(execFile)("sh", ["-c", script], options).catch(() => undefined);
    if (made !== undefined) oids.push(made.stdout.trim());
    await sleep(100);
  }
  return oids;
}

test("two processes that commit at the same time, and a person with git, lose none of their commits", async () => {
  const repo = createVault();
  const commit = async (name: string): Promise<string[]> => {
    const args = [script, repo.root, name, String(each)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return stdout.trim().split("\n");
  };
  let isOver = false;
  const both = Promise.all([commit("ana"), commit("ben")]).finally(() => {
    isOver = true;
  });
  const byPerson = commitAsPerson(repo, () => isOver);
  const acknowledged = [...(await both).flat(), ...(await byPerson)];
  expect(new Set(acknowledged).size).toBeGreaterThan(2 * each + 5);
  const inHistory = new Set(repo.git("rev-list", "HEAD").trim().split("\n"));
  expect(acknowledged.filter((oid) => !inHistory.has(oid))).toEqual([]);
  for (const name of ["ana", "ben"]) {
    const lines = Array.from({ length: each }, (_, n) => `- ${name} ${n + 1}\n`).join("");
    expect(repo.git("show", `HEAD:topics/${name}.md`)).toBe(lines);
  }
  // Every line was only ever added: one that a commit takes away was reverted there.
  expect(repo.git("log", "-p", "--format=", "--unified=0")).not.toMatch(/^-- /m);
  appendFileSync(join(repo.root, "mine.txt"), "- the last\n");
  repo.commitAll("what git could not commit beside Loci");
  expect(repo.status()).toBe("");
  repo.fsck();
}, 120_000);
