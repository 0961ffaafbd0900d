import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Disk, nodeDisk, openDrafts } from "../../../src/git/disk.ts";
import { type PackReport, packLoose } from "../../../src/git/maintenance/pack-loose.ts";
import { openObjects } from "../../../src/git/objects/objects.ts";
import { findGit } from "../../../src/git/system-git.ts";
import { gitEnv, type TestRepo } from "../../sync/repo.ts";

/** Environments with and without a git to be found. */
export const withGit = { PATH: gitEnv.PATH };
export const withoutGit = { PATH: "/nonexistent" };

/** Packs a repository as its device would. */
export async function packRepo(
  { root }: Pick<TestRepo, "root">,
  env: NodeJS.ProcessEnv,
  { disk = nodeDisk, signal }: { readonly disk?: Disk; readonly signal?: AbortSignal } = {},
): Promise<PackReport> {
  const gitDir = join(root, ".git");
  await openDrafts(disk, gitDir);
  const git = await findGit(env, disk);
  return packLoose({ gitDir, disk, objects: openObjects(gitDir, disk), git, signal });
}

/** Git goes on by itself when the process that began it is killed: waits until none works on the repository. */
export async function untilLeft({ root }: TestRepo): Promise<void> {
  const isOn = (pid: string): boolean => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`GIT_DIR=${root}`);
    } catch {
      return false; // It has ended, or is another user's.
    }
  };
  while (readdirSync("/proc").some((name) => /^\d+$/.test(name) && isOn(name))) await sleep(20);
}

/** Everything that must be the same before and after: refs, reflogs, and the name of each object there is. */
export function stateOf(repo: TestRepo): string {
  const objects = repo
    .git("cat-file", "--batch-check", "--batch-all-objects", "--unordered")
    .trim()
    .split("\n")
    .sort();
  const log = readFileSync(join(repo.root, ".git/logs/HEAD"), "utf8");
  return [
    repo.git("for-each-ref"),
    log,
    repo.git("rev-list", "--all", "--objects"),
    ...objects,
  ].join("\n");
}
