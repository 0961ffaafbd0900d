import type { History } from "./open-history.ts";
import { type CommitFacts, readCommit } from "./read-commit.ts";

/**
 * The newest commit of the branch that is not later than a moment (ms since the epoch): what the branch was then, going
 * back from what it is now by each commit's first parent, as `git rev-list -1 --first-parent --before` does.
 */
export async function commitBefore(
  { objects, head, graph }: History,
  moment: number,
): Promise<{ readonly commit: CommitFacts | undefined; readonly oldest: CommitFacts | undefined }> {
  if (head === undefined) return { commit: undefined, oldest: undefined };
  const commits = await graph();
  let oldest = head;
  for (let id = commits.idOf(head); id !== undefined; ) {
    oldest = commits.oidOf(id);
    const node = commits.node(id);
    if (node !== undefined && node.time * 1_000 <= moment) {
      const commit = await readCommit(objects, oldest);
      return { commit, oldest: commit };
    }
    id = node?.parents[0];
  }
  return { commit: undefined, oldest: await readCommit(objects, oldest) };
}
