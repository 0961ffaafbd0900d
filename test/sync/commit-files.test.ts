import { chmodSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRepo, createVault, type TestRepo } from "./repo.ts";

describe("commitPaths() leaves a repository that real git finds clean", () => {
  test("when refs and objects are packed, beside links, executables, submodules and odd names", async () => {
    const repo = createRepo();
    const other = createRepo();
    const latin = Buffer.from([0x63, 0x61, 0x66, 0xe9]);
    writeFileSync(Buffer.concat([Buffer.from(`${repo.root}/topics/`), latin]), "x\n");
    for (const path of ["a/b/c/deep.md", "a-b.md", "a.md", "run.sh"]) repo.write(path, "x\n");
    repo.write("topics/日本語 und ünïcode.md", "x\n");
    repo.write('topics/"quoted" \t.md', "x\n");
    chmodSync(join(repo.root, "run.sh"), 0o755);
    symlinkSync("topics/cooking.md", join(repo.root, "link.md"));
    repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", other.root, "sub");
    repo.commitAll("odd");
    repo.git("pack-refs", "--all");
    repo.git("gc", "-q");
    const before = repo.git("ls-tree", "-r", "HEAD").split("\n");
    const paths = [
      ...["a/b/c/deep.md", "topics/日本語 und ünïcode.md", "run.sh"],
      ...["topics/new one.md", "z/y.md"],
    ];
    for (const path of paths) repo.write(path, `new ${path}\n`);
    const result = await repo.loci([...paths, "a.md"]);
    expect(result).toMatchObject({ oids: [expect.any(String)], paths, heldBack: [] });
    expect(repo.status()).toBe("");
    repo.fsck();
    const after = new Set(repo.git("ls-tree", "-r", "HEAD").split("\n"));
    expect(before.filter((line) => !after.has(line))).toHaveLength(3);
    expect(repo.git("ls-tree", "HEAD", "run.sh")).toMatch(/^100755/);
    expect(repo.git("show", "--format=", "--numstat", "-z", "HEAD").split("\0").length - 1).toBe(5);
  });

  const indexes: Record<string, (repo: TestRepo) => void> = {
    "has version 2": ({ git }) => git("update-index", "--index-version", "2"),
    "has version 3": ({ git, write }) => {
      write("intent.md", "x\n");
      git("add", "-N", "intent.md");
    },
    "has an untracked cache": ({ git }) => git("update-index", "--force-untracked-cache"),
    "skips its checksum": ({ git }) => git("config", "index.skipHash", "true"),
    "is empty": ({ write }) => write(".git/index", ""),
    "is gone": ({ root }) => rmSync(join(root, ".git/index")),
  };
  test.each(Object.keys(indexes))("when the index %s", async (name) => {
    const repo = createRepo();
    for (let n = 0; n < 300; n++) repo.write(`many/${"x".repeat(n)}.md`.slice(0, 200), "x\n");
    repo.commitAll("many");
    repo.write("stray.md", "x\n");
    indexes[name]?.(repo);
    const paths = ["many/xxx.md", "many/aaa.md"];
    for (const path of paths) repo.write(path, "new\n");
    expect((await repo.loci(paths)).oids).toHaveLength(1);
    expect(repo.status()).toBe(`${name.endsWith("3") ? " A intent.md\n" : ""}?? stray.md\n`);
    repo.fsck();
  });
});

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
