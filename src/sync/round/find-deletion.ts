import { readSignature } from "../../git/objects/commit.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { emptyBlob, versionAt } from "../../git/objects/tree-files.ts";

/** The commit that took files away, and its description for a message. */
interface Deletion {
  readonly oid: string;
  readonly description: string;
}

/** How many commits and files are looked at: one commit most likely deleted all. */
const maxCommits = 500;
const maxFiles = 20;

/** Finds the commit, at or before a tip, that took the most of these files away. */
export async function findDeletion(
  objects: Objects,
  tip: string,
  paths: readonly string[],
): Promise<Deletion> {
  const oid = await findCommit(objects, tip, paths.slice(0, maxFiles));
  const { name, seconds } = readSignature(await headOf(objects, oid), "author");
  const who = name === "" ? "" : ` by "${cleaned(name)}"`;
  const day = new Date(seconds * 1_000).toISOString().slice(0, 10);
  return { oid, description: `, in commit ${oid.slice(0, 12)}${who} of ${day}` };
}

async function findCommit(
  objects: Objects,
  tip: string,
  paths: readonly string[],
): Promise<string> {
  const shallow = await objects.readShallow();
  let best = { oid: tip, count: 0 };
  const seen = new Set([tip]);
  for (const oid of seen) {
    const { tree, parents } = await objects.readCommit(oid);
    if (shallow.has(oid) || seen.size > maxCommits) continue;
    const gone = await countMissing(objects, tree, paths);
    for (const parent of parents) {
      const before = await countMissing(objects, (await objects.readCommit(parent)).tree, paths);
      const isMerge = parents.length > 1;
      if (!isMerge && gone - before > best.count) best = { oid, count: gone - before };
      if (before > 0) seen.add(parent);
    }
  }
  return best.oid;
}

async function countMissing(
  objects: Objects,
  tree: string,
  paths: readonly string[],
): Promise<number> {
  const found = await Promise.all(paths.map((path) => versionAt(objects, tree, path)));
  return found.filter((version) => version === undefined || version.oid === emptyBlob).length;
}

async function headOf(objects: Objects, oid: string): Promise<string> {
  const text = (await objects.read(oid)).toString("utf8");
  const end = text.indexOf("\n\n");
  return end < 0 ? text : text.slice(0, end);
}

/** A name as another device wrote it must not move the cursor of a terminal. */
const cleaned = (name: string): string => name.slice(0, 60).replace(/\p{C}/gu, "");
