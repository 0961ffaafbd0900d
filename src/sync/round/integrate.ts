import { relate } from "../../git/ancestry/ancestry.ts";
import type { Commit } from "../../git/objects/commit.ts";
import { type Author, toReflog, writeCommit } from "../../git/objects/commit.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { emptyTree } from "../../git/objects/tree.ts";
import type { Head } from "../../git/refs/head.ts";
import { checkCommittable } from "../../git/repository/check-committable.ts";
import { applyMove, type Move, recoverMove } from "../apply/move.ts";
import { mergeTrees } from "../merge/merge-trees.ts";
import { branchOf } from "./choose-branch.ts";
import { checkIncoming } from "./deletion-guard.ts";
import type { RoundContext } from "./open-round.ts";
import type { RoundRequest, SyncReport } from "./sync-request.ts";

/** What bringing a commit in did. */
export type Integrated = Pick<SyncReport, "pulled" | "merged" | "keptBoth">;

/**
 * Moves the checked-out branch, and the folder with it, to where it holds `theirs`: not at all where it does already,
 * forward where nothing of ours is new, else to a merge of both. "moved": the person's own git moved the branch
 * meanwhile. Takes the commit lock. Rejects with SYNC_FAILED (reason "deletions") where most of the vault would go.
 */
export function integrate(
  request: RoundRequest,
  context: RoundContext,
  theirs: string,
): Promise<Integrated | "moved"> {
  const { objects, repository } = context;
  return request.commitLock(async () => {
    await recoverMove(context, request.signal); // Another process may have been killed meanwhile.
    const head = await checkCommittable(repository.gitDir);
    const plan = await planMove(request, context, head, theirs);
    if (plan === undefined) return { pulled: 0, merged: [], keptBoth: [] };
    const { move, ...integrated } = plan;
    if (head.oid !== undefined && request.accept?.deletions !== true) {
      const { tree } = await objects.readCommit(head.oid);
      await checkIncoming(objects, tree, move.changes);
    }
    if ((await applyMove(context, move, request.signal)) === "moved") return "moved";
    return integrated;
  }, request.signal);
}

interface Plan extends Integrated {
  readonly move: Move;
}

/** The move to make; undefined where ours holds theirs already. */
async function planMove(
  request: RoundRequest,
  { objects }: RoundContext,
  head: Head,
  other: string,
): Promise<Plan | undefined> {
  const { authorOf, now, signal } = request;
  const { bases, behind } = await relate(objects, head.oid, other, signal);
  if (bases.includes(other)) return undefined;
  const ours = head.oid === undefined ? undefined : await objects.readCommit(head.oid);
  const theirs = await objects.readCommit(other);
  const olds = await Promise.all(bases.map((oid) => objects.readCommit(oid)));
  const merge = {
    bases: ours === undefined ? [emptyTree] : olds.map(({ tree }) => tree),
    ours: ours?.tree ?? emptyTree,
    theirs: theirs.tree,
  };
  const { tree, changes, merged, keptBoth } = await mergeTrees(objects, merge, signal);
  const move = { ref: head.ref, from: ours?.oid, changes };
  const pulled = behind.length;
  if (ours === undefined || bases.includes(ours.oid)) {
    const log = toReflog(authorOf(undefined), now(), `sync: forward ${branchOf(head)}`);
    return { move: { ...move, to: other, log }, pulled, merged, keptBoth };
  }
  const { oid, log } = await writeMerge(request, objects, { tree, ours, theirs, head });
  const told = bases.length === 0 ? [unrelated, ...keptBoth] : keptBoth;
  return { move: { ...move, to: oid, log }, pulled, merged, keptBoth: told };
}

/**
 * Where both sides hold the same files already, every device makes the same commit of the same two: through two remotes
 * they would merge each other's merges for ever.
 */
async function writeMerge(
  { authorOf, device, now }: RoundRequest,
  objects: Objects,
  merge: { tree: string; ours: Commit; theirs: Commit; head: Head },
): Promise<{ oid: string; log: string }> {
  const { tree, ours, theirs, head } = merge;
  const message = `sync: merge ${branchOf(head)}`;
  const isSame = tree === ours.tree && tree === theirs.tree;
  const [first, second] = isSame && theirs.oid < ours.oid ? [theirs, ours] : [ours, theirs];
  const text = isSame
    ? { author: everybody, message, trailers: {}, now: undefined }
    : { author: authorOf(undefined), message, trailers: { Device: device }, now: now() };
  const written = await writeCommit(objects, tree, first, text, second);
  await objects.flush();
  return written;
}

const everybody: Author = { name: "loci", email: "loci@loci.invalid" };

const unrelated =
  "The remote had a history of its own, with no commit in common: both were put together, and nothing was left out";
