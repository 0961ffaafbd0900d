import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { randomHistory } from "../../sync/history/random-history.ts";
import { createRepo, openRepo, type TestRepo } from "../../sync/repo.ts";
import { useTempFolder, useVault } from "../../temp.ts";
import { historiesOf, historyOf } from "./history-of.ts";

const path = "topics/cooking.md";

/** Commits these lines as the document, on a day. */
function save(repo: TestRepo, lines: readonly string[], day = "2026-02-01"): void {
  repo.write(path, `${lines.join("\n")}\n`);
  repo.git("add", "-A");
  repo.git("commit", "-qm", `on ${day}`, "--date", `${day}T12:00:00Z`);
}

test("readHistory() tells what each commit did to the entries, newest first", async () => {
  const repo = createRepo({ empty: true });
  save(repo, ["# Cooking", "", "- bomba rice", "- chicken broth"], "2026-01-05");
  save(
    repo,
    ["# Cooking", "", "- bomba rice from Pego", "- chicken broth", "- saffron"],
    "2026-01-06",
  );
  save(
    repo,
    ["# Cooking", "", "Some notes.", "", "- bomba rice from Pego", "- saffron"],
    "2026-01-07",
  );
  const { changes, notes } = await historyOf(repo.root, path);
  expect(changes).toMatchObject([
    { subject: "on 2026-01-07", added: [], removed: ["chicken broth"], isNotesChanged: true },
    {
      time: "2026-01-06T12:00:00.000Z",
      added: ["bomba rice from Pego", "saffron"],
      removed: ["bomba rice"],
      isNotesChanged: false,
    },
    { author: "Ana", added: ["bomba rice", "chicken broth"], removed: [] },
  ]);
  expect(changes[0]?.commit).toBe(repo.git("rev-parse", "HEAD").trim());
  expect(notes).toEqual([]);
});

test("readHistory() tells the device and the agent of Loci's commits", async () => {
  const repo = createRepo();
  repo.write(path, "- bomba rice\n- saffron\n");
  await repo.loci([path]);
  const { changes } = await historyOf(repo.root, path);
  expect(changes[0]).toMatchObject({
    ...{ subject: "cooking: learned 1", author: "rostro", device: "board", agent: "rostro" },
    added: ["saffron"],
  });
});

test("readHistory() knows a commit that only dated a line as one without other words", async () => {
  const repo = createRepo();
  save(repo, ["- bomba rice (2026-01-01)"]);
  const { changes } = await historyOf(repo.root, path);
  expect(changes[0]).toMatchObject({ subject: "on 2026-02-01", added: [], removed: [] });
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "readHistory() finds what git log finds, in its order, in a past with merges (seed %i)",
  async (seed) => {
    const paths = ["topics/a.md", "topics/b.md", "notes/deep/er/c.md", "d e.md"];
    const repo = randomHistory(seed, { commits: 120, paths });
    const histories = await historiesOf(repo.root, paths, { maxChanges: 1_000 });
    for (const one of paths) {
      const log = repo.git("log", "--format=%H", "--", one).split("\n").filter(Boolean);
      const single = new Set(
        repo.git("log", "--no-merges", "--format=%H", "--", one).split("\n").filter(Boolean),
      );
      const oids = histories.get(one)?.changes.map(({ commit }) => commit) ?? [];
      expect(
        oids.filter((oid) => single.has(oid)),
        one,
      ).toEqual(log.filter((oid) => single.has(oid)));
      expect(log, one).toEqual(expect.arrayContaining(oids));
      expect(histories.get(one)?.notes).toEqual([]);
    }
  },
);

test.each([1, 2, 3])(
  "readHistory() does so with clocks that were wrong (seed %i)",
  async (seed) => {
    const paths = ["topics/a.md", "topics/b.md"];
    const repo = randomHistory(seed, { commits: 120, paths, skewed: true });
    const histories = await historiesOf(repo.root, paths, { maxChanges: 1_000 });
    for (const one of paths) {
      const single = repo.git("log", "--no-merges", "--format=%H", "--", one).split("\n");
      const merges = repo.git("log", "--merges", "--format=%H", "--", one).split("\n");
      const oids = histories.get(one)?.changes.map(({ commit }) => commit) ?? [];
      expect(oids.filter((oid) => !merges.includes(oid)).toSorted()).toEqual(
        single.filter(Boolean).toSorted(),
      );
    }
  },
);

test("readHistory() tells of a merge only what none of its branches had", async () => {
  const repo = createRepo({ empty: true });
  const middle = Array.from({ length: 8 }, (_, n) => `- line ${n}`);
  save(repo, ["- top", ...middle, "- end"]);
  repo.git("checkout", "-qb", "other");
  save(repo, ["- top of other", ...middle, "- end"]);
  repo.git("checkout", "-q", "main");
  save(repo, ["- top", ...middle, "- end of main"]);
  repo.git("merge", "-q", "--no-edit", "other");
  expect((await historyOf(repo.root, path)).changes).toMatchObject([
    { added: ["end of main"], removed: ["end"] },
    { added: ["top of other"], removed: ["top"] },
    { removed: [] },
  ]);
  repo.git("checkout", "-qb", "third", "HEAD~2");
  save(repo, ["- top", ...middle, "- end of third"]);
  repo.git("checkout", "-q", "main");
  expect(() => repo.git("merge", "-q", "--no-edit", "third")).toThrow();
  repo.write(path, ["- top of other", ...middle.slice(1), "- end of both", ""].join("\n"));
  repo.git("commit", "-qam", "merged by hand");
  const [merge] = (await historyOf(repo.root, path)).changes;
  expect(merge).toMatchObject({
    subject: "merged by hand",
    added: ["end of both"],
    removed: ["line 0"],
  });
});

test("readHistory() follows only the branch whose version a merge kept", async () => {
  const repo = createRepo();
  repo.git("checkout", "-qb", "other");
  save(repo, ["- left behind"]);
  repo.git("checkout", "-q", "main");
  save(repo, ["- kept"]);
  repo.git("merge", "-qs", "ours", "--no-edit", "other");
  const { changes } = await historyOf(repo.root, path);
  expect(changes.map(({ added }) => added)).toEqual([["kept"], ["bomba rice"]]);
});

test("readHistory() says where it ends: changes of a document, commits of the vault, time", async () => {
  const repo = createRepo();
  for (let n = 0; n < 6; n++) save(repo, [`- version ${n}`]);
  const few = await historyOf(repo.root, path, { maxChanges: 3 });
  expect(few.changes).toHaveLength(3);
  expect(few.notes).toEqual(["older"]);
  const both = ["topics/cooking.md", "topics/travel.md"];
  const short = await historiesOf(repo.root, both, { maxCommits: 4 });
  expect(short.get(path)).toMatchObject({ notes: ["older"] });
  expect(short.get(path)?.changes).toHaveLength(4);
  expect(short.get("topics/travel.md")).toMatchObject({ changes: [], notes: ["older"] });
  const quick = await historyOf(repo.root, path, { maxMs: -1 });
  expect(quick).toMatchObject({ changes: [{ added: ["version 5"] }], notes: ["older"] });
});

test("readHistory() names an import's documents and not what is in them", {
  timeout: 60_000,
}, async () => {
  const files = Array.from({ length: 1_001 }, (_, n) => [`topics/t${n}.md`, `- entry ${n}\n`]);
  const root = useVault(Object.fromEntries(files));
  const repo = openRepo(root);
  repo.git("init", "-qb", "main");
  repo.git("add", "-A");
  repo.git("commit", "-qm", "import");
  const { changes, notes } = await historyOf(root, "topics/t7.md");
  expect(changes).toMatchObject([{ subject: "", added: [], removed: [] }]);
  expect(notes).toEqual([]);
});

test("readHistory() is empty where there is no commit yet, and says why where there is no repository", async () => {
  const { root } = createRepo({ empty: true });
  expect(await historyOf(root, path)).toMatchObject({ changes: [], notes: [] });
  const bare = useVault({ ".git/HEAD": "ref: refs/heads/main\n" });
  expect((await historyOf(bare, path)).changes).toEqual([]);
  await expect(historyOf(useTempFolder(), path)).rejects.toThrow(/^Cannot use the vault's git: /);
});

test("readHistory() does not take the first commit of a shallow clone for one that wrote everything", async () => {
  const repo = createRepo();
  save(repo, ["- bomba rice", "- saffron"]);
  save(repo, ["- bomba rice", "- saffron", "- broth"]);
  const root = join(useTempFolder(), "clone");
  repo.git("clone", "-q", "--depth", "2", `file://${repo.root}`, root);
  const { changes, notes } = await historyOf(root, path);
  expect(changes.map(({ added }) => added)).toEqual([["broth"]]);
  expect(notes).toEqual(["shallow"]);
  openRepo(root).git("fetch", "-q", "--unshallow");
  const whole = await historyOf(root, path);
  expect(whole.changes).toHaveLength(3);
  expect(whole.notes).toEqual([]);
});

test("readHistory() ends where an object is missing, with a note, and keeps nothing of that", async () => {
  const repo = createRepo();
  for (let n = 0; n < 4; n++) save(repo, [`- version ${n}`]);
  const blob = repo.git("rev-parse", `HEAD~2:${path}`).trim();
  const file = join(repo.root, ".git", "objects", blob.slice(0, 2), blob.slice(2));
  rmSync(file, { force: true });
  const { changes, notes } = await historyOf(repo.root, path);
  expect(changes.map(({ added }) => added)).toEqual([["version 3"]]);
  expect(notes).toEqual(["damaged"]);
  repo.write(path, "- version 1\n");
  repo.git("hash-object", "-w", path);
  const mended = await historyOf(repo.root, path);
  expect(mended.changes).toHaveLength(5);
  expect(mended.notes).toEqual([]);
});

test("readHistory() does not throw for a repository full of rubbish", async () => {
  const repo = createRepo();
  for (const folder of readdirSync(join(repo.root, ".git", "objects"))) {
    if (folder.length !== 2) continue;
    for (const name of readdirSync(join(repo.root, ".git", "objects", folder))) {
      rmSync(join(repo.root, ".git", "objects", folder, name));
      writeFileSync(join(repo.root, ".git", "objects", folder, name), "rubbish");
    }
  }
  expect(await historyOf(repo.root, path)).toMatchObject({ changes: [], notes: ["damaged"] });
});

test("readHistory() rejects once it is called off", async () => {
  const { root } = createRepo();
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(historyOf(root, path, { signal })).rejects.toThrow("enough");
});
