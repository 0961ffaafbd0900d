import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { respectCheckouts } from "../../src/sync/round/respect-checkouts.ts";
import { createRepo } from "./repo.ts";
import { syncRequest } from "./sync-request.ts";

describe.skipIf(process.platform === "win32")("commitPaths() reads no device in place of", () => {
  test.each([".gitattributes", ".gitignore", "topics/.gitattributes", "topics/.gitignore"])(
    "%s",
    { timeout: 30_000 },
    async (name) => {
      const repo = createRepo();
      symlinkSync("/dev/zero", join(repo.root, name));
      repo.write("topics/new.md", "- x\n");
      expect(await repo.loci(["topics/new.md"])).toMatchObject({
        oids: [expect.any(String)],
        heldBack: [],
      });
      rmSync(join(repo.root, name));
      execFileSync("mkfifo", [join(repo.root, name)]);
      repo.write("topics/newer.md", "- x\n");
      expect(await repo.loci(["topics/newer.md"])).toMatchObject({ oids: [expect.any(String)] });
    },
  );

  test.each(["HEAD", "index", "refs/heads/main", "objects/info/alternates"])(
    ".git/%s",
    { timeout: 30_000 },
    async (name) => {
      const repo = createRepo();
      rmSync(join(repo.root, ".git", name), { force: true });
      symlinkSync("/dev/zero", join(repo.root, ".git", name));
      repo.write("topics/new.md", "- x\n");
      await expect(repo.loci(["topics/new.md"])).rejects.toThrow();
    },
  );

  test("the reflog, which each recall looks at", { timeout: 30_000 }, async () => {
    const repo = createRepo();
    rmSync(join(repo.root, ".git/logs/HEAD"));
    execFileSync("mkfifo", [join(repo.root, ".git/logs/HEAD")]);
    const { root, lociDir, lock, clock } = syncRequest(repo.root);
    await respectCheckouts({ root, lociDir, lock, clock });
  });
});

test.each([`${"*a".repeat(40)}b`, `${"**/".repeat(600)}b`, `x/${"*a".repeat(1_000)}b`])(
  "commitPaths() with 55000 patterns full of stars takes no time: %#",
  { timeout: 30_000 },
  async (pattern) => {
    const repo = createRepo();
    repo.write(".gitignore", `*a*a*a*[!c]\n${pattern}\n`.repeat(27_500));
    const names = Array.from({ length: 50 }, (_, n) => `banana-anna-canasta-c${n}c`);
    const paths = [`topics/${"a".repeat(180)}.md`, ...names.map((name) => `topics/${name}`)];
    for (const path of paths) repo.write(path, "- x\n");
    expect(await repo.loci(paths)).toMatchObject({ oids: [expect.any(String)], heldBack: [] });
  },
);
