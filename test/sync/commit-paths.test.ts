import { chmodSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRepo } from "./repo.ts";

describe("commitPaths() leaves a repository that real git finds clean", () => {
  test("when it appends to a topic", async () => {
    const repo = createRepo();
    repo.write("topics/cooking.md", "- bomba rice\n- broth\n");
    const result = await repo.loci(["topics/cooking.md"]);
    expect(result).toMatchObject({
      status: "committed",
      paths: ["topics/cooking.md"],
      heldBack: [],
    });
    expect(repo.status()).toBe("");
    repo.fsck();
    expect(repo.git("log", "-1", "--format=%an <%ae>%n%B")).toBe(
      "rostro <rostro@board.invalid>\ncooking: learned 1\n\nDevice: board\nAgent: rostro\n\n",
    );
    expect(repo.git("log", "-1", "--format=%(trailers:key=Device,valueonly)").trim()).toBe("board");
    expect(repo.git("blame", "--porcelain", "topics/cooking.md")).toContain("author rostro");
    expect(repo.git("reflog", "-1").trim()).toMatch(/HEAD@\{0\}: commit: cooking: learned 1$/);
    expect(repo.git("reflog", "-1", "main")).toContain("commit: cooking: learned 1");
  });

  test("when the branch has no commit yet", async () => {
    const repo = createRepo({ empty: true });
    repo.write("topics/cooking.md", "- bomba rice\n");
    repo.write("mine.md", "mine\n");
    expect((await repo.loci(["topics/cooking.md"])).status).toBe("committed");
    expect(repo.status()).toBe("?? mine.md\n");
    expect(repo.git("rev-list", "--parents", "HEAD").trim()).toMatch(/^[0-9a-f]{40}$/);
    repo.fsck();
  });

  test("when refs and objects are packed, beside links, executables, submodules and odd names", async () => {
    const repo = createRepo();
    const other = createRepo();
    repo.write("a/b/c/deep.md", "deep\n");
    repo.write("a-b.md", "x\n");
    repo.write("a.md", "x\n");
    repo.write("topics/日本語 und ünïcode.md", "x\n");
    repo.write('topics/"quoted" \t.md', "x\n");
    repo.write("run.sh", "#!/bin/sh\n");
    chmodSync(join(repo.root, "run.sh"), 0o755);
    symlinkSync("topics/cooking.md", join(repo.root, "link.md"));
    repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", other.root, "sub");
    repo.git("add", "-A");
    repo.git("commit", "-qm", "odd");
    repo.git("pack-refs", "--all");
    repo.git("gc", "-q");
    const before = repo.git("ls-tree", "-r", "HEAD").split("\n");
    const paths = [
      "a/b/c/deep.md",
      "topics/日本語 und ünïcode.md",
      "run.sh",
      "topics/new one.md",
      "z/y.md",
    ];
    for (const path of paths) repo.write(path, `new ${path}\n`);
    const result = await repo.loci([...paths, "a.md"]);
    expect(result).toMatchObject({ status: "committed", paths, heldBack: [] });
    expect(repo.status()).toBe("");
    repo.fsck();
    const after = new Set(repo.git("ls-tree", "-r", "HEAD").split("\n"));
    expect(before.filter((line) => !after.has(line))).toHaveLength(3);
    expect(repo.git("ls-tree", "HEAD", "run.sh")).toMatch(/^100755/);
    expect(repo.git("show", "--format=", "--numstat", "-z", "HEAD").split("\0").length - 1).toBe(5);
  });

  test("when a name in the tree is not UTF-8", async () => {
    const repo = createRepo();
    const name = Buffer.from([0x63, 0x61, 0x66, 0xe9]);
    writeFileSync(Buffer.concat([Buffer.from(`${repo.root}/topics/`), name]), "x\n");
    repo.git("add", "-A");
    repo.git("commit", "-qm", "latin");
    repo.write("topics/cooking.md", "changed\n");
    expect((await repo.loci(["topics/cooking.md"])).status).toBe("committed");
    expect(repo.status()).toBe("");
    expect(repo.git("ls-tree", "-r", "HEAD")).toContain("caf\\351");
  });

  test("when files are removed, the last one of a folder and of the vault too", async () => {
    const repo = createRepo();
    rmSync(join(repo.root, "topics/cooking.md"));
    rmSync(join(repo.root, "topics/travel.md"));
    const result = await repo.loci([
      "topics/cooking.md",
      "topics/travel.md",
      "topics/never-was.md",
    ]);
    expect(result).toMatchObject({
      status: "committed",
      paths: ["topics/cooking.md", "topics/travel.md"],
    });
    expect(repo.git("ls-tree", "-r", "--name-only", "HEAD")).toBe("notes.txt\n");
    rmSync(join(repo.root, "notes.txt"));
    expect((await repo.loci(["notes.txt"])).status).toBe("committed");
    expect(repo.status()).toBe("");
    repo.fsck();
  });

  test.each(["2", "3", "4"])("when the index has version %s", async (version) => {
    const repo = createRepo();
    for (let n = 0; n < 300; n++) repo.write(`many/${"x".repeat(n)}.md`.slice(0, 200), "x\n");
    repo.git("update-index", "--index-version", version);
    repo.git("add", "-A");
    repo.git("commit", "-qm", "many");
    if (version === "3") {
      repo.write("intent.md", "x\n");
      repo.git("add", "-N", "intent.md");
    }
    const dirty = repo.status();
    repo.write("many/xxx.md", "new\n");
    repo.write("many/aaa.md", "new\n");
    expect((await repo.loci(["many/xxx.md", "many/aaa.md"])).status).toBe("committed");
    expect(repo.status()).toBe(dirty);
    repo.fsck();
  });

  test("when the index has an untracked cache, skips its checksum, or is gone", async () => {
    const repo = createRepo();
    repo.git("update-index", "--force-untracked-cache");
    repo.git("config", "index.skipHash", "true");
    repo.write("stray.md", "x\n");
    repo.write("topics/new.md", "x\n");
    expect(repo.status()).toBe("?? stray.md\n?? topics/new.md\n");
    expect((await repo.loci(["topics/new.md"])).status).toBe("committed");
    expect(repo.status()).toBe("?? stray.md\n");
    for (const damage of [
      () => rmSync(join(repo.root, ".git/index")),
      () => repo.write(".git/index", ""),
    ]) {
      damage();
      repo.write("topics/new.md", `${Math.random()}\n`);
      expect((await repo.loci(["topics/new.md"])).status).toBe("committed");
      expect(repo.status()).toBe("?? stray.md\n");
    }
  });
});

test.each([
  "../x.md",
  "/etc/x",
  ".git/config",
  "a/../../x",
  "topics/.GIT/x",
  "git~1/x",
  "",
  "a//b",
])("commitPaths() refuses the path %j", async (path) => {
  const repo = createRepo();
  await expect(repo.loci([path])).rejects.toMatchObject({ code: "OUTSIDE_VAULT" });
});

test("commitPaths() never dates a commit before its parent when the clock is wrong", async () => {
  const repo = createRepo();
  repo.write("topics/cooking.md", "x\n");
  await repo.loci(["topics/cooking.md"], { now: new Date(0) });
  const [child, parent] = repo.git("log", "-2", "--format=%ct").split("\n");
  expect(Number(child)).toBe(Number(parent));
  repo.fsck();
});
