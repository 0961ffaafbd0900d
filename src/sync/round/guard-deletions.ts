import { extname } from "node:path";
import { LociError } from "../../errors.ts";
import type { Change } from "../../git/index-file/update-index.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { emptyBlob, filesOf, versionAt } from "../../git/objects/tree-files.ts";
import { isIgnoredPath } from "../../vault/list-files.ts";
import type { CommitContext } from "../commit/publish-commit.ts";
import { findDeletion } from "./find-deletion.ts";
import type { Edit } from "./inspect-edit.ts";

/** So few files may go without a question. */
const fewest = 10;

/**
 * Refuses to commit that more than half of the vault's files, and ten or more, are gone: a disk that is not mounted, a
 * folder moved away by mistake. A file that is there under another name is not gone.
 */
export async function checkDeletions(
  { objects, repository: { root } }: CommitContext,
  tree: string | undefined,
  edits: readonly Edit[],
): Promise<void> {
  const gone = edits.filter(({ isGone }) => isGone);
  if (tree === undefined || gone.length < fewest) return;
  const changes: Change[] = [];
  for (const { path } of gone) {
    changes.push({ path, before: await versionAt(objects, tree, path), after: undefined });
  }
  const come = new Set(edits.flatMap(({ isGone, oid }) => (isGone ? [] : [oid])));
  const losses = await findLost(objects, tree, changes, (oid) => come.has(oid));
  if (losses === undefined) return;
  const { total } = losses;
  const lost = losses.lost.length;
  const message = `Cannot sync the vault: ${lost} of its ${total} files are gone from "${root}"`;
  const fix =
    "bring them back: mount the disk or move the folder back, or run `git ls-files -dz | xargs -0 git checkout HEAD --` there, which restores them as last committed; if they are meant to go, run `loci sync --accept-deletions`";
  throw new LociError("SYNC_FAILED", message, {
    data: { reason: "deletions", lost, total, fix },
  });
}

/**
 * Refuses the same from the remote, where a file is also gone that was emptied, or renamed to what Loci does not read:
 * one device's mistake or push must not empty all the others.
 */
export async function checkIncomingDeletions(
  objects: Objects,
  { tree, theirs, changes }: { tree: string; theirs: string; changes: readonly Change[] },
): Promise<void> {
  const come = new Set(
    changes.flatMap(({ path, after }) =>
      after === undefined || isIgnoredPath(path) ? [] : after.oid + extname(path),
    ),
  );
  const hasCome = (oid: string, path: string) => come.has(oid + extname(path));
  const losses = await findLost(objects, tree, changes, hasCome);
  if (losses === undefined) return;
  const { total } = losses;
  const lost = losses.lost.length;
  const found = await findDeletion(objects, theirs, losses.lost);
  const what = `${lost} of the ${total} files of this vault (${nameSome(losses.lost)})`;
  const message = `Cannot sync the vault: another device deleted or emptied ${what}${found.description}; nothing was changed here`;
  const fix = `if they are meant to go, run \`loci sync --accept-deletions\`; if not, bring them back at the remote with your own git: \`git revert ${found.oid.slice(0, 12)}\` in another clone, and push`;
  throw new LociError("SYNC_FAILED", message, {
    data: { reason: "deletions", lost, total, commit: found.oid, fix },
  });
}

/** The files that are gone or empty, and not there under another name, where that is most of a tree's. */
async function findLost(
  objects: Objects,
  tree: string,
  changes: readonly Change[],
  hasCome: (oid: string, path: string) => boolean,
): Promise<{ readonly lost: readonly string[]; readonly total: number } | undefined> {
  const gone = changes.filter(({ after }) => after === undefined || after.oid === emptyBlob);
  const lost = gone
    .filter(({ before, path }) => before !== undefined && !hasCome(before.oid, path))
    .map(({ path }) => path);
  if (lost.length < fewest) return undefined;
  const total = (await filesOf(objects, tree)).size;
  return lost.length * 2 > total ? { lost, total } : undefined;
}

const nameSome = ([first, second, ...more]: readonly string[]): string =>
  `${first}, ${second} and ${more.length} more`;
