import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRepo } from "./repo.ts";

describe("commitPaths() leaves to the person", () => {
  test("what they staged, and commits the rest", async () => {
    const repo = createRepo();
    repo.write("topics/cooking.md", "- staged\n");
    repo.write("staged.md", "mine\n");
    repo.git("add", "topics/cooking.md", "staged.md");
    repo.write("topics/cooking.md", "- staged\n- ours\n");
    repo.write("topics/travel.md", "- porto\n");
    const result = await repo.loci(["topics/cooking.md", "topics/travel.md"]);
    expect(result).toMatchObject({ status: "committed", paths: ["topics/travel.md"] });
    expect(result).toHaveProperty("heldBack.0.path", "topics/cooking.md");
    expect(repo.status()).toBe("A  staged.md\nMM topics/cooking.md\n");
    repo.git("commit", "-qam", "mine");
    expect(await repo.loci(["topics/cooking.md"])).toMatchObject({
      status: "nothing",
      heldBack: [],
    });
    expect(repo.status()).toBe("");
  });

  test("a deletion they staged, a file they mean to add, one that git must not look at", async () => {
    const repo = createRepo();
    repo.git("rm", "-q", "--cached", "topics/cooking.md");
    repo.git("update-index", "--skip-worktree", "topics/travel.md");
    repo.write("topics/new.md", "x\n");
    repo.git("add", "-N", "topics/new.md");
    repo.write("topics/travel.md", "porto\n");
    repo.write("topics/cooking.md", "porto\n");
    const before = repo.status();
    const result = await repo.loci(["topics/cooking.md", "topics/travel.md", "topics/new.md"]);
    expect(result.status).toBe("nothing");
    expect(result).toMatchObject({
      heldBack: [
        { reason: "you have staged changes of it; your next commit takes them" },
        { reason: expect.stringContaining("git does not look at it here (skip-worktree)") },
        { reason: "you have staged changes of it; your next commit takes them" },
      ],
    });
    expect(repo.status()).toBe(before);
  });

  test("what they alone ignore, but no tracked file, nor what a rule of the vault covers", async () => {
    const repo = createRepo();
    repo.write(".gitignore", "*\n");
    repo.write(".gitattributes", "* filter=lfs\n");
    repo.git("config", "filter.lfs.clean", "cat");
    repo.git("add", "-Af");
    repo.git("commit", "-qm", "rules");
    repo.write(".git/info/exclude", "*.tmp\nprivate/\ntopics/travel.md\n");
    repo.write("topics/new.md", "- x\n");
    repo.write("a.tmp", "x");
    repo.write("private/x.md", "x");
    repo.write("topics/travel.md", "porto\n");
    const result = await repo.loci(["a.tmp", "private/x.md", "topics/travel.md", "topics/new.md"]);
    expect(result).toMatchObject({
      status: "committed",
      paths: ["topics/travel.md", "topics/new.md"],
      heldBack: [
        { path: "a.tmp", reason: 'git ignores it by the line "*.tmp" of .git/info/exclude' },
        { path: "private/x.md", reason: expect.stringContaining('"private/"') },
      ],
    });
    expect(repo.status()).toBe("");
  });

  test("symbolic links, what lies behind them, and huge files", async () => {
    const repo = createRepo();
    symlinkSync("topics/cooking.md", join(repo.root, "link.md"));
    symlinkSync("topics", join(repo.root, "more"));
    repo.write("huge.md", Buffer.alloc(11 * 1024 * 1024));
    const result = await repo.loci(["link.md", "more/x.md", "more/cooking.md", "huge.md"]);
    expect(result).toMatchObject({
      status: "nothing",
      heldBack: [
        { reason: "it is not a plain file" },
        { reason: '"more" is a symbolic link' },
        { reason: '"more" is a symbolic link' },
        { reason: expect.stringMatching(/^it is larger than 10 MB/) },
      ],
    });
  });

  test("a chmod of theirs", async () => {
    const repo = createRepo();
    chmodSync(join(repo.root, "topics/cooking.md"), 0o755);
    repo.write("topics/cooking.md", "x\n");
    await repo.loci(["topics/cooking.md"]);
    expect(repo.git("ls-tree", "HEAD", "topics/cooking.md")).toMatch(/^100644/);
    expect(repo.git("diff", "--summary")).toContain("mode change 100644 => 100755");
  });
});
