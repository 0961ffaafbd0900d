import { eachObject } from "../../git/maintenance/each-object.ts";
import { parseCommit } from "../../git/objects/commit.ts";
import type { ObjectReader } from "../../git/objects/objects.ts";
import { folderMode, parseTree, submoduleMode } from "../../git/objects/tree.ts";
import { linesSaying, type Purged } from "./find-lines.ts";
import { lineHash, rawLines } from "./purge-marks.ts";

/** The marks of what is to be purged, and the files of the last commit that still say it: their lines stay. */
export interface LinesToPurge {
  readonly hashes: readonly string[];
  readonly stillIn: readonly string[];
}

/** Looks through every version of every file that any commit in the repository holds, whether a branch leads to it or not. */
export async function findLinesToPurge(
  { gitDir, objects }: { readonly gitDir: string; readonly objects: ObjectReader },
  head: string,
  purged: Purged,
): Promise<LinesToPurge> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const look = (path: string, bytes: Buffer): void => {
    for (const line of linesSaying(path, bytes, purged)) found.add(lineHash(line));
  };
  for await (const { oid, type, content } of eachObject(gitDir)) {
    if (type === "blob") look("", content); // Also one that was staged once, and never committed.
    if (type !== "commit") continue;
    look("", messageOf(content));
    const files = filesIn(objects, parseCommit(oid, content).tree, seen);
    for await (const { path, bytes } of files) look(path, bytes);
  }
  const stillIn = await takeWhatStands(objects, head, found);
  return { hashes: [...found].sort(), stillIn };
}

/** Takes the lines of the last commit out of what was found, and returns the files that hold them. */
async function takeWhatStands(
  objects: ObjectReader,
  head: string,
  found: Set<string>,
): Promise<string[]> {
  const stillIn: string[] = [];
  const { tree } = parseCommit(head, await objects.read(head));
  for await (const { path, bytes } of filesIn(objects, tree, new Set())) {
    const there = rawLines(bytes)
      .map(lineHash)
      .filter((hash) => found.has(hash));
    if (there.length > 0) stillIn.push(path);
    for (const hash of there) found.delete(hash);
  }
  return stillIn;
}

/** How many lines a commit's files hold, and how many of them are marked. */
export async function countMarked(
  objects: ObjectReader,
  commit: string,
  marks: ReadonlySet<string>,
): Promise<{ readonly lines: number; readonly marked: number }> {
  let [lines, marked] = [0, 0];
  const { tree } = parseCommit(commit, await objects.read(commit));
  for await (const { bytes } of filesIn(objects, tree, new Set())) {
    const hashes = rawLines(bytes).map(lineHash);
    lines += hashes.length;
    marked += hashes.filter((hash) => marks.has(hash)).length;
  }
  return { lines, marked };
}

const messageOf = (commit: Buffer): Buffer => commit.subarray(commit.indexOf("\n\n") + 2);

/** The files below a tree, without those that were seen at their path. */
async function* filesIn(
  objects: ObjectReader,
  tree: string,
  seen: Set<string>,
  folder = "",
): AsyncGenerator<{ readonly path: string; readonly bytes: Buffer }> {
  for (const { oid, mode, name } of parseTree(await objects.read(tree))) {
    const path = folder + Buffer.from(name, "latin1").toString("utf8");
    const key = `${oid} ${path}`;
    if (mode === submoduleMode || seen.has(key)) continue;
    seen.add(key);
    if (mode === folderMode) yield* filesIn(objects, oid, seen, `${path}/`);
    else yield { path, bytes: await objects.read(oid) };
  }
}
