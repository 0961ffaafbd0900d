import { isPlain } from "../../../git/objects/tree.ts";
import { type ChangedPath, type Held, isSameFile } from "./walk-trees.ts";

/** Reads what a version holds. */
export type ReadHeld = (held: Held) => Promise<Uint8Array>;

/**
 * Where one side gave a file another name, the other side's changes of it go there too; where both did, and
 * differently, it gets the smaller of the two names. Every path stays in the list, at worst with nothing on it.
 */
export async function followRenames(
  changes: readonly ChangedPath[],
  read: ReadHeld,
): Promise<readonly ChangedPath[]> {
  const sources = changes.filter(isRenameSource);
  if (sources.length === 0) return changes;
  const added = (side: Side): ChangedPath[] =>
    changes.filter((change) => change.bases.every((base) => !base) && isPlain(change[side]));
  const oursByPath = await findRenames(sources, added("ours"), "ours", read);
  const theirsByPath = await findRenames(sources, added("theirs"), "theirs", read);
  const spotsByPath = new Map(changes.map((change) => [change.path, change]));
  for (const source of sources) {
    const names = { ours: oursByPath.get(source.path), theirs: theirsByPath.get(source.path) };
    follow(spotsByPath, source, names);
  }
  return [...spotsByPath.values()];
}

type Side = "ours" | "theirs";

/** What all bases have at a path, where they agree on a plain file. */
function agreedBase({ bases }: ChangedPath): Held | undefined {
  const [base] = bases;
  if (!isPlain(base)) return undefined;
  return bases.every((other) => isSameFile(other, base)) ? base : undefined;
}

/** Gone on one side, and changed or gone on the other one. */
function isRenameSource(change: ChangedPath): boolean {
  const base = agreedBase(change);
  if (base === undefined) return false;
  const { ours, theirs } = change;
  return (!ours && !isSameFile(theirs, base)) || (!theirs && !isSameFile(ours, base));
}

/** The new path by the old one, for files that went from this side. */
async function findRenames(
  sources: readonly ChangedPath[],
  added: readonly ChangedPath[],
  side: Side,
  read: ReadHeld,
): Promise<ReadonlyMap<string, string>> {
  const newByOld = new Map<string, string>();
  const taken = new Set<string>();
  const linesOf = createLineReader(read);
  for (const source of sources) {
    const base = agreedBase(source);
    if (base === undefined || source[side] !== undefined) continue;
    const free = added.filter(({ path }) => !taken.has(path));
    const target = await findTarget(base, free, side, linesOf);
    if (target === undefined) continue;
    taken.add(target);
    newByOld.set(source.path, target);
  }
  return newByOld;
}

type ReadLines = (held: Held) => Promise<ReadonlySet<string>>;

/** The one file that took over at least half of the lines while no other one took any. */
async function findTarget(
  base: Held,
  added: readonly ChangedPath[],
  side: Side,
  linesOf: ReadLines,
): Promise<string | undefined> {
  const same = added.find((change) => change[side]?.oid === base.oid);
  if (same !== undefined) return same.path;
  const lines = await linesOf(base);
  if (lines.size === 0) return undefined;
  const takers: { path: string; share: number }[] = [];
  for (const change of added) {
    const held = change[side];
    if (held === undefined) continue;
    const taken = await linesOf(held);
    const share = [...lines].filter((line) => taken.has(line)).length / lines.size;
    if (share > 0) takers.push({ path: change.path, share });
  }
  const [best, second] = takers.sort((a, b) => b.share - a.share);
  return best && best.share >= 0.5 && (second?.share ?? 0) < 0.1 ? best.path : undefined;
}

/** The lines with words in them; none for a binary file. */
function createLineReader(read: ReadHeld): ReadLines {
  const linesByOid = new Map<string, ReadonlySet<string>>();
  return async (held) => {
    const known = linesByOid.get(held.oid);
    if (known !== undefined) return known;
    const text = Buffer.from(await read(held)).toString("utf8");
    const lines = text.includes("\0") ? [] : text.split(/\r\n|\n|\r/).map((line) => line.trim());
    const worded = new Set(lines.filter((line) => /[\p{L}\p{N}]/u.test(line)));
    linesByOid.set(held.oid, worded);
    return worded;
  };
}

/** Brings the three versions of a renamed file together under one name. */
function follow(
  spotsByPath: Map<string, ChangedPath>,
  source: ChangedPath,
  names: { readonly ours: string | undefined; readonly theirs: string | undefined },
): void {
  const held = (path: string | undefined, side: Side): Held | undefined =>
    path === undefined ? undefined : spotsByPath.get(path)?.[side];
  const [target] = [names.ours, names.theirs].filter((name) => name !== undefined).sort();
  const ours = held(names.ours ?? source.path, "ours");
  const theirs = held(names.theirs ?? source.path, "theirs");
  // renamed here and deleted there: it stays, under its new name
  if (target === undefined || ours === undefined || theirs === undefined) return;
  // another file of that name on the other side is not a version of this one
  const isApart = names.ours !== names.theirs;
  if (isApart && (held(names.ours, "theirs") ?? held(names.theirs, "ours"))) return;
  for (const path of [source.path, names.ours, names.theirs]) {
    if (path !== undefined) {
      spotsByPath.set(path, { path, bases: [], ours: undefined, theirs: undefined });
    }
  }
  spotsByPath.set(target, { path: target, bases: source.bases, ours, theirs });
}
