import { type Blocked, errorToBlocked } from "../../git/blocked.ts";
import type { GitHome } from "../../git/config/git-config.ts";
import { readHead } from "../../git/refs/head.ts";
import { checkBranch } from "../../git/repository/branch.ts";
import { checkNothingInProgress } from "../../git/repository/in-progress.ts";
import { openRepository } from "../../git/repository/repository.ts";

/** Why nothing could be committed to the vault's repository now, if that is so. Changes nothing. */
export async function findBlock(root: string, person: GitHome): Promise<Blocked | undefined> {
  try {
    const repository = await openRepository(root, person);
    await checkNothingInProgress(repository.gitDir);
    const head = await readHead(repository.gitDir);
    await checkBranch(repository, head.ref);
    return undefined;
  } catch (error) {
    const blocked = errorToBlocked(error);
    if (blocked === undefined) throw error;
    return blocked;
  }
}
