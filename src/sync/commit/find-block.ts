import { type Blocked, errorToBlocked } from "../../git/blocked.ts";
import { checkBranch } from "../../git/branch.ts";
import type { GitHome } from "../../git/git-config.ts";
import { readHead } from "../../git/head.ts";
import { checkNothingInProgress } from "../../git/in-progress.ts";
import { openRepository } from "../../git/repository.ts";

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
