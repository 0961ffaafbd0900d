import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { applyMove, recoverMove } from "../../../src/sync/apply/move.ts";
import { openBase } from "../../../src/sync/commit/commit-files.ts";
import { changedPaths } from "../../../src/sync/commit/scan-changes.ts";
import { listLeftOut } from "../../../src/sync/sync.ts";
import { useTempFolder } from "../../temp.ts";
import { copyFolder } from "../kills.ts";
import { createVault, openRepo } from "../repo.ts";
import { failAt } from "../watched-disk.ts";
import { createMove, head, openMoveContext } from "./moving.ts";

describe("applyMove()", () => {
  test("keeps the old tip as a rescue ref that git gc does not prune", async () => {
    const repo = createVault();
    const move = createMove(repo, () => repo.write("topics/cooking.md", "- saffron\n"));
    expect(await applyMove(await openMoveContext(repo.root), move)).toBe("applied");
    repo.git("reflog", "expire", "--expire=now", "refs/heads/main", "HEAD");
    repo.git("gc", "-q", "--prune=now");
    expect(repo.git("rev-parse", "refs/loci/rescue/main").trim()).toBe(move.from);
    expect(head(repo)).toBe(move.to);
  });

  test("merges what somebody saved meanwhile, and leaves it for the next commit", async () => {
    const repo = createVault();
    const move = createMove(repo, () => {
      repo.write("topics/cooking.md", "- bomba rice\n- theirs\n");
      repo.write("notes.txt", "mine\ntheirs\n");
      repo.git("rm", "-q", "topics/travel.md");
      repo.write("added.md", "- theirs\n");
      repo.write("board.json", "[2]\n");
    });
    repo.write("topics/cooking.md", "- bomba rice\n- late\n");
    repo.write("notes.txt", "mine\nlate\n");
    repo.write("topics/travel.md", "- lisbon\n- late\n");
    repo.write("added.md", "- late\n");
    repo.write("board.json", "[3]\n");
    await applyMove(await openMoveContext(repo.root), move);
    const lines = (path: string): string[] => repo.read(path).trim().split("\n").sort();
    expect(lines("topics/cooking.md")).toEqual(["- bomba rice", "- late", "- theirs"]);
    expect(lines("notes.txt")).toEqual(["late", "mine", "theirs"]);
    expect(lines("topics/travel.md")).toEqual(["- late"]);
    expect(lines("added.md")).toEqual(["- late", "- theirs"]);
    expect(lines("board.json")).toEqual(["[3]"]);
    const aside = `board.${repo.git("rev-parse", "HEAD:board.json").slice(0, 8)}.json`;
    expect(lines(aside)).toEqual(["[2]"]);
    expect(head(repo)).toBe(move.to);
    expect(repo.status()).toBe(
      ` M added.md\n M board.json\n M notes.txt\n M topics/cooking.md\n?? ${aside}\n?? topics/travel.md\n`,
    );
  });

  test("leaves links, and what turns into one, as they stand in the folder", async () => {
    const repo = createVault();
    repo.write("file", "file\n");
    symlinkSync("notes.txt", join(repo.root, "link"));
    repo.commitAll("third");
    const move = createMove(repo, () => {
      for (const name of ["file", "link"]) rmSync(join(repo.root, name));
      repo.write("link", "plain\n");
      for (const name of ["file", "new"]) symlinkSync("../outside", join(repo.root, name));
    });
    const context = await openMoveContext(repo.root);
    expect(await applyMove(context, move)).toBe("applied");
    expect(repo.status()).toBe("");
    expect(repo.read("file")).toBe("file\n");
    expect(lstatSync(join(repo.root, "link")).isSymbolicLink()).toBe(true);
    expect(existsSync(join(repo.root, "new"))).toBe(false);
    const told = await listLeftOut(context);
    expect(told.map(({ path }) => path)).toEqual(["file", "link", "new"]);
    expect(repo.git("ls-files", "-s", "new")).toContain("120000");
  });
});

describe("applyMove() goes on, but leaves as it stands here", () => {
  test("a file in whose place something else stands", async () => {
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
    expect(await changedPaths(await openBase(context))).toEqual(["b", "topics"]);
    for (const name of ["b", "topics", "a.md"]) rmSync(join(repo.root, name), { recursive: true });
    for (const { reason } of told) {
      const taken = [...reason.matchAll(/`git ([^`]*)`/g)].map(([, args = ""]) => args.split(" "));
      for (const args of taken) repo.git(...args);
    }
    expect(repo.read("topics/cooking.md")).toBe("- theirs\n");
    expect(await listLeftOut(context)).toEqual([]);
    expect(repo.status()).toBe("");
  });

  test("a file that git was told not to look at", async () => {
    const repo = createVault();
    const move = createMove(repo, () => repo.write("topics/cooking.md", "- theirs\n"));
    repo.git("update-index", "--skip-worktree", "topics/cooking.md");
    repo.write("topics/cooking.md", "- bomba rice\n- mine alone\n");
    expect(await applyMove(await openMoveContext(repo.root), move)).toBe("applied");
    expect(repo.read("topics/cooking.md")).toBe("- bomba rice\n- mine alone\n");
    expect(repo.git("ls-files", "-v", "topics/cooking.md")).toMatch(/^S /);
    expect(repo.status()).toBe("");
  });
});

test("a move in which any one call to the disk fails loses nothing, and the next round finishes it", async () => {
  const template = createVault();
  const move = createMove(template, () => {
    template.write("topics/cooking.md", "- bomba rice\n- theirs\n");
    template.git("rm", "-q", "topics/travel.md");
    template.write("moved.md", "- lisbon\n");
  });
  template.write("topics/cooking.md", "- bomba rice\n- late\n");
  let nth = 1;
  for (let isOver = false; !isOver; nth++) {
    const repo = openRepo(copyFolder(template.root));
    const context = await openMoveContext(repo.root);
    const { ended, calls } = await failAt(nth, () => applyMove(context, move));
    isOver = calls.length < nth;
    const told = `${calls.at(nth - 1)} ${nth}: ${ended}`;
    const has = (path: string, line: string): boolean =>
      existsSync(join(repo.root, path)) && repo.read(path).includes(line);
    expect(has("topics/travel.md", "- lisbon") || has("moved.md", "- lisbon"), told).toBe(true);
    expect(has("topics/cooking.md", "- late"), told).toBe(true);
    expect(repo.git("diff", "--cached", "--name-only"), told).toBe("");
    await recoverMove(context);
    await applyMove(context, move);
    expect(head(repo), told).toBe(move.to);
    for (const line of ["- bomba rice", "- late", "- theirs"])
      expect(has("topics/cooking.md", line), told).toBe(true);
    expect(repo.status(), told).toBe(" M topics/cooking.md\n");
  }
  expect(nth).toBeGreaterThan(20);
});

/** A vault in which a move to another device's commit was called off. */
async function interrupt() {
  const repo = createVault();
  const move = createMove(repo, () => repo.write("a.md", "- new\n"));
  const context = await openMoveContext(repo.root);
  await expect(applyMove({ ...context, signal: AbortSignal.abort() }, move)).rejects.toThrow();
  return { repo, move };
}

test("a commit finishes an interrupted move first: its files are nobody's edits", async () => {
  const { repo, move } = await interrupt();
  repo.write("topics/cooking.md", "- mine\n");
  const made = await repo.loci(["topics/cooking.md"]);
  expect(made.oids).toHaveLength(1);
  expect(repo.git("rev-parse", "HEAD^").trim()).toBe(move.to);
  expect(repo.git("show", "--format=", "--name-only", "HEAD")).toBe("topics/cooking.md\n");
  expect(repo.status()).toBe("");
});

test("a commit goes on beside an interrupted move of a branch that went on", async () => {
  const { repo } = await interrupt();
  repo.git("commit", "-q", "--allow-empty", "-m", "by the person");
  repo.write("topics/cooking.md", "- mine\n");
  const made = await repo.loci(["topics/cooking.md"]);
  expect(made.oids).toHaveLength(1);
});
