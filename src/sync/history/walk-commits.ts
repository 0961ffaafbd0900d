import { NewestFirst } from "../../git/ancestry/newest-first.ts";
import type { Commit } from "../../git/objects/commit.ts";
import type { Objects } from "../../git/objects/objects.ts";

/** The commits that a head leads to, newest first. Passes over what is missing, damaged or not fetched. */
export async function* walkCommits(
  { objects, shallow }: Walked,
  head: string | undefined,
  read = (oid: string): Promise<Commit> => objects.readCommit(oid),
): AsyncGenerator<Commit> {
  const queue = new NewestFirst<Commit>();
  const seen = new Set<string>();
  const enqueue = async (oid: string): Promise<void> => {
    if (seen.has(oid)) return;
    seen.add(oid);
    const commit = await read(oid).catch(() => undefined); // Its past ends here.
    if (commit !== undefined) queue.push(commit, commit.time);
  };
  if (head !== undefined) await enqueue(head);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    yield next;
    if (!shallow.has(next.oid)) for (const parent of next.parents) await enqueue(parent);
  }
}

interface Walked {
  readonly objects: Pick<Objects, "readCommit">;
  /** Commits whose parents were not fetched. */
  readonly shallow: ReadonlySet<string>;
}
