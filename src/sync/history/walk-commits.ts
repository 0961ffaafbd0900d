import type { Commit } from "../../git/objects/commit.ts";
import type { History } from "./open-history.ts";

/** The commits that a head leads to, newest first. Passes over what is missing, damaged or not fetched. */
export async function* walkCommits(
  { objects }: Pick<History, "objects">,
  head: string,
  {
    read = objects.readCommit,
    parentsOf = ({ parents }: Commit): readonly string[] => parents,
  } = {},
): AsyncGenerator<Commit> {
  const seen = new Set<string>();
  /** The newest one last. */
  const queue: Commit[] = [];
  const enqueue = async (oid: string): Promise<void> => {
    if (seen.has(oid)) return;
    seen.add(oid);
    const commit = await read(oid).catch(() => undefined); // Its past ends here.
    if (commit === undefined) return;
    const at = queue.findIndex(({ time }) => time >= commit.time);
    queue.splice(at < 0 ? queue.length : at, 0, commit);
  };
  await enqueue(head);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    yield next;
    for (const parent of parentsOf(next)) await enqueue(parent);
  }
}
