import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isAncestor, relate } from "../../../src/git/ancestry/ancestry.ts";
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

const mergeBases = async (...sides: Parameters<typeof relate>): Promise<readonly string[]> =>
  (await relate(...sides)).bases;

/** Stores commits through `git fast-import` and gives their names. */
function grow(repo: TestRepo, commits: readonly Planned[]): string[] {
  const lines = commits.map(({ parents, time }, at) => {
    const [from, ...merged] = parents.map((parent) => `:${parent + 1}`);
    const message = `commit ${Math.random()}`;
    return [
      "commit refs/heads/main",
      `mark :${at + 1}`,
      `committer Ana <ana@example.org> ${time} +0000`,
      `data ${message.length}`,
      message,
      ...(from ? [`from ${from}`] : ["from 0000000000000000000000000000000000000000"]),
      ...merged.map((mark) => `merge ${mark}`),
      "",
    ].join("\n");
  });
  const marks = join(repo.root, "marks");
  execFileSync("git", ["fast-import", "--quiet", "--force", `--export-marks=${marks}`], {
    cwd: repo.root,
    env: gitEnv,
    input: lines.join("\n"),
  });
  const names = new Map(
    repo
      .read("marks")
      .trim()
      .split("\n")
      .map((line) => line.split(" "))
      .map(([mark = "", oid = ""]) => [Number(mark.slice(1)), oid]),
  );
  return commits.map((_, at) => names.get(at + 1) ?? "");
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
function randomHistory(seed: number): Planned[] {
  const random = fc.sample(fc.array(fc.nat(2 ** 20), { minLength: 400, maxLength: 400 }), {
    ...{ seed, numRuns: 1 },
  })[0];
  let used = 0;
  const next = (below: number): number => (random?.[used++ % 400] ?? 0) % below;
  const isSkewed = next(2) === 0;
  const length = 4 + next(24);
  const width = 2 + next(3);
  return Array.from({ length }, (_, at) => {
    const count = at === 0 || next(25) === 0 ? 0 : 1 + Number(next(3) > 0) + Number(next(9) === 0);
    const parents = Array.from({ length: count }, () => Math.max(0, at - 1 - next(width)));
    const time = isSkewed ? 1_000_000 + next(1000) : 1_000_000 + at * 10 - next(5);
    return { parents: [...new Set(parents)], time };
  });
}

test("relate() and isAncestor() agree with git on random histories", async () => {
  const repo = createRepo({ empty: true });
  const histories = Array.from({ length: 200 }, (_, seed) => randomHistory(seed));
  const starts: number[] = [];
  const all: Planned[] = [];
  for (const history of histories) {
    const start = all.length;
    starts.push(start);
    for (const { parents, time } of history) {
      all.push({ parents: parents.map((parent) => parent + start), time });
    }
  }
  const names = grow(repo, all);
  const store = openStore(repo);
  let several = 0;
  for (const [seed, { length }] of histories.entries()) {
    const start = starts[seed] ?? 0;
    const oids = names.slice(start, start + length);
    const pairs = [
      [oids.at(-1), oids.at(-2)],
      [oids.at(-3), oids.at(-1)],
    ];
    for (const [a = "", b = ""] of pairs) {
      const expected = gitBases(repo, a, b);
      if (expected.length > 1) several++;
      const found = await mergeBases(store, a, b);
      expect([seed, found]).toEqual([seed, expected]);
      expect(await mergeBases(store, b, a)).toEqual(found);
      expect(await isAncestor(store, a, b)).toBe(expected.includes(a));
      expect(await isAncestor(store, b, a)).toBe(expected.includes(b));
    }
  }
  expect(several).toBeGreaterThan(10);
}, 60_000);

test("relate() finds both bases of a criss-cross, and of one under wrong clocks", async () => {
  const repo = createRepo({ empty: true });
  for (const times of [
    [1, 2, 3, 4, 5],
    [9, 1, 1, 0, 4],
    [5, 4, 3, 2, 1],
  ]) {
    const parents = [[], [0], [0], [1, 2], [2, 1]];
    const oids = grow(
      repo,
      parents.map((list, at) => ({ parents: list, time: times[at] ?? 0 })),
    );
    const [, one = "", two = "", left = "", right = ""] = oids;
    expect(await mergeBases(openStore(repo), left, right)).toEqual([one, two].sort());
  }
});

test("relate() finds none in unrelated histories and itself in one", async () => {
  const repo = createRepo({ empty: true });
  const [a = "", b = "", c = ""] = grow(repo, [
    { parents: [], time: 1 },
    { parents: [], time: 2 },
    { parents: [0], time: 3 },
  ]);
  const store = openStore(repo);
  expect(await mergeBases(store, a, b)).toEqual([]);
  expect(await mergeBases(store, a, a)).toEqual([a]);
  expect(await mergeBases(store, c, a)).toEqual([a]);
  expect(await isAncestor(store, c, a)).toBe(false);
  expect(await isAncestor(store, a, c)).toBe(true);
});

test("relate() looks at few commits of a long history", async () => {
  const repo = createRepo({ empty: true });
  const chain = Array.from({ length: 3000 }, (_, at) => ({
    ...{ parents: at === 0 ? [] : [at - 1], time: 1000 + at },
  }));
  const oids = grow(repo, [
    ...chain,
    { parents: [2900], time: 5000 },
    { parents: [3000], time: 5001 },
  ]);
  const [a = "", b = ""] = [oids[2999], oids[3001]];
  const store = openStore(repo);
  let count = 0;
  const readCommit = (oid: string) => {
    count++;
    return store.readCommit(oid);
  };
  const counting = { ...store, readCommit };
  expect(await mergeBases(counting, a, b)).toEqual([oids[2900]]);
  expect(count).toBeLessThan(250);
});

test("relate() stops where it is told to", async () => {
  const repo = createRepo();
  const head = repo.git("rev-parse", "HEAD").trim();
  repo.git("commit", "--allow-empty", "-qm", "next");
  const next = repo.git("rev-parse", "HEAD").trim();
  const stopped = mergeBases(openStore(repo), head, next, AbortSignal.abort());
  await expect(stopped).rejects.toThrow("abort");
});

test("relate() counts as git does", async () => {
  const { root, git, write } = createRepo();
  const tips = ["main"];
  for (let n = 0; n < 12; n++) {
    const from = tips[(n * 7) % tips.length] ?? "main";
    git("switch", "-qc", `b${n}`, from);
    write(`f${n}.md`, `${n}`);
    git("add", "-A");
    git("commit", "-qm", `${n}`, "--date", "2020-01-01T00:00:00Z");
    const other = tips[(n * 5) % tips.length] ?? "main";
    if (n % 3 === 2) git("merge", "-q", "--no-edit", other);
    tips.push(`b${n}`);
  }
  const objects = openObjects(join(root, ".git"), nodeDisk);
  const oids = git("rev-parse", ...tips)
    .trim()
    .split("\n");
  for (const [i, one] of tips.entries()) {
    for (const [j, two] of tips.entries()) {
      const [ours, theirs] = [oids[i], oids[j]];
      const { ahead, behind } = await relate(objects, ours, theirs);
      const counted = git("rev-list", "--left-right", "--count", `${one}...${two}`).trim();
      expect(`${ahead.length}\t${behind.length}`, `${one} ${two}`).toBe(counted);
    }
  }
}, 60_000);
