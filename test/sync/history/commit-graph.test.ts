import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type HistoryTableFile, openHistoryTable } from "../../../src/index/history-table.ts";
import { fileVersions } from "../../../src/sync/history/file-versions.ts";
import { type History, openHistory } from "../../../src/sync/history/open-history.ts";
import { walkCommits } from "../../../src/sync/history/walk-commits.ts";
import { fc } from "../../fast-check.ts";
import { useTempFolder } from "../../temp.ts";
import { createRepo, gitEnv, openRepo, type TestRepo } from "../repo.ts";
import { randomHistory } from "./random-history.ts";

const paths = ["topics/a.md", "topics/b.md", "notes/deep/er/c.md", "d é.md"];

const tableOf = (root: string): HistoryTableFile => {
  const table = openHistoryTable(join(root, ".git", "history.db"));
  onTestFinished(table.close);
  return table;
};

async function open(root: string, table: HistoryTableFile): Promise<History> {
  const history = await openHistory(root, { configFiles: [] }, table);
  onTestFinished(history.close);
  return history;
}

async function versionsOf(root: string, table: HistoryTableFile, path: string) {
  const history = await open(root, table);
  const { versions, notes } = await fileVersions(history, { from: history.head ?? "", path });
  return { oids: versions.map(({ commit }) => commit.oid), notes };
}

const lines = (text: string): string[] => text.split("\n").filter(Boolean);

const gitLog = ({ git }: TestRepo, path: string): string[] =>
  lines(git("log", "--format=%H", "--", path));

const randomShape = fc.record({
  seed: fc.nat(1_000_000),
  skewed: fc.boolean(),
  /** After so many commits the filling is called off. */
  slices: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }),
});

test("a table that is filled in slices knows what git log knows, with merges, renames and removals", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(randomShape, async ({ seed, skewed, slices }) => {
      const repo = randomHistory(seed, { commits: 60, paths, skewed, renames: true });
      const table = tableOf(repo.root);
      for (const most of slices) {
        let count = 0;
        await (await open(repo.root, table)).graph({ shouldStop: () => ++count >= most });
      }
      for (const path of paths) {
        const { oids, notes } = await versionsOf(repo.root, table, path);
        const real = gitLog(repo, path);
        expect(skewed ? oids.toSorted() : oids, path).toEqual(skewed ? real.toSorted() : real);
        expect(notes).toEqual([]);
      }
      expect(table.missing()).toEqual([]);
    }),
    { numRuns: 8 },
  );
});

test("changesIn() tells what git diff-tree tells, for each parent of each commit", {
  timeout: 120_000,
}, async () => {
  const repo = randomHistory(4, { commits: 80, paths, renames: true });
  const table = tableOf(repo.root);
  await (await open(repo.root, table)).graph();
  const history = await open(repo.root, table); // All of it from the table.
  const graph = await history.graph();
  const walked = [...walkCommits(graph, history.head ?? "")];
  expect(walked.map(graph.oidOf)).toEqual(lines(repo.git("rev-list", "--date-order", "main")));
  const none = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
  for (const id of walked) {
    const oid = graph.oidOf(id);
    const parents = graph.node(id)?.parents.map(graph.oidOf) ?? [];
    expect([oid, ...parents]).toEqual(repo.git("rev-parse", oid, `${oid}^@`).trim().split("\n"));
    for (const [at, parent] of (parents.length === 0 ? [none] : parents).entries()) {
      const real = lines(repo.git("diff-tree", "-r", "-z", "--no-renames", parent, oid))
        .join("")
        .split("\0");
      const changes = graph
        .changesIn(id)
        [at]?.map(({ path, before, after }) => [before ?? gone, after ?? gone, path]);
      expect(changes).toEqual(toChanges(real));
    }
  }
});

const gone = "0".repeat(40);

/** From pairs of `:100644 100644 OID OID M` and a path. */
const toChanges = (parts: readonly string[]): string[][] =>
  parts
    .flatMap((part, at) => (at % 2 === 0 && part ? [[part, parts[at + 1] ?? ""] as const] : []))
    .map(([about, path]) => [...about.split(" ").slice(2, 4), path])
    .sort(([, , a = ""], [, , b = ""]) => (a < b ? -1 : 1));

test("a branch that was reset, or rewritten, shows only what it leads to", async () => {
  const repo = randomHistory(9, { commits: 60, paths });
  const table = tableOf(repo.root);
  await versionsOf(repo.root, table, "topics/a.md");
  for (const target of ["main~20", "main~5", "main"]) {
    repo.git("update-ref", "refs/heads/look", target);
    repo.git("symbolic-ref", "HEAD", "refs/heads/look");
    for (const path of paths) {
      const { oids } = await versionsOf(repo.root, table, path);
      expect(oids).toEqual(lines(repo.git("log", "--format=%H", "look", "--", path)));
    }
  }
});

test("what git no longer has is dropped from the table", async () => {
  const repo = createRepo();
  const table = tableOf(repo.root);
  repo.write("topics/affair.md", "- nobody may know\n");
  repo.git("add", "-A");
  repo.git("commit", "-qm", "a secret");
  const [secret = ""] = (await versionsOf(repo.root, table, "topics/affair.md")).oids;
  repo.git("reset", "-q", "--hard", "HEAD~1");
  expect((await versionsOf(repo.root, table, "topics/affair.md")).oids).toEqual([]);
  expect(table.has(secret)).toBe(true); // Git has it still: in its reflog.
  repo.git("reflog", "expire", "--expire=now", "--all");
  repo.git("gc", "-q", "--prune=now");
  expect((await versionsOf(repo.root, table, "topics/cooking.md")).oids).toHaveLength(1);
  expect(table.has(secret)).toBe(false);
  expect(table.changesOf("topics/affair.md")).toEqual([]);
});

test("a clone that was shallow and is whole later, or the other way round, ends where git ends", async () => {
  const repo = createRepo();
  for (const n of [1, 2, 3, 4]) {
    repo.write("topics/cooking.md", `- version ${n}\n`);
    repo.git("commit", "-qam", `v${n}`);
  }
  const clone = join(useTempFolder(), "clone");
  repo.git("clone", "-q", "--depth=2", `file://${repo.root}`, clone);
  const { git } = openRepo(clone);
  const table = tableOf(clone);
  const ask = () => versionsOf(clone, table, "topics/cooking.md");
  expect(await ask()).toMatchObject({ notes: [expect.stringMatching(/shallow/)] });
  expect((await ask()).oids).toHaveLength(2);
  git("fetch", "-q", "--unshallow");
  expect(await ask()).toEqual({ oids: gitLog(repo, "topics/cooking.md"), notes: [] });
  git("fetch", "-q", "--depth=3");
  expect(await ask()).toMatchObject({ notes: [expect.stringMatching(/shallow/)] });
  expect((await ask()).oids).toHaveLength(3);
  git("fetch", "-q", "--depth=2");
  git("reflog", "expire", "--expire=now", "--all");
  git("gc", "-q", "--prune=now");
  expect((await ask()).oids).toHaveLength(2);
  git("fetch", "-q", "--unshallow");
  expect(await ask()).toEqual({ oids: gitLog(repo, "topics/cooking.md"), notes: [] });
});

test("a commit that stands for any number of files is passed over, and takes no room", async () => {
  const repo = createRepo();
  const commitTopic = (text: string): void => {
    repo.write("topics/cooking.md", text);
    repo.git("commit", "-qam", text);
  };
  const input = (args: readonly string[], text: string): string =>
    execFileSync("git", ["-C", repo.root, ...args], {
      input: text,
      env: gitEnv,
      encoding: "utf8",
    }).trim();
  commitTopic("- one\n");
  const tree = repo.git("rev-parse", "HEAD^{tree}").trim();
  const blob = input(["hash-object", "-w", "--stdin"], "- x\n");
  const names = Array.from({ length: 300 }, (_, i) => `${i}`.padStart(3, "0"));
  const inner = input(["mktree"], names.map((n) => `100644 blob ${blob}\t${n}.md`).join("\n"));
  const bomb = input(["mktree"], names.map((n) => `040000 tree ${inner}\t${n}`).join("\n"));
  const head = repo.git("rev-parse", "HEAD").trim();
  const large = input(["commit-tree", bomb, "-p", head, "-m", "bomb"], "");
  const clean = input(["commit-tree", tree, "-p", large, "-m", "clean"], "");
  repo.git("update-ref", "HEAD", clean);
  repo.git("reset", "-q", "--hard");
  commitTopic("- two\n");
  const table = tableOf(repo.root);
  const { oids, notes } = await versionsOf(repo.root, table, "topics/cooking.md");
  const known = gitLog(repo, "topics/cooking.md").filter((oid) => ![large, clean].includes(oid));
  expect(oids).toEqual(known);
  expect(notes).toEqual([
    expect.stringMatching(/^what was before commit .*too many files/),
    expect.stringContaining(large.slice(0, 8)),
  ]);
  expect(table.nodes().get(table.idOf(large) ?? 0)).toMatchObject({ isTooLarge: true });
  expect(table.changesOf("000/000.md")).toEqual([]);
});

test("commits that cannot be stored are found all the same", async () => {
  const repo = randomHistory(5, { commits: 30, paths });
  const table = { ...openHistoryTable(":memory:"), add: () => false };
  onTestFinished(table.close);
  for (const path of paths) {
    expect((await versionsOf(repo.root, table, path)).oids).toEqual(gitLog(repo, path));
  }
});

test("a table is filled as far as it came when it is called off", async () => {
  const repo = randomHistory(6, { commits: 40, paths });
  const table = tableOf(repo.root);
  const stop = new AbortController();
  let count = 0;
  const shouldStop = (): boolean => {
    if (++count === 10) stop.abort(new Error("enough"));
    return false;
  };
  const history = await open(repo.root, table);
  await expect(history.graph({ signal: stop.signal, shouldStop })).rejects.toThrow("enough");
  expect(table.nodes().size).toBe(10);
});

test("others get their turn while a table is filled", async () => {
  const repo = randomHistory(7, { commits: 1_000, paths });
  const history = await open(repo.root, tableOf(repo.root));
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await history.graph();
  isDone = true;
  expect(turns).toBeGreaterThan(2);
});
