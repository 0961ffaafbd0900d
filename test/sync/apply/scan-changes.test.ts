import { chmodSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openBase } from "../../../src/sync/commit/commit-files.ts";
import { changedPaths } from "../../../src/sync/commit/scan-changes.ts";
import { createRepo, createVault, type TestRepo } from "../repo.ts";
import { openMoveContext } from "./moving.ts";

async function scan(repo: TestRepo): Promise<string[]> {
  return changedPaths(await openBase(await openMoveContext(repo.root)));
}

/** What git says, in the form of a scan. */
function gitSays(repo: TestRepo): string[] {
  const rows = repo.git("status", "--porcelain", "-z", "--untracked-files=all", "--no-renames");
  return rows
    .split("\0")
    .filter(Boolean)
    .map((row) => row.slice(3))
    .sort();
}

describe("changedPaths()", () => {
  test.each(["false", "true"])(
    "ignores what git ignores (core.ignoreCase %s)",
    async (ignoreCase) => {
      const repo = createVault();
      repo.git("config", "core.ignorecase", ignoreCase);
      const rules =
        "*.log !keep.log /build drafts/ a/**/z **/tmp \\#x n[0-9].md Upper.md é.md .loci/";
      repo.write(".gitignore", ["# no rule", ...rules.split(" "), "trail   "].join("\r\n"));
      repo.write("a/.gitignore", "!here.log\nonly-a\n");
      repo.write(".git/info/exclude", "mine.md\n");
      const names = "x.log keep.log build only-a tmp #x n1.md nx.md Upper.md trail é.md mine.md";
      for (const path of ["here.log", "a/here.log"]) repo.write(path, "x\n");
      for (const name of [...names.split(" "), "upper.md", "z", "drafts"])
        for (const path of [name, `a/${name}`, `a/b/${name}/f.md`]) repo.write(path, "x\n");
      const found = await scan(repo);
      expect(found).toEqual(gitSays(repo));
      expect(found).toContain("a/here.log");
      expect(found).not.toContain("x.log");
    },
  );

  test("takes no time over a pushed .gitignore full of stars", { timeout: 10_000 }, async () => {
    const repo = createVault();
    const stars = [`${"*a".repeat(40)}b`, `${"**/".repeat(600)}b`, `x/${"*a".repeat(1_000)}b`];
    repo.write(".gitignore", `*.log\n${"*a*a*[!d]\n".repeat(499)}${stars.join("\n")}`);
    const names = [1, 2, 3, 4, 5].map((n) => `${"a".repeat(240)}${n}d`);
    for (const name of [...names, "x.log"]) repo.write(name, "x\n");
    expect(await scan(repo)).toEqual([".gitignore", ...names]);
  });

  test("goes by content: a touched file, other rights and a racy save", async () => {
    const repo = createVault();
    utimesSync(join(repo.root, "notes.txt"), new Date(), new Date());
    chmodSync(join(repo.root, "topics/travel.md"), 0o755);
    expect(await scan(repo)).toEqual([]);
    chmodSync(join(repo.root, "topics/travel.md"), 0o644);
    repo.git("update-index", "-q", "--refresh");
    writeFileSync(join(repo.root, "notes.txt"), "MINE\n"); // same size, within the same tick
    expect(await scan(repo)).toEqual(["notes.txt"]);
  });

  test("does not enter other repositories, and passes over editors' files", async () => {
    const repo = createVault();
    mkdirSync(join(repo.root, "nested"));
    const nested = createRepo();
    repo.git("clone", "-q", nested.root, "nested");
    repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", nested.root, "sub");
    repo.git("commit", "-qm", "sub");
    repo.write("sub/topics/cooking.md", "changed\n");
    for (const name of ["a.md~", ".a.md.swp", "4913", "#a.md#", ".#a.md"]) repo.write(name, "x\n");
    expect(await scan(repo)).toEqual([]);
  });
});
