import type { Objects } from "../git/objects.ts";
import type { Change, Version } from "../git/update-index.ts";
import { isOwnState } from "../merge/check-names.ts";
import { emptyTree, walkTrees } from "../merge/walk-trees.ts";

/** What moves a folder from one tree to another (undefined: nothing yet); what goes comes first. Refuses names that no vault may hold. */
export async function diffTrees(
  objects: Objects,
  from: string | undefined,
  to: string,
  signal?: AbortSignal,
): Promise<Change[]> {
  const ours = from ?? emptyTree;
  const { spots } = await walkTrees(objects, { bases: [], ours, theirs: to }, signal);
  // A `.loci` that somebody committed by mistake is another device's: it stays where it is, in the tree.
  const files = spots.filter(({ path }) => !isOwnState(path.slice(path.lastIndexOf("/") + 1)));
  const changes = files.map(({ path, ours: before, theirs: after }) => ({
    path: Buffer.from(path, "latin1").toString("utf8"),
    before: before && toVersion(before),
    after: after && toVersion(after),
  }));
  return changes.sort((a, b) => Number(a.after !== undefined) - Number(b.after !== undefined));
}

const toVersion = ({ mode, oid }: Version): Version => ({ mode, oid });
