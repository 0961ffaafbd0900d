import { join } from "node:path";
import { readIndex } from "../../git/index-file/index-file.ts";
import { isPlain } from "../../git/objects/tree.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { readHead } from "../../git/refs/refs.ts";
import { shellWord } from "../../git/shell-word.ts";
import { isInVault, lookAt, type MoveContext, maxSyncedBytes } from "../apply/move-context.ts";
import type { HeldBack } from "../commit/commit-files.ts";

/** What other devices have and this one did not take, for the person; every merge and commit carries it as it is. */
export async function listLeftOut(context: MoveContext): Promise<readonly HeldBack[]> {
  const { objects, repository } = context;
  const { root, gitDir } = repository;
  const { oid: head } = await readHead(gitDir);
  if (head === undefined) return [];
  const { tree } = await objects.readCommit(head);
  const told: HeldBack[] = [];
  for (const entry of (await readIndex(gitDir, objects, tree)).values()) {
    const path = displayPath(entry.path);
    const found = lookAt(join(root, path));
    if (found !== undefined && !entry.isUnwatched) continue;
    const isFile = isPlain(entry);
    const isLarge = isFile && (await objects.size(entry.oid)) > maxSyncedBytes;
    // The person just deleted it, or told git not to look at their own.
    const isTheirs = isFile && found?.isFile() && isInVault(root, path);
    if (isLarge || (entry.isUnwatched && !isTheirs))
      told.push({ path, reason: isLarge ? tooLarge : notTaken(path, isFile), isIncoming: true });
  }
  return told;
}

const apart = "it stays out of this folder, and all else is synced";
const tooLarge = `another device's version has more than 10 MB: ${apart}`;

function notTaken(path: string, isFile: boolean): string {
  const take = `take it with \`git update-index --no-skip-worktree ${shellWord(path)}\` and \`git checkout -- ${shellWord(path)}\``;
  return isFile
    ? `another device's version was not taken, because something else stands in its place here (give that another name, then ${take}): ${apart}`
    : `another device's version is a symbolic link or another repository (${take}): ${apart}`;
}
