import { NewestFirst } from "../../git/ancestry/newest-first.ts";
import type { History } from "./open-history.ts";
import { type CommitFacts, readCommit } from "./read-commit.ts";

/** The commits of a history, newest first. Ends where something is missing or damaged. */
export async function* walkCommits(
  { objects, head, shallow }: History,
  signal?: AbortSignal,
): AsyncGenerator<CommitFacts> {
  const queue = new NewestFirst<CommitFacts>();
  const seen = new Set<string>();
  const push = async (oid: string | undefined): Promise<void> => {
    if (oid === undefined || seen.has(oid)) return;
    seen.add(oid);
    const commit = await readCommit(objects, oid).catch(() => undefined);
    if (commit !== undefined) queue.push(commit, commit.committedAt);
  };
  await push(head);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    signal?.throwIfAborted();
    yield next;
    if (shallow.has(next.oid)) continue;
    for (const parent of next.parents) await push(parent);
  }
}
