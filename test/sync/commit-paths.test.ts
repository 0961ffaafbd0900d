import { chmodSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRepo, type TestRepo } from "./repo.ts";

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
