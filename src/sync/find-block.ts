import { type Blocked, errorToBlocked } from "./blocked.ts";
import { checkBranch } from "./branch.ts";
import type { GitHome } from "./git-config.ts";
import { readHead } from "./head.ts";
import { checkNothingInProgress } from "./in-progress.ts";
import { openRepository } from "./repository.ts";

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
