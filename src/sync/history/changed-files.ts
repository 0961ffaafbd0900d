import type { ObjectReader } from "../../git/objects/objects.ts";
import { folderMode, parseTree, type TreeEntry } from "../../git/objects/tree.ts";
import { createNameCount } from "../../git/objects/tree-files.ts";

/** A file that is another one in two trees; undefined where it is not there. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The files in which two trees differ; undefined is the empty tree. Only folders that differ are read. */
export async function changedFiles(
  objects: ObjectReader,
  before: string | undefined,
  after: string | undefined,
): Promise<ChangedFile[]> {
  const changed = await diffTrees(objects, before, after);
  return changed.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** All files of a tree: path → the name of its content. Links and submodules are not among them. */
export async function filesOfTree(
  objects: ObjectReader,
  tree: string,
): Promise<ReadonlyMap<string, string>> {
  const files = await diffTrees(objects, undefined, tree);
  return new Map(files.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after]])));
}

async function diffTrees(
  objects: ObjectReader,
  before: string | undefined,
  after: string | undefined,
): Promise<ChangedFile[]> {
  const diff: Diff = { objects, trees: new Map(), names: createNameCount(), changed: [] };
  await diffFolder(diff, before, after, "");
  return diff.changed;
}

interface Diff {
  readonly objects: ObjectReader;
  /** Those that were read; one may be met many times. */
  readonly trees: Map<string, ReadonlyMap<string, TreeEntry>>;
  readonly names: ReturnType<typeof createNameCount>;
  readonly changed: ChangedFile[];
}

async function diffFolder(
  diff: Diff,
  before: string | undefined,
  after: string | undefined,
  folder: string,
): Promise<void> {
  if (before === after) return;
  const { names, changed } = diff;
  const [old, now] = [await namesOf(diff, before), await namesOf(diff, after)];
  names.add(old.size + now.size);
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(name), now.get(name)];
    if (was?.oid === is?.oid && was?.mode === is?.mode) continue;
    const path = folder + Buffer.from(name, "latin1").toString("utf8");
    const inside = [was, is].map((entry) => (entry?.mode === folderMode ? entry.oid : undefined));
    await diffFolder(diff, inside[0], inside[1], `${path}/`);
    const files = { before: fileOid(was), after: fileOid(is) };
    if (files.before !== files.after) changed.push({ path, ...files });
  }
}

async function namesOf(
  { objects, trees }: Diff,
  tree: string | undefined,
): Promise<ReadonlyMap<string, TreeEntry>> {
  if (tree === undefined) return new Map();
  const known = trees.get(tree);
  if (known !== undefined) return known;
  const read = new Map(parseTree(await objects.read(tree)).map((entry) => [entry.name, entry]));
  trees.set(tree, read);
  return read;
}

/** Plain files only, executable or not. */
const fileOid = (entry: TreeEntry | undefined): string | undefined =>
  entry?.mode.startsWith("100") === true ? entry.oid : undefined;
