import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRandom } from "../../../scripts/bench/random.ts";
import { checkTip, newObjects, relate } from "../../../src/git/ancestry/ancestry.ts";
import { Objects } from "../../../src/git/objects/objects.ts";
import { importCommits } from "../../sync/history/random-history.ts";
import { createRepo, gitEnv, type TestRepo } from "../../sync/repo.ts";

const openStore = (repo: TestRepo) => new Objects(join(repo.root, ".git"));

/** What real git says; it ends with 1 where there is none. */
function gitBases(repo: TestRepo, a: string, b: string): string[] {
  try {
    return repo.git("merge-base", "--all", a, b).trim().split("\n").sort();
  } catch (error) {
    if (error instanceof Error && "status" in error && error.status === 1) return [];
    throw error;
  }
}

/** Commits of one or two of the four before them: branches that merge one another again and again. */
function crossedHistory(seed: number, skewed: boolean): TestRepo {
  const random = createRandom(seed);
  const commits = Array.from({ length: 150 }, (_, n) => {
    const one = () => n - 1 - random.below(Math.min(n, 4));
    const files = new Map([["a.md", `${n}\n`]]);
    const parents = n === 0 ? [] : [...new Set([one(), one()])];
    return { minute: skewed ? random.below(1_000) : n, files, parents };
  });
  return importCommits(commits);
}

test.each([
  [1, false],
  [2, true],
])(
  "relate() agrees with git on a random history (seed %i, wrong clocks %s)",
  async (seed, skewed) => {
    const repo = crossedHistory(seed, skewed);
    const store = openStore(repo);
    const names = repo.git("rev-list", "--topo-order", "main").trim().split("\n");
    let several = 0;
    for (let n = 0; n < 80; n++) {
      const [a = "", b = ""] = [names[n], names[n + 1 + (n % 4)]];
      const expected = gitBases(repo, a, b);
      if (expected.length > 1) several++;
      const { bases, ahead, behind } = await relate(store, a, b);
      expect(bases).toEqual(expected);
      expect((await relate(store, b, a)).bases).toEqual(bases);
      if (skewed) continue; // Counts go by the clocks.
      const counted = repo.git("rev-list", "--left-right", "--count", `${a}...${b}`).trim();
      expect(`${ahead.length}\t${behind.length}`).toBe(counted);
    }
    expect(several).toBeGreaterThan(0);
  },
);

test("newObjects() reads no folder of more than 32 MB, which anybody can push, and stops at nothing", async () => {
  const repo = createRepo();
  const entries = Array.from(
    { length: 1_000_000 },
    (_, n) => `100644 ${1_000_000 + n}\0${"\0".repeat(20)}`,
  );
  const write = ["hash-object", "-w", "-t", "tree", "--literally", "--stdin"];
  const options = { cwd: repo.root, env: gitEnv, input: entries.join("") };
  const tree = execFileSync("git", write, options).toString().trim();
  const head = repo.git("rev-parse", "HEAD").trim();
  const commit = repo.git("commit-tree", "-p", head, "-m", "large", tree).trim();
  expect([...(await newObjects(openStore(repo), head, commit))]).toEqual([commit, tree]);
});

test("newObjects() and checkTip() refuse what is missing", async () => {
  const repo = createRepo();
  const blob = repo.git("rev-parse", "HEAD:notes.txt").trim();
  const sound = repo.git("rev-parse", "HEAD").trim();
  await checkTip(openStore(repo), sound);
  expect([...(await newObjects(openStore(repo), undefined, sound))].sort()).toEqual(
    repo.git("rev-list", "--objects", "--no-object-names", "HEAD").trim().split("\n").sort(),
  );
  rmSync(join(repo.root, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  const missing = `object ${blob} of its git history is missing`;
  await expect(checkTip(openStore(repo), sound)).rejects.toThrow(missing);
  await expect(newObjects(openStore(repo), undefined, sound)).rejects.toThrow(missing);
});
