import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createVault } from "./repo.ts";

const staged = "you have staged changes of it; your next commit takes them";

describe("commitPaths() leaves to the person", () => {
  test("what they staged, mean to add or keep from git, and commits the rest", async () => {
    const repo = createVault();
    repo.git("rm", "-q", "--cached", "notes.txt");
    repo.git("update-index", "--skip-worktree", "topics/travel.md");
    repo.write("new.md", "x\n");
    repo.git("add", "-N", "new.md");
    repo.write("topics/cooking.md", "- staged\n");
    repo.git("add", "topics/cooking.md");
    for (const path of ["notes.txt", "topics/travel.md", "topics/cooking.md", "ours.md"])
      repo.write(path, "- ours\n");
    const before = repo.status();
    const paths = ["notes.txt", "topics/travel.md", "new.md", "topics/cooking.md", "ours.md"];
    expect(await repo.loci(paths)).toMatchObject({
      oids: [expect.any(String)],
      paths: ["ours.md"],
      heldBack: [
        { path: "notes.txt", reason: staged },
        { reason: expect.stringContaining("git does not look at it here (skip-worktree)") },
        { path: "new.md", reason: staged },
        { path: "topics/cooking.md", reason: staged },
      ],
    });
    expect(repo.status()).toBe(before.replace("?? ours.md\n", ""));
    repo.commitAll("mine");
    expect((await repo.loci(["topics/cooking.md"])).oids).toEqual([]);
  });

  test("what they alone ignore, but no tracked file", async () => {
    const repo = createVault();
    repo.write(".git/info/exclude", "*.tmp\nprivate/\ntopics/travel.md\n");
    const ignored = ["a.tmp", "private/x.md"];
    const paths = ["topics/travel.md", "topics/new.md"];
    for (const path of [...ignored, ...paths]) repo.write(path, "x\n");
    expect(await repo.loci([...ignored, ...paths])).toMatchObject({
      oids: [expect.any(String)],
      paths,
      heldBack: [
        { path: "a.tmp", reason: 'git ignores it by the line "*.tmp" of .git/info/exclude' },
        { path: "private/x.md", reason: expect.stringContaining('"private/"') },
      ],
    });
    expect(repo.status()).toBe("");
  });

  test("symbolic links, what lies behind them, huge files, and a chmod of theirs", async () => {
    const repo = createVault();
    symlinkSync("topics/cooking.md", join(repo.root, "link.md"));
    symlinkSync("topics", join(repo.root, "more"));
    repo.write("huge.md", Buffer.alloc(11 * 1024 * 1024));
    const result = await repo.loci(["link.md", "more/x.md", "more/cooking.md", "huge.md"]);
    expect(result).toMatchObject({
      oids: [],
      heldBack: [
        { reason: "it is not a plain file" },
        { reason: '"more" is a symbolic link' },
        { reason: '"more" is a symbolic link' },
        { reason: expect.stringMatching(/^it is larger than 10 MB/) },
      ],
    });
    chmodSync(join(repo.root, "topics/cooking.md"), 0o755);
    repo.write("topics/cooking.md", "x\n");
    await repo.loci(["topics/cooking.md"]);
    expect(repo.git("ls-tree", "HEAD", "topics/cooking.md")).toMatch(/^100644/);
    expect(repo.git("diff", "--summary")).toContain("mode change 100644 => 100755");
  });
});
