import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { deviceClock } from "../../../src/app/vault/device-clock.ts";
import { nodeDisk } from "../../../src/git/disk.ts";
import { maintain } from "../../../src/git/maintenance/maintain.ts";
import { createLock } from "../../sync/pending-request.ts";
import { gitEnv, type TestRepo } from "../../sync/repo.ts";

/** Environments with and without a git to be found. */
export const withGit = { PATH: gitEnv.PATH };
export const withoutGit = { PATH: "/nonexistent" };

const commitLock = createLock();

/** Maintains a repository as its device would. */
export const runMaintain = (
  repo: TestRepo,
  env: NodeJS.ProcessEnv,
  more: Partial<Parameters<typeof maintain>[0]> = {},
) =>
  maintain({
    repository: { gitDir: join(repo.root, ".git") },
    disk: nodeDisk,
    clock: deviceClock,
    commitLock,
    env,
    ...more,
  });

/** Git goes on by itself when the process that began it is killed: waits until none works in the repository. */
export async function untilLeft(repo: TestRepo): Promise<void> {
  const cwdOf = (pid: string): string => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`);
    } catch {
      return ""; // It has ended, or is another user's.
    }
  };
  const isIn = (pid: string): boolean => cwdOf(pid).startsWith(repo.root);
  while (readdirSync("/proc").some((name) => /^\d+$/.test(name) && isIn(name))) await sleep(20);
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
