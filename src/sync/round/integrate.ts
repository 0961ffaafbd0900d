import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAncestor, relate } from "../../git/ancestry/ancestry.ts";
import { blocked } from "../../git/blocked.ts";
import type { Change } from "../../git/index-file/update-index.ts";
import { emptyTree } from "../../git/objects/tree.ts";
import { type Author, toReflog, writeCommit } from "../../git/objects/write-commit.ts";
import { type Head, readHead } from "../../git/refs/head.ts";
import { checkNothingInProgress } from "../../git/repository/in-progress.ts";
import { maxFileBytes } from "../../vault/list-files.ts";
import { applyMove, type Move } from "../apply/apply-merge.ts";
import { lookAt } from "../apply/lstat-at.ts";
import { marksUntil } from "../merge/file/removals.ts";
import { mergeTrees } from "../merge/merge-trees.ts";
import { writeAsides } from "./asides.ts";
import { branchOf } from "./choose-branch.ts";
import { checkIncomingDeletions } from "./guard-deletions.ts";
import type { RoundContext } from "./open-round.ts";

/** What bringing the other side's commit in needs. */
export interface IntegrateRequest {
  readonly context: RoundContext;
  readonly author: Author;
  readonly device: string;
  readonly now: Date;
  /** The person knows that the remote deleted most of the vault. */
  readonly acceptsDeletions: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** What bringing it in did. */
export interface Integrated {
  readonly head: string;
  /** Paths that both sides had changed. */
  readonly merged: readonly string[];
  readonly keptBoth: readonly string[];
}

const maxAttempts = 30;

/**
 * Moves the checked-out branch, and the folder with it, to where it holds `theirs`: not at all where it does already,
 * forward where nothing of ours is new, else to a merge of both. The caller holds the commit lock; no network is used.
 * Rejects with SYNC_FAILED (reason "deletions") where that would take most of the vault away.
 */
export async function integrate(request: IntegrateRequest, theirs: string): Promise<Integrated> {
  const { context, signal } = request;
  const { gitDir } = context.repository;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    signal?.throwIfAborted();
    await checkNothingInProgress(gitDir);
    const head = await readHead(gitDir);
    const plan = await planMove(request, head, theirs);
    if (plan === undefined) return { head: head.oid ?? theirs, merged: [], keptBoth: [] };
    if (head.oid !== undefined && !request.acceptsDeletions) {
      const { tree } = await context.objects.readCommit(head.oid);
      await checkIncomingDeletions(context.objects, { tree, theirs, changes: plan.move.changes });
    }
    if ((await applyMove(context, plan.move, signal)) === "applied") {
      const { root } = context.repository;
      await writeAsides(context.disk, root, context.asides);
      const keptBoth = [...plan.keptBoth, ...largeFileMessages(root, plan.move.changes)];
      return { head: plan.move.to, merged: plan.merged, keptBoth };
    }
    await sleep(5 + Math.random() * 50, undefined, { signal });
  }
  throw blocked(
    `another git program moved the branch ${maxAttempts} times meanwhile`,
    "try again when it has finished",
  );
}

/** Markdown that came in and is more than Loci reads. */
function largeFileMessages(root: string, changes: readonly Change[]): string[] {
  return changes.flatMap(({ path, after }) => {
    const size = after && /\.md$/i.test(path) ? Number(lookAt(join(root, path))?.size ?? 0) : 0;
    if (size <= maxFileBytes) return [];
    const megabytes = (size / 2 ** 20).toFixed(1);
    return [
      `Taken as it is: ${path} (${megabytes} MB): Markdown of more than 2 MB is neither read nor merged by line; split it into several files`,
    ];
  });
}

interface Plan extends Omit<Integrated, "head"> {
  readonly move: Move;
}

/** The move to make; undefined where ours holds theirs already. */
async function planMove(
  request: IntegrateRequest,
  head: Head,
  theirs: string,
): Promise<Plan | undefined> {
  const { context, author, now, signal } = request;
  const { objects } = context;
  const { ref, oid: ours } = head;
  const other = await objects.readCommit(theirs);
  if (ours === undefined || (await isAncestor(objects, ours, theirs, signal))) {
    if (ours === theirs) return undefined;
    const from = ours === undefined ? emptyTree : (await objects.readCommit(ours)).tree;
    const forward = { bases: [from], ours: from, theirs: other.tree };
    const { changes } = await mergeTrees(objects, forward, signal);
    const log = toReflog(author, now, `sync: forward ${branchOf(head)}`);
    const move = { ref, from: ours, to: theirs, changes, log };
    return { move, merged: [], keptBoth: [] };
  }
  if (await isAncestor(objects, theirs, ours, signal)) return undefined;
  return planMerge(request, head, { ours, theirs });
}

async function planMerge(
  { context, author, device, now, signal }: IntegrateRequest,
  head: Head,
  tips: { readonly ours: string; readonly theirs: string },
): Promise<Plan> {
  const { objects } = context;
  const [ours, theirs] = await Promise.all([
    objects.readCommit(tips.ours),
    objects.readCommit(tips.theirs),
  ]);
  const { bases } = await relate(objects, tips.ours, tips.theirs, signal);
  const olds = await Promise.all(bases.map((oid) => objects.readCommit(oid)));
  const until = marksUntil(...[ours, theirs, ...olds].map(({ time }) => time * 1_000));
  const trees = {
    ...{ ours: ours.tree, theirs: theirs.tree, until },
    bases: olds.map(({ tree }) => tree),
  };
  const { tree, changes, merged, keptBoth } = await mergeTrees(objects, trees, signal);
  const message = `sync: merge ${branchOf(head)}`;
  const own = { author, message, trailers: { Device: device }, now };
  const isSame = tree === ours.tree && tree === theirs.tree;
  const [first, second] = isSame && theirs.oid < ours.oid ? [theirs, ours] : [ours, theirs];
  const text = isSame ? { ...own, author: everybody, trailers: {}, now: undefined } : own;
  const { oid, log } = await writeCommit(objects, tree, first, text, second);
  await objects.flush();
  const messages = bases.length === 0 ? [unrelated] : [];
  const move = { ref: head.ref, from: tips.ours, to: oid, changes, log };
  return { move, merged, keptBoth: [...messages, ...keptBoth] };
}

/**
 * Where both sides hold the same files already, every device makes the same commit of the same two: through two remotes
 * they would merge each other's merges for ever.
 */
const everybody: Author = { name: "loci", email: "loci@loci.invalid" };

const unrelated =
  "The remote had a history of its own, with no commit in common: both were put together, and nothing was left out";
