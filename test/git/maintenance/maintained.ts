import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openDrafts } from "../../../src/git/disk.ts";
import { repack } from "../../../src/git/maintenance/repack.ts";
import { Objects } from "../../../src/git/objects/objects.ts";
import { findGit } from "../../../src/git/system-git.ts";
import { createRepo, gitEnv, type TestRepo } from "../../sync/repo.ts";

/** Environments with and without a git to be found. */
export const withGit = { PATH: gitEnv.PATH };
export const withoutGit = { PATH: "/nonexistent" };

/** Packs a repository as its device would. */
export async function packRepo(
  { root }: Pick<TestRepo, "root">,
  env: NodeJS.ProcessEnv,
): ReturnType<typeof repack> {
  const gitDir = join(root, ".git");
  await openDrafts(gitDir);
  const git = await findGit(env);
  return repack({ objects: new Objects(gitDir), git });
}

/** Everything that must be the same before and after: refs, reflogs, and the name of each object there is. */
export function stateOf(repo: TestRepo): string {
  const objects = repo.git("cat-file", "--batch-check", "--batch-all-objects").split("\n").sort();
  const log = readFileSync(join(repo.root, ".git/logs/HEAD"), "utf8");
  return [repo.git("for-each-ref"), log, repo.git("rev-list", "--all"), ...objects].join("\n");
}

/** A repository of so many commits, each with three or four loose objects of its own; real git packs nothing in it by itself. */
export function growRepo(commits: number): TestRepo {
  const repo = createRepo();
  for (const key of ["gc.auto", "maintenance.auto"]) repo.git("config", key, "0");
  let text = "# Cooking\n\n";
  const input = Array.from({ length: commits }, (_, n) => {
    text += `- Memory ${n} of ${(n * 7919) % 1000} things\n`;
    const from = n === 0 ? "from refs/heads/main^0\n" : "";
    return `commit refs/heads/main\ncommitter Ana <a@x> ${1_700_000_000 + n} +0100\ndata 0\n${from}M 100644 inline topics/cooking.md\ndata ${text.length}\n${text}\n`;
  });
  const args = ["-c", "fastimport.unpackLimit=100000", "fast-import", "--quiet", "--force"];
  execFileSync("git", args, { cwd: repo.root, env: gitEnv, input: input.join("") });
  repo.git("reset", "-q", "--hard");
  return repo;
}

/** The names of all loose objects. */
export function looseIn(repo: TestRepo): string[] {
  const objects = join(repo.root, ".git/objects");
  const folders = readdirSync(objects).filter((name) => /^[0-9a-f]{2}$/.test(name));
  return folders.flatMap((start) => readdirSync(join(objects, start)).map((rest) => start + rest));
}
