import { relate } from "../../git/ancestry/ancestry.ts";
import { emptyTree } from "../../git/objects/tree.ts";
import { type Author, toReflog, writeCommit } from "../../git/objects/write-commit.ts";
import { type Head, readHead } from "../../git/refs/head.ts";
import { checkNothingInProgress } from "../../git/repository/in-progress.ts";
import { applyMove, type Move } from "../apply/move.ts";
import { marksUntil } from "../merge/file/removals.ts";
import { mergeTrees } from "../merge/merge-trees.ts";
import { branchOf } from "./choose-branch.ts";
import { checkIncoming } from "./deletion-guard.ts";
import type { RoundContext } from "./open-round.ts";
import type { SyncReport, SyncRequest } from "./sync-request.ts";

/** What bringing a commit in did. */
export type Integrated = Pick<SyncReport, "pulled" | "merged" | "keptBoth">;

/** Who merges, and when. */
type IntegrateRequest = Pick<
  SyncRequest,
  "authorOf" | "device" | "now" | "accept" | "commitLock" | "signal"
>;

/**
 * Moves the checked-out branch, and the folder with it, to where it holds `theirs`: not at all where it does already,
 * forward where nothing of ours is new, else to a merge of both. "moved": the person's own git moved the branch
 * meanwhile. Takes the commit lock. Rejects with SYNC_FAILED (reason "deletions") where most of the vault would go.
 */
export function integrate(
  request: IntegrateRequest,
  context: RoundContext,
  theirs: string,
): Promise<Integrated | "moved"> {
  const { objects, repository } = context;
  return request.commitLock(async () => {
    await checkNothingInProgress(repository.gitDir);
    const head = await readHead(repository.gitDir);
    const plan = await planMove(request, context, head, theirs);
    if (plan === undefined) return { pulled: 0, merged: [], keptBoth: [] };
    const { move, commits, ...integrated } = plan;
    if (head.oid !== undefined && request.accept?.deletions !== true) {
      const { tree } = await objects.readCommit(head.oid);
      await checkIncoming(objects, tree, { changes: move.changes, commits });
    }
    if ((await applyMove(context, move, request.signal)) === "moved") return "moved";
    return integrated;
  }, request.signal);
}

interface Plan extends Integrated {
  readonly move: Move;
  /** Theirs that are new here. */
  readonly commits: readonly string[];
}

/** The move to make; undefined where ours holds theirs already. */
async function planMove(
  { authorOf, device, now, signal }: IntegrateRequest,
  { objects }: RoundContext,
  head: Head,
  other: string,
): Promise<Plan | undefined> {
  const { bases, behind: commits } = await relate(objects, head.oid, other, signal);
  if (bases.includes(other)) return undefined;
  const [author, at, pulled] = [authorOf(undefined), now(), commits.length];
  const theirs = await objects.readCommit(other);
  const ours = head.oid === undefined ? undefined : await objects.readCommit(head.oid);
  if (ours === undefined || bases.includes(ours.oid)) {
    const from = ours?.tree ?? emptyTree;
    const forward = { bases: [from], ours: from, theirs: theirs.tree };
    const { changes } = await mergeTrees(objects, forward, signal);
    const log = toReflog(author, at, `sync: forward ${branchOf(head)}`);
    const move = { ref: head.ref, from: ours?.oid, to: other, changes, log };
    return { move, commits, pulled, merged: [], keptBoth: [] };
  }
  const olds = await Promise.all(bases.map((oid) => objects.readCommit(oid)));
  const merge = {
    bases: olds.map(({ tree }) => tree),
    ours: ours.tree,
    theirs: theirs.tree,
    until: marksUntil(...[ours, theirs, ...olds].map(({ time }) => time * 1_000)),
  };
  const { tree, changes, merged, keptBoth } = await mergeTrees(objects, merge, signal);
  const message = `sync: merge ${branchOf(head)}`;
  const isSame = tree === ours.tree && tree === theirs.tree;
  const text = isSame
    ? { author: everybody, message, trailers: {}, now: undefined }
    : { author, message, trailers: { Device: device }, now: at };
  const [first, second] = isSame && theirs.oid < ours.oid ? [theirs, ours] : [ours, theirs];
  const { oid, log } = await writeCommit(objects, tree, first, text, second);
  await objects.flush();
  const move = { ref: head.ref, from: ours.oid, to: oid, changes, log };
  return {
    move,
    commits,
    pulled,
    merged,
    keptBoth: [...(bases.length === 0 ? [unrelated] : []), ...keptBoth],
  };
}

/**
 * Where both sides hold the same files already, every device makes the same commit of the same two: through two remotes
 * they would merge each other's merges for ever.
 */
const everybody: Author = { name: "loci", email: "loci@loci.invalid" };

const unrelated =
  "The remote had a history of its own, with no commit in common: both were put together, and nothing was left out";
