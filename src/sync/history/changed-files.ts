import type { Objects } from "../../git/objects/objects.ts";
import { createNameCount, folderMode, isPlain, type TreeEntry } from "../../git/objects/tree.ts";

/** A file that is another one in two trees; undefined where it is not there. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The plain files in which two trees differ, in the order of paths; undefined is the empty tree. Throws where one is damaged. */
export async function changedFiles(
  objects: Pick<Objects, "readTree">,
  before: string | undefined,
  after: string | undefined,
): Promise<readonly ChangedFile[]> {
  const names = createNameCount();
  const changed: ChangedFile[] = [];
  const read = async (oid: string | undefined): Promise<ReadonlyMap<string, TreeEntry>> => {
    const entries = oid === undefined ? [] : await objects.readTree(oid);
    names.add(entries.length);
    return new Map(entries.map((entry) => [entry.name, entry]));
  };
  const compare = async (old: string | undefined, now: string | undefined, folder: string) => {
    if (old === now) return;
    const [oldByName, nowByName] = [await read(old), await read(now)];
    for (const name of new Set([...oldByName.keys(), ...nowByName.keys()])) {
      const [was, is] = [oldByName.get(name), nowByName.get(name)];
      const path = folder + Buffer.from(name, "latin1").toString("utf8");
      await compare(treeOf(was), treeOf(is), `${path}/`);
      const file = { path, before: blobOf(was), after: blobOf(is) };
      if (file.before !== file.after) changed.push(file);
    }
  };
  await compare(before, after, "");
  return changed.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const treeOf = (entry: TreeEntry | undefined): string | undefined =>
  entry?.mode === folderMode ? entry.oid : undefined;

/** Of a plain file, executable or not. */
const blobOf = (entry: TreeEntry | undefined): string | undefined =>
  isPlain(entry) ? entry.oid : undefined;
