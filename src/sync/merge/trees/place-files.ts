import { folderMode, type TreeEntry } from "../../../git/objects/tree.ts";
import { joinPath } from "../../../git/path-bytes.ts";
import { asidePath } from "../file/aside-path.ts";
import { foldName } from "./fold-name.ts";
import { type FileMerge, mergeTwins, type Placed } from "./merge-path.ts";
import type { Held, WalkedFolder } from "./walk-trees.ts";

/** Where the files of a merged tree end up. */
export interface Placement {
  readonly filesByPath: ReadonlyMap<string, Held>;
  /** Files that all trees have alike, and that a twin was merged into. */
  readonly joinedByPath: ReadonlyMap<string, Held>;
  readonly keptBoth: readonly string[];
}

/**
 * Gives each file of the merged tree its final path: what some disk would take for one name becomes one, spelt as in
 * the base, else by the smaller spelling; a file where a folder has to be steps aside.
 */
export async function placeFiles(
  merge: FileMerge,
  foldersByPath: ReadonlyMap<string, WalkedFolder>,
  files: readonly Placed[],
): Promise<Placement> {
  const work: Work = {
    ...{ merge, foldersByPath, belowByPath: toBelow(foldersByPath) },
    ...{ filesByPath: new Map(), joinedByPath: new Map(), keptBoth: [], aside: [] },
  };
  let rest = files;
  for (let pass = 1; rest.length > 0; pass++) {
    const items = [...rest, ...toPlaced(work.filesByPath)].map(toItem);
    work.filesByPath.clear();
    work.aside.length = 0;
    await placeFolder(work, "", [{ path: "", oid: undefined }], items);
    rest = [...work.aside];
    if (pass > maxPasses)
      throw new RangeError("Cannot place the merged files: names run in circles");
  }
  return work;
}

/** What steps aside may itself be a twin of something, which may step aside. */
const maxPasses = 10;

const toItem = ({ path, held }: Placed): Item => ({ names: path.split("/"), held });

const toPlaced = (filesByPath: ReadonlyMap<string, Held>): Placed[] =>
  [...filesByPath].map(([path, held]) => ({ path, held }));

interface Work {
  readonly merge: FileMerge;
  readonly foldersByPath: ReadonlyMap<string, WalkedFolder>;
  /** The names of the walked folders in each of them. */
  readonly belowByPath: ReadonlyMap<string, readonly string[]>;
  readonly filesByPath: Map<string, Held>;
  readonly joinedByPath: Map<string, Held>;
  readonly keptBoth: string[];
  /** Files that could not stay where they were. */
  readonly aside: Placed[];
}

/** A file and what is left of its path below the folder at hand. */
interface Item {
  readonly names: readonly string[];
  readonly held: Held;
}

/** A folder as it is in the trees; `oid` where all have it alike. */
interface Origin {
  readonly path: string;
  readonly oid: string | undefined;
}

async function placeFolder(
  work: Work,
  target: string,
  origins: readonly Origin[],
  items: readonly Item[],
): Promise<void> {
  const names = new Set(items.map(({ names: [name = ""] }) => name));
  const folds = new Set([...names].map(foldName));
  const known = (await Promise.all(origins.map((origin) => findKnown(work, origin)))).flat();
  const near = known.filter(({ name }) => folds.has(foldName(name)));
  const staying = near.filter((known) => known.same ?? holdsAny(work, known));
  const alive = new Set([...names, ...staying.map(({ name }) => name)]);
  const spellingByName = chooseSpellings([...alive], near);
  const groups = Map.groupBy(items, ({ names: [name = ""] }) => spellingByName.get(name) ?? name);
  for (const [spelling, members] of groups) {
    const path = joinPath(target, spelling);
    const inside = near.filter(({ name }) => (spellingByName.get(name) ?? name) === spelling);
    await placeName(work, path, inside, members);
  }
}

/** A name in one of the folders that are to be one. */
interface Known {
  readonly name: string;
  readonly path: string;
  /** Every base has it. */
  readonly isBased: boolean;
  /** What is there in all trees alike. */
  readonly same: TreeEntry | undefined;
}

async function findKnown(
  { merge, foldersByPath, belowByPath }: Work,
  { path, oid }: Origin,
): Promise<Known[]> {
  const toKnown = (same: TreeEntry): Known => ({
    ...{ name: same.name, path: joinPath(path, same.name) },
    ...{ isBased: true, same },
  });
  const walked = foldersByPath.get(path);
  if (walked === undefined) {
    return oid === undefined ? [] : (await merge.objects.readTree(oid)).map(toKnown);
  }
  const same = walked.same.map(toKnown);
  const names = new Set(same.map(({ name }) => name));
  const based = [...walked.based].filter((name) => !names.has(name));
  const changed = based.map((name) => ({ name, path: joinPath(path, name), isBased: true }));
  const below = (belowByPath.get(path) ?? []).filter((name) => !walked.based.has(name));
  const fresh = below.map((name) => ({ name, path: joinPath(path, name), isBased: false }));
  return [...same, ...[...changed, ...fresh].map((known) => ({ ...known, same: undefined }))];
}

function toBelow(foldersByPath: ReadonlyMap<string, unknown>): Map<string, string[]> {
  const belowByPath = new Map<string, string[]>();
  for (const path of foldersByPath.keys()) {
    const slash = path.lastIndexOf("/");
    const above = path.slice(0, Math.max(0, slash));
    const below = belowByPath.get(above);
    if (below !== undefined) below.push(path.slice(slash + 1));
    else if (path !== "") belowByPath.set(above, [path.slice(slash + 1)]);
  }
  return belowByPath;
}

/** The spelling of each name that something is to be placed under. Twins that the bases had are left as they are. */
function chooseSpellings(alive: readonly string[], near: readonly Known[]): Map<string, string> {
  const based = new Set(near.filter(({ isBased }) => isBased).map(({ name }) => name));
  const spellings = new Map<string, string>();
  for (const twins of Map.groupBy(alive, foldName).values()) {
    const old = twins.filter((name) => based.has(name)).sort();
    const [first = ""] = old.length > 0 ? old : [...twins].sort();
    for (const name of twins) spellings.set(name, based.has(name) ? name : first);
  }
  return spellings;
}

async function placeName(
  work: Work,
  path: string,
  inside: readonly Known[],
  members: readonly Item[],
): Promise<void> {
  const deeper = members.filter(({ names }) => names.length > 1);
  const files = members.filter(({ names }) => names.length === 1).map(({ held }) => held);
  const sameFile = inside.find(({ same }) => same && same.mode !== folderMode)?.same;
  const isFolder = deeper.length > 0 || inside.some((known) => holdsAny(work, known));
  if (sameFile && (files.length > 0 || isFolder) && !work.joinedByPath.has(path)) {
    const held = { mode: Number.parseInt(sameFile.mode, 8), oid: sameFile.oid };
    work.joinedByPath.set(path, held);
    files.push(held);
  }
  const placed = await mergeTwins(work.merge, path, files);
  work.keptBoth.push(...placed.keptBoth);
  for (const file of placed.files) {
    if (file.path !== path) work.aside.push(file);
    else if (!isFolder) work.filesByPath.set(path, file.held);
    else work.aside.push({ path: asidePath(path, file.held.oid), held: file.held });
  }
  if (deeper.length === 0) return;
  const origins = inside.map((known) => ({ path: known.path, oid: folderOid(known.same) }));
  const below = deeper.map(({ names, held }) => ({ names: names.slice(1), held }));
  await placeFolder(work, path, origins, below);
}

const folderOid = (entry: TreeEntry | undefined): string | undefined =>
  entry?.mode === folderMode ? entry.oid : undefined;

/** True for a folder that stays with something in it, whatever changes. */
function holdsAny({ foldersByPath }: Work, { path, same }: Known): boolean {
  if (same !== undefined) return same.mode === folderMode;
  const below = [...foldersByPath].filter(([at]) => at === path || at.startsWith(`${path}/`));
  return below.some(([, folder]) => folder.same.length > 0);
}
