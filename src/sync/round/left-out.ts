import { join } from "node:path";
import { type IndexEntry, readIndex } from "../../git/index-file/index-file.ts";
import { isPlain, linkMode } from "../../git/objects/tree.ts";
import { bytesToPath } from "../../git/path-bytes.ts";
import { readHead } from "../../git/refs/refs.ts";
import { shellWord } from "../../git/shell-word.ts";
import { isInVault, lookAt, type MoveContext, maxSyncedBytes } from "../apply/move-context.ts";
import type { HeldBack } from "../commit/commit-files.ts";

/** What other devices have and this one did not take, for the person; every merge and commit carries it as it is. */
export async function listLeftOut(context: MoveContext): Promise<readonly HeldBack[]> {
  const { objects, repository } = context;
  const { oid } = await readHead(repository.gitDir);
  if (oid === undefined) return [];
  const { tree } = await objects.readCommit(oid);
  const told: HeldBack[] = [];
  for (const entry of (await readIndex(repository.gitDir, objects, tree)).values()) {
    const path = bytesToPath(entry.path) ?? "";
    const why = path && (await whyLeftOut(context, path, entry));
    const reason = `another device's version ${why}: it stays out of this folder, and all else is synced`;
    if (why) told.push({ path, reason, isIncoming: true });
  }
  return told;
}

/** Undefined where it is here, where the person just deleted it, and where they told git not to look at their own. */
async function whyLeftOut(
  { repository: { root }, objects }: MoveContext,
  path: string,
  entry: IndexEntry,
): Promise<string | undefined> {
  const found = lookAt(join(root, path));
  if (found !== undefined && !entry.isUnwatched) return undefined;
  const take = `take it with \`git update-index --no-skip-worktree ${shellWord(path)}\` and \`git checkout -- ${shellWord(path)}\``;
  const { mode, oid } = entry;
  const isFile = isPlain({ mode, oid });
  if (isFile && (await objects.size(oid)) > maxSyncedBytes) return "has more than 10 MB";
  if (!entry.isUnwatched) return undefined;
  if (!isFile)
    return `is ${mode === linkMode ? "a symbolic link" : "another repository (a submodule)"} (${take})`;
  if (found?.isFile() && isInVault(root, path)) return undefined;
  return `was not taken, because something else stands in its place here (give that another name, then ${take})`;
}
