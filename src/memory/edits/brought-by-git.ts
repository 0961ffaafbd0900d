import { join } from "node:path";
import { nodeDisk } from "../../git/disk.ts";
import { openObjects } from "../../git/objects/objects.ts";
import { versionAt } from "../../git/objects/tree-files.ts";
import type { HeadMove } from "../../git/refs/head-moves.ts";
import type { EditedFile } from "../../vault/edits/describe-edits.ts";
import { sha256Hex } from "../../vault/sha256.ts";

/**
 * The changed files that were not edited here: they were as in the commit before the person's own git moved
 * (a pull, a checkout), and are as in the one after. In doubt, as with line ends that git converts, a file is not among
 * them.
 */
export async function broughtByGit(
  root: string,
  moves: readonly HeadMove[],
  files: readonly EditedFile[],
): Promise<ReadonlySet<EditedFile>> {
  const [first, last] = [moves[0], moves.at(-1)];
  if (first === undefined || last === undefined) return new Set();
  const objects = openObjects(join(root, ".git"), nodeDisk);
  const treeOf = async (oid: string): Promise<string | undefined> =>
    /^0+$/.test(oid) ? undefined : (await objects.readCommit(oid)).tree;
  const hashIn = async (tree: string | undefined, path: string): Promise<string | undefined> => {
    const version = await versionAt(objects, tree, path);
    return version && sha256Hex(await objects.read(version.oid));
  };
  const brought = new Set<EditedFile>();
  try {
    const [before, after] = [await treeOf(first.from), await treeOf(last.to)];
    for (const file of files) {
      const { path } = file;
      if (file.before?.hash !== (await hashIn(before, path))) continue;
      if (file.now?.hash === (await hashIn(after, path))) brought.add(file);
    }
  } catch {
    // A history that cannot be read: they count as edited.
  }
  return brought;
}
