import { expect, test } from "vitest";
import { findGit } from "../../../src/git/system-git.ts";
import { fileVersions } from "../../../src/sync/history/file-versions.ts";
import { openHistory } from "../../../src/sync/history/open-history.ts";
import { createRepo, type TestRepo } from "../repo.ts";
import { importCommits, randomHistory } from "./random-history.ts";

const paths = ["topics/a.md", "topics/b.md", "notes/deep/er/c.md", "d e.md"];

async function versionsOf(root: string, path: string, withGit = false) {
  const history = await openHistory(root, { configFiles: [] }, async () =>
    withGit ? findGit(process.env) : undefined,
  );
  const found = await fileVersions(history, { from: history.head ?? "", path });
  return { ...found, oids: found.versions.map(({ commit }) => commit.oid) };
}

/** The commits that are no merges and differ from their parent. */
const gitChanges = (repo: TestRepo, path: string): string[] =>
  repo
    .git("log", "--full-history", "--no-merges", "--format=%H", "--", path)
    .match(/[0-9a-f]{40}/g) ?? [];

test.each([
  [1, false],
  [2, false],
  [3, false],
  [1, true],
])(
  "fileVersions() finds what git log finds, in a past with merges (seed %i, wrong clocks %s)",
  async (seed, skewed) => {
    const repo = randomHistory(seed, { paths, commits: 120, skewed });
    expect(Number(repo.git("rev-list", "--count", "--merges", "main"))).toBeGreaterThan(5);
    // Where clocks were wrong, the order is anybody's.
    const inOrder = (oids: readonly string[]) => (skewed ? oids.toSorted() : oids);
    for (const path of paths) {
      const { versions, oids, notes } = await versionsOf(repo.root, path, true);
      expect(inOrder(oids), path).toEqual(inOrder(gitChanges(repo, path)));
      expect(notes).toEqual([]);
      const own = await versionsOf(repo.root, path);
      expect(inOrder(own.oids), path).toEqual(inOrder(oids));
      if (!skewed) expect(own.versions, path).toEqual(versions);
    }
  },
);

test("fileVersions() finds the topic that one was split off from", async () => {
  const repo = createRepo({ empty: true });
  const lines = Array.from({ length: 9 }, (_, n) => `- fact ${n}`);
  repo.write("topics/cooking.md", `${lines.join("\n")}\n`);
  repo.commitAll("cooking");
  repo.git("rm", "-q", "topics/cooking.md");
  repo.write("topics/cooking-rice.md", `# Rice\n\n${lines.slice(0, 3).join("\n")}\n`);
  repo.write("topics/cooking-bread.md", `# Bread\n\n${lines.slice(3).join("\n")}\n`);
  repo.commitAll("split");
  const { versions } = await versionsOf(repo.root, "topics/cooking-rice.md");
  expect(versions.map(({ path, commit }) => [commit.subject, path])).toEqual([
    ["split", "topics/cooking-rice.md"],
    ["cooking", "topics/cooking.md"],
  ]);
});

test("fileVersions() looks at the newest commits alone where there is no git program, and says so", async () => {
  const { root } = importCommits(
    Array.from({ length: 600 }, (_, n) => ({
      minute: n,
      files: new Map([["topics/a.md", `- ${n}\n`]]),
    })),
  );
  const { notes, oids } = await versionsOf(root, "topics/a.md");
  expect(notes).toEqual([
    "only the newest 500 commits are looked at: there is no git program here",
  ]);
  const all = await versionsOf(root, "topics/a.md", true);
  expect(all.notes).toEqual([]);
  expect(all.oids).toHaveLength(600);
  expect(oids).toEqual(all.oids.slice(0, 500));
});
