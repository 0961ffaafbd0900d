import { join } from "node:path";
import { readIndex } from "../../git/index-file/index-file.ts";
import { isPlain, linkMode, submoduleMode } from "../../git/objects/tree.ts";
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
    if (!isLarge && (!entry.isUnwatched || isTheirs)) continue;
    const why = isLarge ? "has more than 10 MB" : whyNotTaken(path, entry.mode);
    const reason = `another device's version ${why}: it stays out of this folder, and all else is synced`;
    told.push({ path, reason, isIncoming: true });
  }
  return told;
}

function whyNotTaken(path: string, mode: number): string {
  const take = `take it with \`git update-index --no-skip-worktree ${shellWord(path)}\` and \`git checkout -- ${shellWord(path)}\``;
  if (mode === linkMode) return `is a symbolic link (${take})`;
  if (mode === submoduleMode) return `is another repository (a submodule; ${take})`;
  return `was not taken, because something else stands in its place here (give that another name, then ${take})`;
}
