import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { applyMove, recoverMove } from "../../../src/sync/apply/move.ts";
import { changedPaths } from "../../../src/sync/commit/scan-changes.ts";
import { listLeftOut } from "../../../src/sync/round/left-out.ts";
import { useTempFolder } from "../../temp.ts";
import type { TestRepo } from "../repo.ts";
import { openMoveContext } from "./move-context.ts";
import { createMove, createVault, head } from "./moving.ts";

/** Whatever stands in the way, nothing has moved. */
async function expectBlocked(
  repo: TestRepo,
  move: Parameters<typeof applyMove>[1],
  why: RegExp,
): Promise<void> {
  const status = repo.status();
  const context = await openMoveContext(repo.root);
  await expect(applyMove(context, move)).rejects.toMatchObject({
    code: "GIT_BLOCKED",
    message: expect.stringMatching(why),
    data: { fix: expect.any(String) },
  });
  expect(head(repo)).toBe(move.from);
  expect(repo.status()).toBe(status);
  expect(existsSync(join(repo.root, ".git/index.lock"))).toBe(false);
  await recoverMove(context);
  expect(head(repo)).toBe(move.from);
}

describe("applyMove() is held back, before anything moves, by", () => {
  test("staged changes of a file that changes", async () => {
    const repo = createVault();
    const move = createMove(repo, () => {
      repo.write("a.md", "- a\n");
      repo.write("topics/cooking.md", "- saffron\n");
    });
    repo.write("topics/cooking.md", "- staged\n");
    repo.git("add", "-A");
    await expectBlocked(repo, move, /staged changes of "topics\/cooking.md"/);
    repo.git("restore", "--staged", "topics/cooking.md");
    repo.git("rm", "-q", "--cached", "topics/cooking.md");
    await expectBlocked(repo, move, /staged changes of "topics\/cooking.md"/);
  });

  test("a staged file in the place of a folder", async () => {
    const repo = createVault();
    const move = createMove(repo, () => repo.write("new/a.md", "- a\n"));
    repo.write("new", "mine\n");
    repo.git("add", "new");
    await expectBlocked(repo, move, /staged changes of "new\/a.md"/);
  });

  test("but not by what stands in a place: that stays, and the file is left out", async () => {
    const repo = createVault();
    const outside = useTempFolder();
    writeFileSync(join(outside, "cooking.md"), "- bomba rice\n");
    writeFileSync(join(outside, "travel.md"), "- lisbon\n");
    const move = createMove(repo, () => {
      repo.write("a.md", "- a\n");
      repo.write("b/c.md", "- c\n");
      repo.write("topics/cooking.md", "- theirs\n");
      repo.git("rm", "-q", "topics/travel.md");
    });
    repo.write("a.md/mine.txt", "mine\n");
    repo.write("b", "mine\n");
    rmSync(join(repo.root, "topics"), { recursive: true });
    symlinkSync(outside, join(repo.root, "topics"));
    const context = await openMoveContext(repo.root);
    expect(await applyMove(context, move)).toBe("applied");
    expect(readdirSync(outside).sort()).toEqual(["cooking.md", "travel.md"]);
    expect(readFileSync(join(outside, "cooking.md"), "utf8")).toBe("- bomba rice\n");
    expect(repo.read("b")).toBe("mine\n");
    const told = await listLeftOut(context);
    expect(told.map(({ path }) => path)).toEqual(["a.md", "b/c.md", "topics/cooking.md"]);
    expect(told[0]?.reason).toMatch(/something else stands in its place here/);
    expect(await changedPaths(context, repo.git("rev-parse", "HEAD^{tree}").trim())).toEqual([
      "b",
      "topics",
    ]);
    for (const name of ["b", "topics", "a.md"]) rmSync(join(repo.root, name), { recursive: true });
    for (const { reason } of told) {
      const taken = [...reason.matchAll(/`git ([^`]*)`/g)].map(([, args = ""]) => args.split(" "));
      for (const args of taken) repo.git(...args);
    }
    expect(repo.read("topics/cooking.md")).toBe("- theirs\n");
    expect(await listLeftOut(context)).toEqual([]);
    expect(repo.status()).toBe("");
  });

  test("nor by a file that git was told not to look at, which stays as it is", async () => {
    const repo = createVault();
    const move = createMove(repo, () => repo.write("topics/cooking.md", "- theirs\n"));
    repo.git("update-index", "--skip-worktree", "topics/cooking.md");
    repo.write("topics/cooking.md", "- bomba rice\n- mine alone\n");
    expect(await applyMove(await openMoveContext(repo.root), move)).toBe("applied");
    expect(repo.read("topics/cooking.md")).toBe("- bomba rice\n- mine alone\n");
    expect(repo.git("ls-files", "-v", "topics/cooking.md")).toMatch(/^S /);
    expect(repo.status()).toBe("");
  });

  test("nor by filters of git: what they change is left out, but LFS, whose pointers are left as they are", async () => {
    const repo = createVault();
    repo.write(".gitattributes", "*.bin filter=lfs -text\n*.key filter=crypt\n");
    repo.git("add", "-A");
    repo.git("commit", "-qm", "attributes");
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 3\n`;
    const move = createMove(repo, () => repo.write("film.bin", pointer));
    const other = createMove(repo, () => repo.write("my.key", "x\n"));
    repo.git("config", "filter.lfs.clean", "cat");
    repo.git("config", "filter.crypt.clean", "rev");
    const context = await openMoveContext(repo.root);
    expect(await applyMove(context, other)).toBe("applied");
    expect(existsSync(join(repo.root, "my.key"))).toBe(false);
    repo.git("reset", "-q", "--hard", move.from ?? "");
    expect(await applyMove(context, move)).toBe("applied");
    expect(repo.read("film.bin")).toBe(pointer);
    expect(repo.status()).toBe("");
  });
});
