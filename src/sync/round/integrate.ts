import { relate } from "../../git/ancestry/ancestry.ts";
import { type Author, type Commit, toReflog, writeCommit } from "../../git/objects/commit.ts";
import { emptyTree } from "../../git/objects/tree.ts";
import { checkCommittable, type Head } from "../../git/refs/refs.ts";
import { applyMove, recoverMove } from "../apply/move.ts";
import { mergeTrees, type Trees, type TreesMerged } from "../merge/merge-trees.ts";
import { checkLosses, lostThere } from "./deletion-guard.ts";
import { branchOf, type Round } from "./sync-request.ts";

/** What a round did so far. */
export interface Done {
  pulled: number;
  readonly merged: Set<string>;
  readonly keptBoth: Set<string>;
}

/**
 * Moves the checked-out branch, and the folder with it, to where it holds `other`: not at all where it does already,
 * forward where nothing of ours is new, else to a merge of both. Returns how many commits that brought; "moved": the
 * person's own git moved the branch meanwhile. Takes the commit lock. Rejects with SYNC_FAILED (reason "deletions")
 * where most of the vault would go.
 */
export function integrate(round: Round, other: string, done: Done): Promise<number | "moved"> {
  const { objects, repository, signal } = round;
  return round.commitLock(async () => {
    await recoverMove(round); // Another process may have been killed meanwhile.
    const head = await checkCommittable(repository.gitDir);
    const { bases, behind } = await relate(objects, head.oid, other, signal);
    if (bases.includes(other)) return 0;
    const moved = await moveTo(round, await mergeOf(round, head, bases, other));
    if (moved === "moved") return moved;
    if (head.oid !== undefined && bases.length === 0) done.keptBoth.add(unrelated);
    for (const path of moved.merged) done.merged.add(path);
    for (const one of moved.keptBoth) done.keptBoth.add(one);
    return behind.length;
  }, signal);
}

const unrelated =
  "The remote had a history of its own, with no commit in common: both were put together, and nothing was left out";

async function mergeOf(
  { objects }: Round,
  head: Head,
  bases: readonly string[],
  other: string,
): Promise<Merging> {
  const theirs = await objects.readCommit(other);
  const rest = { head, theirs: theirs.tree };
  if (head.oid === undefined)
    return { ...rest, bases: [emptyTree], ours: emptyTree, parents: [theirs], what: "forward" };
  const ours = await objects.readCommit(head.oid);
  const olds = await Promise.all(bases.map(async (oid) => (await objects.readCommit(oid)).tree));
  const both = { ...rest, bases: olds, ours: ours.tree };
  return bases.includes(ours.oid)
    ? { ...both, parents: [theirs], what: "forward" }
    : { ...both, parents: [ours, theirs], what: "merge" };
}

/** A merge of two trees, and the commits that the branch goes on from. */
interface Merging extends Trees {
  /** Where the branch was when they were read. */
  readonly head: Head;
  readonly parents: readonly [Commit] | readonly [Commit, Commit];
  readonly what: "forward" | "merge" | "merge a purge into";
}

/**
 * Merges trees and moves the branch with its files there: to the only parent where the merge is its tree, else to a new
 * commit. "moved": the person's own git moved the branch meanwhile. Rejects as `integrate` does. The caller holds the
 * commit lock and has called `recoverMove`.
 */
export async function moveTo(round: Round, merging: Merging): Promise<TreesMerged | "moved"> {
  const { objects, authorOf, now, signal } = round;
  const { head, parents, what } = merging;
  const merge = await mergeTrees(objects, merging, signal);
  if (head.oid !== undefined && round.accept?.deletions !== true)
    await checkLosses(objects, merging.ours, merge.changes, lostThere);
  const [only, other] = parents;
  const message = `sync: ${what} ${branchOf(head)}`;
  const { oid, log } =
    other === undefined && merge.tree === only.tree
      ? { oid: only.oid, log: toReflog(authorOf(undefined), now(), message) }
      : await writeMerge(round, { tree: merge.tree, parents, message });
  if (oid === head.oid) return merge;
  const move = { ref: head.ref, from: head.oid, to: oid, log };
  return (await applyMove(round, move)) === "moved" ? "moved" : merge;
}

/**
 * Where both sides hold the same files already, every device makes the same commit of the same two: through two remotes
 * they would merge each other's merges for ever.
 */
function writeMerge(
  { objects, authorOf, device, now }: Round,
  { tree, parents, message }: { tree: string; message: string } & Pick<Merging, "parents">,
): Promise<{ oid: string; log: string }> {
  const [ours, theirs] = parents;
  if (tree === ours.tree && tree === theirs?.tree) {
    const [first, second] = theirs.oid < ours.oid ? [theirs, ours] : [ours, theirs];
    const text = { author: everybody, message, trailers: {}, now: undefined };
    return writeCommit(objects, tree, first, text, second);
  }
  const text = { author: authorOf(undefined), message, trailers: { Device: device }, now: now() };
  return writeCommit(objects, tree, ours, text, theirs);
}

const everybody: Author = { name: "loci", email: "loci@loci.invalid" };
