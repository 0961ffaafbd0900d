import { execFileSync } from "node:child_process";
import { gitEnv } from "./sync/repo.ts";

/** Makes a vault a repository with all that it holds committed: undo goes by commits. */
export function initGit(root: string): void {
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-q", "--allow-empty", "-m", "first"],
  ]) {
    execFileSync("git", args, { cwd: root, env: gitEnv, stdio: "pipe" });
  }
}
