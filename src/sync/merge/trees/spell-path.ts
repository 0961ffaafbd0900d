import type { Objects } from "../../../git/objects/objects.ts";
import { folderMode, type TreeEntry } from "../../../git/objects/tree.ts";
import { bytesToPath } from "../../../git/path-bytes.ts";

/**
 * Gives a path of a tree the spelling under which it is one with its twins there: of names that some disk would take
 * for one, those that all bases have stay as they are; the others take the first of these, else the smallest one.
 */
export function createSpelling(
  objects: Objects,
  tree: string,
  bases: readonly string[],
): (path: string) => Promise<string> {
  const readNames = createNameReader(objects);
  return async (path) => {
    let [folders, olds] = [[tree], bases.map((base) => [base])];
    const spelled: string[] = [];
    for (const name of path.split("/")) {
      const fold = foldName(name);
      const twins = await readNames(folders, fold);
      const known = await Promise.all(olds.map((oids) => readNames(oids, fold)));
      const isOld = (one: string): boolean =>
        known.length > 0 && known.every((entries) => entries.some((old) => old.name === one));
      const names = twins.map((twin) => twin.name).sort();
      const chosen = isOld(name) ? name : (names.find(isOld) ?? names[0] ?? name);
      const isHere = (one: TreeEntry): boolean =>
        one.mode === folderMode && (one.name === chosen || !isOld(one.name));
      folders = twins.filter(isHere).map(({ oid }) => oid);
      olds = known.map((entries) => entries.filter(isHere).map(({ oid }) => oid));
      spelled.push(chosen);
    }
    return spelled.join("/");
  };
}

/** Reads what folders hold under any spelling of a name. */
function createNameReader(
  objects: Objects,
): (folders: readonly string[], fold: string) => Promise<readonly TreeEntry[]> {
  const entriesByFold = new Map<string, Map<string, TreeEntry[]>>();
  return async (folders, fold) => {
    const found: TreeEntry[] = [];
    for (const oid of folders) {
      const known = entriesByFold.get(oid);
      const entries =
        known ?? Map.groupBy(await objects.readTree(oid), ({ name }) => foldName(name));
      entriesByFold.set(oid, entries);
      found.push(...(entries.get(fold) ?? []));
    }
    return found;
  };
}

/** A name (as bytes) as disks see it that tell no upper from lower case, and no composed from decomposed letters. */
export function foldName(name: string): string {
  let end = name.length;
  // A loop: a pattern would take n² steps, and names come from anywhere.
  while (end > 1 && (name[end - 1] === " " || name[end - 1] === ".")) end--;
  const stem = name.slice(0, end);
  const text = /[^ -~]/.test(stem) ? bytesToPath(stem) : stem;
  return text?.normalize("NFC").toLowerCase().normalize("NFC") ?? stem;
}
