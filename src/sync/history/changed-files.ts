import type { ObjectReader } from "../git/objects.ts";
import { folderMode, parseTree, type TreeEntry } from "../git/tree.ts";

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
  return (await diffFolder(objects, before, after, "")).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** All files of a tree: path → the name of its content. Links and submodules are not among them. */
export async function filesOfTree(
  objects: ObjectReader,
  tree: string,
): Promise<ReadonlyMap<string, string>> {
  const files = await diffFolder(objects, undefined, tree, "");
  return new Map(files.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after]])));
}

async function diffFolder(
  objects: ObjectReader,
  before: string | undefined,
  after: string | undefined,
  folder: string,
): Promise<ChangedFile[]> {
  if (before === after) return [];
  const [old, now] = [await namesOf(objects, before), await namesOf(objects, after)];
  const changed: ChangedFile[] = [];
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(name), now.get(name)];
    if (was?.oid === is?.oid && was?.mode === is?.mode) continue;
    const path = folder + Buffer.from(name, "latin1").toString("utf8");
    const inside = [was, is].map((entry) => (entry?.mode === folderMode ? entry.oid : undefined));
    changed.push(...(await diffFolder(objects, inside[0], inside[1], `${path}/`)));
    const files = { before: fileOid(was), after: fileOid(is) };
    if (files.before !== files.after) changed.push({ path, ...files });
  }
  return changed;
}

async function namesOf(
  objects: ObjectReader,
  tree: string | undefined,
): Promise<ReadonlyMap<string, TreeEntry>> {
  if (tree === undefined) return new Map();
  return new Map(parseTree(await objects.read(tree)).map((entry) => [entry.name, entry]));
}

/** Plain files only, executable or not. */
const fileOid = (entry: TreeEntry | undefined): string | undefined =>
  entry?.mode.startsWith("100") === true ? entry.oid : undefined;
