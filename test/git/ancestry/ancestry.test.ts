import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { checkTip, isAncestor, newObjects, relate } from "../../../src/git/ancestry/ancestry.ts";
import { nodeDisk } from "../../../src/git/disk.ts";
import { openObjects } from "../../../src/git/objects/objects.ts";
import { fc } from "../../fast-check.ts";
import { createRepo, gitEnv, type TestRepo } from "../../sync/repo.ts";

/** A commit by its place in the list: its parents come before it. */
interface Planned {
  readonly parents: readonly number[];
  readonly time: number;
}

const openStore = (repo: TestRepo) => openObjects(join(repo.root, ".git"), nodeDisk);

/** Stores commits through `git fast-import` and gives their names. */
function grow(repo: TestRepo, commits: readonly Planned[]): string[] {
  const lines = commits.flatMap(({ parents, time }, at) => {
    const [from = "0".repeat(40), ...merged] = parents.map((parent) => `:${parent + 1}`);
    const head = `commit refs/heads/main\nmark :${at + 1}\ncommitter Ana <a@x> ${time} +0000`;
    return [head, "data 0", `from ${from}`, ...merged.map((mark) => `merge ${mark}`), ""];
  });
  const marks = join(repo.root, "marks");
  execFileSync("git", ["fast-import", "--quiet", "--force", `--export-marks=${marks}`], {
    cwd: repo.root,
    env: gitEnv,
    input: lines.join("\n"),
  });
  const names = new Map(
    [...repo.read("marks").matchAll(/^:(\d+) (\S+)$/gm)].map(([, mark, oid = ""]) => [mark, oid]),
  );
  return commits.map((_, at) => names.get(String(at + 1)) ?? "");
}

/** What real git says; it ends with 1 where there is none. */
function gitBases(repo: TestRepo, a: string, b: string): string[] {
  try {
    return repo.git("merge-base", "--all", a, b).trim().split("\n").sort();
  } catch (error) {
    if (error instanceof Error && "status" in error && error.status === 1) return [];
    throw error;
  }
}

/** Random histories with merges of up to three, several roots, and clocks that are right or wild. */
function randomHistory(seed: number, start: number): Planned[] {
  const numbers = fc.array(fc.nat(2 ** 20), { minLength: 400, maxLength: 400 });
  const [random = []] = fc.sample(numbers, { seed, numRuns: 1 });
  let used = 0;
  const next = (below: number): number => (random[used++ % 400] ?? 0) % below;
  const isSkewed = next(2) === 0;
  const length = 4 + next(24);
  const width = 2 + next(3);
  return Array.from({ length }, (_, at) => {
    const count = at === 0 || next(25) === 0 ? 0 : 1 + Number(next(3) > 0) + Number(next(9) === 0);
    const parents = Array.from({ length: count }, () => start + Math.max(0, at - 1 - next(width)));
    // No two are the same commit.
    const time = 1_000_000 + seed * 10_000 + (isSkewed ? next(1000) * 30 + at : at * 10 - next(5));
    return { parents: [...new Set(parents)], time };
  });
}

test("relate() and isAncestor() agree with git on random histories", async () => {
  const repo = createRepo({ empty: true });
  const all: Planned[] = [];
  const ends = Array.from({ length: 200 }, (_, seed) =>
    all.push(...randomHistory(seed, all.length)),
  );
  const names = grow(repo, all);
  const store = openStore(repo);
  let several = 0;
  for (const [seed, end] of ends.entries()) {
    for (const [one, other] of [
      [1, 2],
      [3, 1],
    ] as const) {
      const [a = "", b = ""] = [names[end - one], names[end - other]];
      const expected = gitBases(repo, a, b);
      if (expected.length > 1) several++;
      const { bases, ahead, behind } = await relate(store, a, b);
      expect([seed, bases]).toEqual([seed, expected]);
      expect((await relate(store, b, a)).bases).toEqual(bases);
      expect(await isAncestor(store, a, b)).toBe(expected.includes(a));
      expect(await isAncestor(store, b, a)).toBe(expected.includes(b));
      const times = all.slice(ends[seed - 1] ?? 0, end).map(({ time }) => time);
      if (times.some((time, at) => time < (times[at - 1] ?? 0))) continue; // Counts go by the clocks.
      const counted = repo.git("rev-list", "--left-right", "--count", `${a}...${b}`).trim();
      expect(`${ahead.length}\t${behind.length}`, `${seed}`).toBe(counted);
    }
  }
  expect(several).toBeGreaterThan(10);
}, 60_000);

test("relate() looks at few commits of a long history", async () => {
  const repo = createRepo({ empty: true });
  const chain = Array.from({ length: 3000 }, (_, at) => ({
    parents: at === 0 ? [] : [at - 1],
    time: 1000 + at,
  }));
  const side = [2900, 3000].map((parent) => ({ parents: [parent], time: 2000 + parent }));
  const oids = grow(repo, [...chain, ...side]);
  const store = openStore(repo);
  const readCommit = vi.fn(store.readCommit);
  const found = await relate({ ...store, readCommit }, oids[2999], oids[3001]);
  expect(found.bases).toEqual([oids[2900]]);
  expect(readCommit.mock.calls.length).toBeLessThan(250);
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
