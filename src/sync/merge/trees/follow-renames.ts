import type { Objects } from "../../../git/objects/objects.ts";
import { isPlain, isSame, type Version } from "../../../git/objects/tree.ts";
import { readText } from "../file/text-version.ts";
import type { ChangedPath } from "./tree-merge.ts";

/**
 * Where one side gave a file another name, the other side's changes of it go there too; where both did, and
 * differently, it gets the smaller of the two names.
 */
export async function followRenames(
  objects: Objects,
  changes: readonly ChangedPath[],
): Promise<readonly ChangedPath[]> {
  const sources = changes.filter(isGone);
  const ours = await findRenames(objects, sources, changes, "ours");
  const theirs = await findRenames(objects, sources, changes, "theirs");
  const changesByPath = new Map(changes.map((change) => [change.path, change]));
  for (const { path: old, bases } of sources) {
    const [inOurs, inTheirs] = [ours.get(old) ?? old, theirs.get(old) ?? old];
    const [atOurs, atTheirs] = [changesByPath.get(inOurs), changesByPath.get(inTheirs)];
    // Renamed here and deleted there: it stays, under its new name.
    if (!atOurs?.ours || !atTheirs?.theirs) continue;
    // Another file of that name on the other side is not a version of this one.
    if (inOurs !== inTheirs && (atOurs.theirs || atTheirs.ours)) continue;
    for (const name of [old, inOurs, inTheirs]) changesByPath.delete(name);
    const [path = old] = [inOurs, inTheirs].filter((name) => name !== old).sort();
    changesByPath.set(path, { path, bases, ours: atOurs.ours, theirs: atTheirs.theirs });
  }
  return [...changesByPath.values()];
}

/** A file that all bases have alike, and that one side has no longer. */
const isGone = ({ bases: [base, ...others], ours, theirs }: ChangedPath): boolean =>
  isPlain(base) && others.every((other) => isSame(other, base)) && !(ours && theirs);

/** Of more files it would take minutes; they stay apart. */
const maxCompared = 1_000_000;

/** The new path by the old one: of the file that took over half of the lines, while no other one took many as in a split. */
async function findRenames(
  objects: Objects,
  sources: readonly ChangedPath[],
  changes: readonly ChangedPath[],
  side: "ours" | "theirs",
): Promise<ReadonlyMap<string, string>> {
  const newByOld = new Map<string, string>();
  const gone = sources.filter((change) => change[side] === undefined);
  const come = changes.filter(({ bases, [side]: now }) => isPlain(now) && !bases.some(Boolean));
  if (gone.length * come.length > maxCompared) return newByOld;
  const added = new Map<string, ReadonlySet<string>>();
  for (const { path, [side]: now } of gone.length === 0 ? [] : come) {
    added.set(path, await linesOf(objects, now));
  }
  for (const { path, bases } of gone) {
    const [best, second] = rankByShare(await linesOf(objects, bases[0]), added);
    if (best === undefined || best.share < 0.5) continue;
    if (best.share < 1 && second !== undefined && second.share >= 0.1) continue;
    added.delete(best.key);
    newByOld.set(path, best.key);
  }
  return newByOld;
}

/** The lines of a file that have words in them; of what is not text, its name as an object. */
async function linesOf(objects: Objects, file: Version | undefined): Promise<ReadonlySet<string>> {
  const lines =
    file && readText(await objects.readOrEmpty(file.oid))?.lines.map((line) => line.trim());
  return new Set(lines?.filter((line) => /[\p{L}\p{N}]/u.test(line)) ?? [file?.oid ?? ""]);
}

/** What share of some lines each of the others has, the largest first. */
export function rankByShare<K>(
  lines: ReadonlySet<string>,
  others: ReadonlyMap<K, ReadonlySet<string>>,
): readonly { readonly key: K; readonly share: number }[] {
  return [...others]
    .map(([key, has]) => {
      const shared = [...lines].filter((line) => has.has(line)).length;
      return { key, share: shared / Math.max(lines.size, 1) };
    })
    .sort((a, b) => b.share - a.share);
}
