import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { randomHistory } from "../../sync/history/random-history.ts";
import { createRepo, type TestRepo } from "../../sync/repo.ts";
import { cacheOf, historiesOf, historyOf } from "./history-of.ts";

const path = "topics/cooking.md";

function save(repo: TestRepo, text: string): void {
  repo.write(path, `- ${text}\n`);
  repo.git("add", "-A");
  repo.git("commit", "-qm", text);
}

/** Moves the objects away, so that whoever reads one finds it missing. */
async function withoutObjects<T>(root: string, work: () => Promise<T>): Promise<T> {
  const objects = join(root, ".git", "objects");
  await rename(objects, `${objects}-away`);
  try {
    return await work();
  } finally {
    await rename(`${objects}-away`, objects);
  }
}

test("readHistory() reads nothing again where the head is the same", async () => {
  const repo = createRepo();
  save(repo, "one");
  const first = await historyOf(repo.root, path);
  const again = await withoutObjects(repo.root, () => historyOf(repo.root, path));
  expect(again).toEqual(first);
  expect(again.changes).toHaveLength(2);
});

test("readHistory() reads only the commits on top of those it knows", async () => {
  const repo = createRepo();
  for (let n = 0; n < 3; n++) save(repo, `version ${n}`);
  await historyOf(repo.root, path);
  const old = repo.git("rev-parse", `HEAD~1:${path}`).trim();
  save(repo, "version 3");
  save(repo, "version 4");
  await rename(
    join(repo.root, ".git", "objects", old.slice(0, 2), old.slice(2)),
    join(repo.root, "away"),
  );
  const { changes, notes } = await historyOf(repo.root, path);
  expect(changes.map(({ added: [text] }) => text)).toEqual([
    ...["version 4", "version 3", "version 2", "version 1", "version 0", "bomba rice"],
  ]);
  expect(notes).toEqual([]);
});

test("readHistory() restarts where the history was rewritten", async () => {
  const repo = createRepo();
  save(repo, "one");
  save(repo, "a secret");
  await historyOf(repo.root, path);
  repo.git("reset", "-q", "--hard", "HEAD~1");
  save(repo, "two");
  const { changes } = await historyOf(repo.root, path);
  expect(changes.map(({ subject }) => subject)).toEqual(["two", "one", "first"]);
  expect(readFileSync(cacheOf(repo.root), "utf8")).not.toContain("a secret");
  repo.git("reset", "-q", "--hard", "HEAD~1");
  expect((await historyOf(repo.root, path)).changes).toHaveLength(2);
});

test("readHistory() looks further back where newer commits were taken back", async () => {
  const repo = createRepo();
  for (let n = 0; n < 6; n++) save(repo, `version ${n}`);
  await historyOf(repo.root, path, { maxCommits: 3 });
  repo.git("reset", "-q", "--hard", "HEAD~2");
  const { changes } = await historyOf(repo.root, path, { maxCommits: 3 });
  expect(changes.map(({ subject }) => subject)).toEqual(["version 3", "version 2", "version 1"]);
});

test.each([1, 2, 3, 4])(
  "readHistory() tells the same whether it read all at once, bit by bit or as commits came (seed %i)",
  async (seed) => {
    const paths = ["topics/a.md", "topics/b.md", "c.md"];
    const { root, git } = randomHistory(seed, { commits: 80, paths });
    const whole = await historiesOf(root, paths, { cacheFile: join(root, "whole.json") });
    const oids = git("rev-list", "--reverse", "HEAD").split("\n").filter(Boolean);
    for (const oid of [oids[20], oids[45], oids[70], oids.at(-1)]) {
      git("update-ref", "refs/heads/main", oid ?? "");
      await historiesOf(root, paths, { cacheFile: join(root, "grown.json") });
    }
    expect(await historiesOf(root, paths, { cacheFile: join(root, "grown.json") })).toEqual(whole);
    const cacheFile = join(root, "bits.json");
    let bits = await historiesOf(root, paths, { cacheFile, maxMs: 2 });
    let builds = 1;
    const kept = (): number => JSON.parse(readFileSync(cacheFile, "utf8")).records.length;
    while (kept() < oids.length) {
      bits = await historiesOf(root, paths, { cacheFile, maxMs: 2 });
      expect(builds++).toBeLessThan(500);
    }
    expect(builds).toBeGreaterThan(1);
    expect(bits).toEqual(whole);
  },
);

test("readHistory() keeps to its bound on commits when they come one by one", async () => {
  const repo = createRepo();
  for (let n = 0; n < 8; n++) {
    save(repo, `version ${n}`);
    const { changes } = await historyOf(repo.root, path, { maxCommits: 4 });
    expect(changes.map(({ subject }) => subject)).toEqual(
      ["first", ...Array.from({ length: n + 1 }, (_, one) => `version ${one}`)].slice(-4).reverse(),
    );
  }
});

test.each([
  ["cut short", (text: string) => text.slice(0, text.length / 2)],
  ["of another version", (text: string) => text.replace('"version":2', '"version":99')],
  ["of another shape", (text: string) => text.replaceAll('"text":', '"txt":')],
  [
    "with a time that is none",
    (text: string) => text.replace(/"authoredAt":\d+/, '"authoredAt":1e300'),
  ],
  ["empty", () => ""],
])("readHistory() ignores a cache that is %s", async (_, damage) => {
  const repo = createRepo();
  save(repo, "one");
  const first = await historyOf(repo.root, path);
  const text = readFileSync(cacheOf(repo.root), "utf8");
  const damaged = damage(text);
  expect(damaged).not.toBe(text);
  writeFileSync(cacheOf(repo.root), damaged);
  expect(await historyOf(repo.root, path)).toEqual(first);
  expect(readFileSync(cacheOf(repo.root), "utf8")).toBe(text);
});

test("readHistory() keeps its cache for the person alone, and does without where it cannot", async () => {
  const repo = createRepo();
  await historyOf(repo.root, path);
  expect(statSync(cacheOf(repo.root)).mode & 0o777).toBe(0o600);
  const cacheFile = join(repo.root, path, "cache.json");
  expect((await historyOf(repo.root, path, { cacheFile })).changes).toHaveLength(1);
  chmodSync(cacheOf(repo.root), 0o600);
});
