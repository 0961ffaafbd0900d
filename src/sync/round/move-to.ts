import { type Author, type Commit, toReflog, writeCommit } from "../../git/objects/commit.ts";
import { type Head, writeRef } from "../../git/refs/refs.ts";
import { applyMove } from "../apply/move.ts";
import { dropVersions } from "../commit/pending.ts";
import { mergeTrees, type Trees } from "../merge/merge-trees.ts";
import { checkLosses, lostThere } from "./deletion-guard.ts";
import { branchOf, type Round } from "./sync-request.ts";

/** A merge of two trees, and the commits that the branch goes on from. */
interface Merging extends Trees {
  /** Where the branch was when they were read. */
  readonly head: Head;
  readonly parents: readonly [Commit] | readonly [Commit, Commit];
  /** What the commit does to the branch, where it is no merge. */
  readonly what?: string;
}

/**
 * Merges trees and moves the branch with its files there: to the only parent where the merge is its tree, else to a new
 * commit. "moved": the person's own git moved the branch meanwhile. Rejects with SYNC_FAILED (reason "deletions") where
 * most of the vault would go. The caller holds the commit lock.
 */
export async function moveTo(round: Round, merging: Merging): Promise<"moved" | "applied"> {
  const { objects, authorOf, now, signal, accept, done } = round;
  const { head, parents, what = "merge" } = merging;
  const { tree, changes, merged, keptBoth } = await mergeTrees(objects, merging, signal);
  if (head.oid !== undefined && accept?.deletions !== true)
    await checkLosses(objects, merging.ours, changes, lostThere);
  const [only, other] = parents;
  const branch = branchOf(head);
  const { oid, log } =
    other === undefined && tree === only.tree
      ? { oid: only.oid, log: toReflog(authorOf(undefined), now(), `sync: forward ${branch}`) }
      : await writeMerge(round, tree, `sync: ${what} ${branch}`, only, other);
  const move = { ref: head.ref, from: head.oid, to: oid, log, writes: true };
  if (oid !== head.oid && (await applyMove(round, move)) === "moved") return "moved";
  // A step that was noted meanwhile did not see what came in.
  await round.lock(() => dropVersions(round.lociDir));
  for (const path of merged) done.merged.add(path);
  for (const sentence of keptBoth) done.keptBoth.add(sentence);
  return "applied";
}

/**
 * Where both sides hold the same files already, every device makes the same commit of the same two: through two remotes
 * they would merge each other's merges for ever.
 */
function writeMerge(
  { objects, authorOf, device, now }: Round,
  tree: string,
  message: string,
  ours: Commit,
  theirs: Commit | undefined,
): Promise<{ oid: string; log: string }> {
  if (tree === ours.tree && tree === theirs?.tree) {
    const [first, second] = theirs.oid < ours.oid ? [theirs, ours] : [ours, theirs];
    const text = { author: everybody, message, trailers: {}, now: undefined };
    return writeCommit(objects, tree, first, text, second);
  }
  const text = { author: authorOf(undefined), message, trailers: { Device: device }, now: now() };
  return writeCommit(objects, tree, ours, text, theirs);
}

const everybody: Author = { name: "loci", email: "loci@loci.invalid" };

/** Remembers where the remote stands, as git does; a concurrent fetch is as good. */
export async function track(round: Round, ref: string, to: string, what: string): Promise<void> {
  const log = toReflog(round.authorOf(undefined), round.now(), what);
  await writeRef(round, { ref, to, log });
}
