import type { Commit } from "../../git/objects/commit.ts";

/** The commits that a head leads to, newest first. Passes over what is missing, damaged or not fetched. */
export async function* walkCommits(
  readCommit: (oid: string) => Promise<Commit>,
  head: string,
): AsyncGenerator<Commit> {
  const seen = new Set<string>();
  /** The newest one last. */
  const queue: Commit[] = [];
  let next: readonly string[] = [head];
  do {
    for (const oid of next.filter((one) => !seen.has(one))) {
      seen.add(oid);
      const commit = await readCommit(oid).catch(() => undefined); // Its past ends here.
      if (commit === undefined) continue;
      const at = queue.findIndex(({ time }) => time >= commit.time);
      queue.splice(at < 0 ? queue.length : at, 0, commit);
    }
    const newest = queue.pop();
    if (newest !== undefined) yield newest;
    next = newest?.parents ?? [];
  } while (next.length > 0 || queue.length > 0);
}
