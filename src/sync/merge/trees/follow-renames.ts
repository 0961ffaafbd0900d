import type { Objects } from "../../../git/objects/objects.ts";
import { isPlain, isSame, type Version } from "../../../git/objects/tree.ts";
import { readText } from "../file/text-version.ts";
import type { ChangedPath } from "./tree-merge.ts";

/**
 * Where one side gave a file another name, the other side's changes of it go there too: to the file that took over half
 * of its lines, while no other one took many, as in a split.
 */
export async function followRenames(
  objects: Objects,
  changes: readonly ChangedPath[],
): Promise<readonly ChangedPath[]> {
  const changesByPath = new Map(changes.map((change) => [change.path, change]));
  for (const change of changes) {
    const { path, bases, ours, theirs } = change;
    const [base, ...others] = bases;
    const isEdited = !isSame(ours ?? theirs, base) && others.every((one) => isSame(one, base));
    if (!isPlain(base) || !isEdited || (ours && theirs)) continue;
    const [renamer, editor] = ours ? (["theirs", "ours"] as const) : (["ours", "theirs"] as const);
    const come = [...changesByPath.values()].filter(
      (one) => isPlain(one[renamer]) && !one[editor] && !one.bases.some(Boolean),
    );
    if (come.length > maxCompared) continue;
    const target = await findRename(objects, base, come, renamer);
    if (target === undefined || !change[editor]) continue;
    changesByPath.delete(path);
    changesByPath.set(target.path, { ...target, bases, [editor]: change[editor] });
  }
  return [...changesByPath.values()];
}

/** Among more files a name would be looked for too long. */
const maxCompared = 1_000;

async function findRename(
  objects: Objects,
  base: Version,
  come: readonly ChangedPath[],
  renamer: "ours" | "theirs",
): Promise<ChangedPath | undefined> {
  const lines = await linesOf(objects, base);
  const shares: { readonly change: ChangedPath; readonly share: number }[] = [];
  for (const change of come) {
    const shared = lines.intersection(await linesOf(objects, change[renamer])).size;
    shares.push({ change, share: shared / Math.max(lines.size, 1) });
  }
  const [best, second] = shares.sort((a, b) => b.share - a.share);
  const isSplit = best !== undefined && best.share < 1 && (second?.share ?? 0) >= 0.1;
  return best === undefined || best.share < 0.5 || isSplit ? undefined : best.change;
}

/** The lines of a file that have words in them; of what is not text, its name as an object. */
async function linesOf(objects: Objects, file: Version | undefined): Promise<ReadonlySet<string>> {
  const lines =
    file && readText(await objects.readOrEmpty(file.oid))?.lines.map((line) => line.trim());
  return new Set(lines?.filter((line) => /[\p{L}\p{N}]/u.test(line)) ?? [file?.oid ?? ""]);
}
