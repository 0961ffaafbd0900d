import { join } from "node:path";
import { blocked } from "../blocked.ts";
import { type Disk, readIfThere, replaceFile } from "../disk.ts";
import { branchName, branchRef, hasRef } from "../refs/refs.ts";
import { shellWord } from "../shell-word.ts";
import type { Repository } from "./repository.ts";

/**
 * The vault lives on one branch: `loci.branch` in git's settings, else the one of Loci's first commit.
 * While the person looks at another one, what Loci writes stays uncommitted in the files, so that
 * `git switch` carries it home instead of leaving it on an abandoned branch.
 */
export async function checkBranch({ gitDir, config }: Repository, ref: string): Promise<void> {
  const setting = config.get("loci.branch");
  const home = setting ? branchRef(setting) : await readRecord(gitDir);
  if (!home || home === ref || !(await hasRef(gitDir, home))) return;
  const [here = "", there = ""] = [ref, home].map(branchName);
  throw blocked(
    `branch "${here}" is checked out, and the vault lives on "${there}"`,
    `run \`git switch ${shellWord(there)}\`, or \`git config loci.branch ${shellWord(here)}\` to stay here`,
  );
}

/** Remembers the branch of a commit as the vault's own. */
export async function recordBranch({ gitDir }: Repository, disk: Disk, ref: string): Promise<void> {
  if ((await readRecord(gitDir)) !== ref)
    await replaceFile(disk, gitDir, recordFile(gitDir), Buffer.from(`${ref}\n`));
}

const recordFile = (gitDir: string): string => join(gitDir, "loci", "branch");

const readRecord = async (gitDir: string): Promise<string | undefined> =>
  (await readIfThere(recordFile(gitDir)))?.toString("utf8").trim();
