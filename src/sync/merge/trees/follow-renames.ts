import type { Objects } from "../../../git/objects/objects.ts";
import { isPlain, isSame, type Version } from "../../../git/objects/tree.ts";
import { readText } from "../file/text-version.ts";
import type { ChangedPath } from "./merge-path.ts";

/**
 * Where one side gave a file another name, the other side's changes of it go there too; where both did, and
 * differently, it gets the smaller of the two names. Every path stays in the list, at worst with nothing on it.
 */
export async function followRenames(
  objects: Objects,
  changes: readonly ChangedPath[],
): Promise<readonly ChangedPath[]> {
  const sources = changes.filter(isRenameSource);
  if (sources.length === 0) return changes;
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
    const [path = old] = [inOurs, inTheirs].filter((name) => name !== old).sort();
    for (const empty of [old, inOurs, inTheirs]) {
      changesByPath.set(empty, { path: empty, bases: [], ours: undefined, theirs: undefined });
    }
    changesByPath.set(path, { path, bases, ours: atOurs.ours, theirs: atTheirs.theirs });
  }
  return [...changesByPath.values()];
}

/** A file that all bases have alike, gone on one side, and changed or gone on the other one. */
function isRenameSource({ bases: [base, ...others], ours, theirs }: ChangedPath): boolean {
  if (!isPlain(base) || !others.every((other) => isSame(other, base))) return false;
  return (!ours && !isSame(theirs, base)) || (!theirs && !isSame(ours, base));
}

/** The new path by the old one, for files that went from this side. */
async function findRenames(
  objects: Objects,
  sources: readonly ChangedPath[],
  changes: readonly ChangedPath[],
  side: "ours" | "theirs",
): Promise<ReadonlyMap<string, string>> {
  const added = new Map<string, WordedLines>();
  for (const { path, bases, [side]: version } of changes) {
    if (bases.some(Boolean) || !isPlain(version)) continue;
    added.set(path, await readLines(objects, version));
  }
  const newByOld = new Map<string, string>();
  for (const { path, bases, [side]: version } of sources) {
    const [base] = bases;
    if (base === undefined || version !== undefined) continue;
    const target = findTarget(await readLines(objects, base), added);
    if (target === undefined) continue;
    added.delete(target);
    newByOld.set(path, target);
  }
  return newByOld;
}

/** The lines of a file that have words in them; none of what is not text. */
interface WordedLines {
  readonly oid: string;
  readonly lines: ReadonlySet<string>;
}

async function readLines(objects: Objects, { oid }: Version): Promise<WordedLines> {
  const lines = readText(await objects.read(oid))?.lines.map((line) => line.trim());
  return { oid, lines: new Set(lines?.filter((line) => /[\p{L}\p{N}]/u.test(line))) };
}

/** The one file that took over at least half of the lines, while no other one took many: that would be a split. */
function findTarget(base: WordedLines, added: ReadonlyMap<string, WordedLines>) {
  const shares = [...added].map(([path, { oid, lines }]) => {
    const taken = [...base.lines].filter((line) => lines.has(line)).length;
    return { path, share: oid === base.oid ? 2 : taken / Math.max(base.lines.size, 1) };
  });
  const [best, second] = shares.sort((a, b) => b.share - a.share);
  if (best === undefined || best.share < 0.5) return undefined;
  return best.share > 1 || (second?.share ?? 0) < 0.1 ? best.path : undefined;
}
