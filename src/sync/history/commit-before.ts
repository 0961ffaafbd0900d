import type { History } from "./open-history.ts";
import { type CommitFacts, readCommit } from "./read-commit.ts";

/**
 * The newest commit of the branch that is not later than a moment (ms since the epoch): what the branch was then, going
 * back from what it is now by each commit's first parent, as `git rev-list -1 --first-parent --before` does.
 */
export async function commitBefore(
  { objects, head, shallow }: History,
  moment: number,
  signal?: AbortSignal,
): Promise<{ readonly commit: CommitFacts | undefined; readonly oldest: CommitFacts | undefined }> {
  let oldest: CommitFacts | undefined;
  for (let oid = head, count = 0; oid !== undefined; count++) {
    if (count % 200 === 199) await new Promise(setImmediate);
    signal?.throwIfAborted();
    const commit = await readCommit(objects, oid);
    if (commit.committedAt <= moment) return { commit, oldest: commit };
    oldest = commit;
    oid = shallow.has(commit.oid) ? undefined : commit.parents[0];
  }
  return { commit: undefined, oldest };
}
