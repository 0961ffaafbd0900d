import { type KnownCommits, openKnownCommits } from "../ancestry/known-commits.ts";
import { parseCommit } from "../objects/commit.ts";
import type { ObjectReader } from "../objects/objects.ts";
import { folderMode, parseTree, submoduleMode } from "../objects/tree.ts";
import { packEntry, writePack } from "../packs/write-pack.ts";
import type { Link } from "../receive/links.ts";

/** What stands between a commit and the history that the other side knows. */
export interface MissingObjects {
  /** Commits, then trees and blobs; each once. */
  readonly objects: readonly Link[];
  /** Known commits that the missing ones stand on. */
  readonly edges: ReadonlySet<string>;
}

/** Walks from a commit down to what is known, as `git rev-list --objects` does. */
export async function findMissing(
  objects: ObjectReader,
  tip: string,
  known: KnownCommits,
  options: { readonly shallow: ReadonlySet<string>; readonly signal: AbortSignal | undefined },
): Promise<MissingObjects> {
  const trees: string[] = [];
  const commits: Link[] = [];
  const edges = new Set<string>();
  const seen = new Set([tip]);
  const queue = [tip];
  for (let oid = queue.pop(); oid !== undefined; oid = queue.pop()) {
    options.signal?.throwIfAborted();
    const { tree, parents, time } = parseCommit(oid, await objects.read(oid));
    if (await known.has(oid, time)) {
      edges.add(oid);
      continue;
    }
    commits.push({ oid, type: "commit" });
    trees.push(tree);
    for (const parent of options.shallow.has(oid) ? [] : parents) {
      if (!seen.has(parent)) queue.push(parent);
      seen.add(parent);
    }
  }
  const there = await treesBelow(objects, edges);
  const content: Link[] = [];
  // the oldest first: that is nearer to the order in which they were written
  for (const tree of trees.reverse()) await collect(objects, tree, there, content);
  return { objects: [...commits, ...content], edges };
}

/** Where the branch stands must be part of what it shall become, unless it is forced. */
export async function checkForward(
  objects: ObjectReader,
  move: { readonly from: string | undefined; readonly to: string; readonly isForced?: boolean },
  edges: ReadonlySet<string>,
  shallow: ReadonlySet<string>,
): Promise<void> {
  const { from, to } = move;
  if (from === undefined || move.isForced === true || edges.has(from)) return;
  if (await openKnownCommits(objects, [to], shallow).has(from, -Infinity)) return;
  throw new TypeError(`Cannot push "${to}": it does not contain "${from}", which the remote has`);
}

/** All that the newest known commits hold; the other side needs none of it again. */
async function treesBelow(objects: ObjectReader, edges: ReadonlySet<string>): Promise<Set<string>> {
  const there = new Set<string>();
  for (const edge of edges) {
    await collect(objects, parseCommit(edge, await objects.read(edge)).tree, there, []);
  }
  return there;
}

/** Adds a tree and what lies below it, without what is there. */
async function collect(
  objects: ObjectReader,
  root: string,
  there: Set<string>,
  found: Link[],
): Promise<void> {
  const queue = [root];
  for (let tree = queue.pop(); tree !== undefined; tree = queue.pop()) {
    if (there.has(tree)) continue;
    there.add(tree);
    found.push({ oid: tree, type: "tree" });
    for (const { oid, mode } of parseTree(await objects.read(tree))) {
      if (mode === submoduleMode || there.has(oid)) continue;
      if (mode === folderMode) {
        queue.push(oid);
        continue;
      }
      there.add(oid);
      found.push({ oid, type: "blob" });
    }
  }
}

/** The bytes of a pack that holds these objects whole, one piece an object. */
export function packObjects(
  objects: ObjectReader,
  wanted: readonly Link[],
): AsyncGenerator<Buffer> {
  return writePack(wanted.length, entriesOf(objects, wanted));
}

async function* entriesOf(objects: ObjectReader, wanted: readonly Link[]): AsyncGenerator<Buffer> {
  for (const { oid, type } of wanted) yield packEntry(type, await objects.read(oid));
}
