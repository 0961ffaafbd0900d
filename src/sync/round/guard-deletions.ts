import { LociError } from "../../errors.ts";
import type { Landing } from "../commit/land.ts";
import type { Objects } from "../git/objects.ts";
import { filesOf, versionAt } from "../git/tree-files.ts";
import type { Edit } from "./look-at-edit.ts";

/** So few files may go without a question. */
const fewest = 10;

/**
 * Refuses to commit that more than half of the vault's files, and ten or more, are gone: a disk that is not mounted, a
 * folder moved away by mistake. A file that is there under another name is not gone.
 */
export async function checkDeletions(
  { objects, repository: { root } }: Landing,
  tree: string | undefined,
  edits: readonly Edit[],
): Promise<void> {
  const gone = edits.filter(({ isGone }) => isGone);
  if (tree === undefined || gone.length < fewest) return;
  const total = (await filesOf(objects, tree)).size;
  const lost = gone.length - (await countRenamed(objects, tree, { edits, gone }));
  if (lost < fewest || lost * 2 <= total) return;
  const message = `Cannot sync the vault: ${lost} of its ${total} files are gone from "${root}"`;
  const fix =
    "bring them back: mount the disk or move the folder back, or run `git ls-files -dz | xargs -0 git checkout HEAD --` there, which restores them as last committed; if they are meant to go, run `loci sync --accept-deletions`";
  throw new LociError("SYNC_FAILED", message, {
    data: { reason: "deletions", lost, total, fix },
  });
}

/** Files that are gone whose content came in elsewhere. */
async function countRenamed(
  objects: Objects,
  tree: string,
  { edits, gone }: { readonly edits: readonly Edit[]; readonly gone: readonly Edit[] },
): Promise<number> {
  const come = new Set(edits.flatMap(({ isGone, oid }) => (isGone ? [] : [oid])));
  let count = 0;
  for (const { path } of gone) {
    if (come.has((await versionAt(objects, tree, path))?.oid)) count++;
  }
  return count;
}
