import { cpSync, existsSync, lstatSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Move } from "../../../src/sync/apply/move.ts";
import { useTempFolder } from "../../temp.ts";
import { createRepo, openRepo, type TestRepo } from "../repo.ts";

/** Makes another device's commit with real git, and gives the move to it; the folder stays as it was. */
export function createMove(repo: TestRepo, change: (repo: TestRepo) => void): Move {
  const from = head(repo);
  repo.git("checkout", "-q", "-b", "other");
  change(repo);
  repo.commitAll("theirs");
  const to = head(repo);
  repo.git("checkout", "-q", "main");
  repo.git("branch", "-qD", "other");
  return { ref: "refs/heads/main", from, to, log };
}

const log = `Ana <ana@example.org> ${Math.floor(Date.now() / 1000)} +0000\tsync: merge main`;

/** A vault in which every kind of change is about to come in, and a file of the person's is dirty. */
export function createTemplate(): { move: Move; copy: () => TestRepo } {
  const repo = createRepo();
  rmSync(join(repo.root, ".git/hooks"), { recursive: true });
  repo.write(".gitignore", ".loci/\n");
  repo.write("other.md", "- mine\n");
  repo.write("old.md", "- moved\n");
  repo.write("folder-to-be", "- a file\n");
  repo.write("gone/deep/only.md", "- only\n");
  repo.write("file-to-be/inside.md", "- inside\n");
  repo.write("run.sh", "#!/bin/sh\n");
  repo.write("image.bin", Buffer.from([1, 0, 2]));
  repo.commitAll("second");
  const move = createMove(repo, () => {
    repo.write("topics/cooking.md", "- bomba rice\n- saffron\n");
    repo.write("topics/new/deep.md", "- deep\n");
    repo.write("notes.txt", "mine\ntheirs\n");
    repo.write("image.bin", Buffer.from([3, 0, 4, 5]));
    repo.git("rm", "-q", "topics/travel.md", "gone/deep/only.md", "folder-to-be");
    repo.git("mv", "old.md", "topics/renamed.md");
    repo.write("folder-to-be/inside.md", "- inside\n");
    repo.git("rm", "-q", "file-to-be/inside.md");
    repo.write("file-to-be", "- a file\n");
    repo.git("update-index", "--chmod=+x", "run.sh");
    repo.git("checkout", "-q", "--", "run.sh");
    symlinkSync("topics/cooking.md", join(repo.root, "link"));
  });
  repo.write("other.md", "- mine\n- being written\n");
  const copy = (): TestRepo => {
    const root = useTempFolder();
    cpSync(repo.root, root, { recursive: true, preserveTimestamps: true });
    return openRepo(root);
  };
  return { move, copy };
}

/** All of the template's move is there, and nothing of the person's is gone. */
export function checkArrived(repo: TestRepo, at: string): void {
  expect(repo.status(), at).toBe(" M other.md\n");
  expect(repo.read("other.md"), at).toBe("- mine\n- being written\n");
  expect(lstatSync(join(repo.root, "run.sh")).mode & 0o111, at).toBe(0o111);
  expect(existsSync(join(repo.root, "link")), at).toBe(false); // Carried, not checked out.
  expect(existsSync(join(repo.root, "gone")), at).toBe(false);
  for (const lock of ["index.lock", "refs/heads/main.lock", "loci/moving.json"]) {
    expect(existsSync(join(repo.root, ".git", lock)), `${at}: ${lock}`).toBe(false);
  }
}

/** The commit that is checked out. */
export const head = (repo: TestRepo): string => repo.git("rev-parse", "HEAD").trim();
