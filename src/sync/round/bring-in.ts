import { LociError } from "../../errors.ts";
import { relate } from "../../git/ancestry/ancestry.ts";
import { type Author, type Commit, toReflog, writeCommit } from "../../git/objects/commit.ts";
import { emptyTree } from "../../git/objects/tree.ts";
import { checkCommittable, type Head, writeRef } from "../../git/refs/refs.ts";
import { applyMove } from "../apply/move.ts";
import { commitSteps } from "../commit/commit-steps.ts";
import { commitText } from "../commit/commit-text.ts";
import { answerMarks } from "../merge/file/removals.ts";
import { mergeTrees, readForgotten, type Trees } from "../merge/merge-trees.ts";
import { findStanding } from "../purge/find-lines.ts";
import { hashesOf, marksOf, type PurgeMarks, withMarks } from "../purge/purge-marks.ts";
import { createRewriter } from "../purge/rewrite-history.ts";
import { checkLosses, lostThere } from "./deletion-guard.ts";
import { checkUnused, notePurge } from "./purge-here.ts";
import { readSyncRecord } from "./sync-record.ts";
import { branchOf, type Round } from "./sync-request.ts";

/**
 * Brings the remote's commit into the branch that is checked out and the folder. Each side's history counts as if it
 * had never held what the other one purged; what is to go here is noted for `finishPurge`. "replace": the remote still
 * holds what was purged here, so our history is to take the place of its own; "again": git moved the branch meanwhile.
 * Rejects with a question (SYNC_FAILED, reason "purged"): before it merges, where another device purged what stands
 * here; after it, where the remote is to be replaced. The caller holds the commit lock.
 */
export async function bringIn(
  round: Round,
  { tip, ref, url }: Readonly<Record<"tip" | "ref" | "url", string>>,
): Promise<"done" | "replace" | "again"> {
  const { objects, repository, accept, done } = round;
  await commitSteps(round); // What was said while the network was waited for.
  const head = await checkCommittable(repository.gitDir);
  const { oid: ours = tip } = head;
  const [own, theirs] = [await marksOf(objects, ours), await marksOf(objects, tip)];
  const left = await takeOut(round, own.difference(theirs), tip, ours);
  const met = await takeOut(round, theirs.difference(own), ours, left.commit);
  const isLeft = left.marks.size > 0;
  const answer = met.marks.size > 0 ? await answerTo(round, met.marks, isLeft) : undefined;
  const gone = answer === true ? left.marks.union(met.marks) : left.marks;
  if (gone.size > 0) {
    await checkUnused(repository.gitDir);
    await notePurge(repository.gitDir, gone);
  }
  if (!isLeft) await track(round, ref, tip, "sync: fetch");
  if (met.marks.size > 0 && answer === undefined)
    throw await askToFollow(round, met, { ours, tip, isLeft });
  if ((await integrate(round, head, left.commit, { ...met, answer })) === "moved") return "again";
  if (answer !== undefined) done.keptBoth.add(answer ? purgedHere : keptHere);
  if (!isLeft) return "done";
  if (accept?.purge === true || accept?.replace === true) return "replace";
  const message = `Cannot sync with "${url}": its history still holds what was purged here, and nothing was sent`;
  throw asking(message, replaceThere, tip);
}

/**
 * Takes lines out of the commits that are in one history and not in the other. Returns the name of the first one's tip
 * then, the lines that it held by their hashes, and the marks, or none where it held no line.
 */
async function takeOut({ objects, signal }: Round, marks: PurgeMarks, tip: string, other: string) {
  const { ahead } = marks.size === 0 ? { ahead: [] } : await relate(objects, tip, other, signal);
  const commits = await Promise.all(ahead.map((oid) => objects.readCommit(oid)));
  const all = new Set([tip, ...commits.flatMap(({ parents }) => parents)]);
  const spared = all.difference(new Set(ahead));
  const { rewrite, gone } = createRewriter(objects, marks, spared);
  const commit = await rewrite(tip, signal);
  return { commit, lines: gone, marks: commit === tip ? new Set<string>() : marks };
}

type TakenOut = Awaited<ReturnType<typeof takeOut>>;

/** A yes to fewer lines than there are by now is none, nor is one to what was purged here. */
async function answerTo({ accept, objects, lociDir }: Round, marks: PurgeMarks, isLeft: boolean) {
  if (accept?.purge !== true) return accept?.purge;
  const { asked } = await readSyncRecord(lociDir);
  const isMeant =
    asked === null
      ? !isLeft
      : (await objects.size(asked)) > 0 && marks.isSubsetOf(await marksOf(objects, asked));
  return isMeant || undefined;
}

/** Asks about the lines that the remote's commit purged and ours has. */
async function askToFollow(
  { objects }: Round,
  { lines }: TakenOut,
  { ours, tip, isLeft }: { readonly ours: string; readonly tip: string; readonly isLeft: boolean },
) {
  const files = await findStanding(objects, ours, new Set(lines.keys()));
  const named = files.slice(0, 3).map(({ path }) => path);
  const where = named.join(", ") + (files.length > 3 ? "…" : "") || "old versions of its files";
  const count = new Set(lines.values()).size;
  const also = isLeft ? " (a yes also takes out there what was purged here)" : "";
  const message = `Cannot send or merge anything yet: another device purged for good what stands here in ${count} line${count === 1 ? "" : "s"} (in ${where}), and that waits for your answer${also}; all else goes on`;
  return asking(message, followOrRefuse, tip);
}

const followOrRefuse =
  "run `loci sync --accept-purge` to purge it here too, from all versions, or `loci sync --refuse-purge` to keep it, which gives the lines back to the other devices";
const replaceThere =
  "run `loci sync --accept-purge`, which replaces its history by one without that and keeps all else; who has a copy of it by plain git must clone it again";

/** A question at a commit of the remote, which the record of rounds keeps. */
const asking = (message: string, fix: string, asked: string): LociError =>
  new LociError("SYNC_FAILED", message, { data: { reason: "purged", fix, asked } });

/** Throws the question that waits for an answer while the remote is where it was then. */
export async function checkAnswered({ accept, lociDir }: Round, tip: string): Promise<void> {
  const { failure, asked } = await readSyncRecord(lociDir);
  const isAnswered = accept?.purge !== undefined || accept?.replace === true;
  if (asked !== tip || failure?.reason !== "purged" || isAnswered) return;
  throw asking(failure.message, failure.fix ?? followOrRefuse, tip);
}

/**
 * Moves the branch, and the folder with it, to where it holds `tip`: not at all where it does already, forward where
 * nothing of ours is new, else to a merge of both; `commit` is ours without what was purged there. Behind a purge it
 * leaves our history, which holds the lines, whatever was answered. Rejects with SYNC_FAILED (reason "deletions") where
 * most of the vault would go.
 */
async function integrate(
  round: Round,
  head: Head,
  tip: string,
  { commit, marks, answer }: TakenOut & { readonly answer: boolean | undefined },
) {
  const { objects, signal, done } = round;
  const isMet = answer !== undefined;
  const { bases, behind } = await relate(objects, head.oid && commit, tip, signal);
  if (!isMet && bases.includes(tip)) return "applied";
  const theirs = await objects.readCommit(tip);
  const from = answer === true ? commit : head.oid;
  const ours = from === undefined ? undefined : await objects.readCommit(from);
  const olds = await Promise.all(bases.map(async (oid) => (await objects.readCommit(oid)).tree));
  const isRefused = ours !== undefined && answer === false;
  const again = isRefused ? await writtenAgain(round, ours, theirs, marks) : undefined;
  const trees = { bases: olds, ours: again ?? ours?.tree ?? emptyTree, theirs: theirs.tree };
  const isForward = ours === undefined || isMet || bases.includes(ours.oid);
  const moved = await moveTo(round, head, trees, isForward ? [theirs] : [ours, theirs]);
  if (moved === "moved") return moved;
  if (ours && bases.length === 0) done.keptBoth.add(unrelated);
  done.pulled += behind.length;
  return moved;
}

type Parents = readonly [Commit, Commit?];

/** Merges trees, and moves the branch with its files there. */
async function moveTo(round: Round, head: Head, trees: Trees, parents: Parents) {
  const { objects, signal, accept, done } = round;
  const { tree, changes, merged, keptBoth } = await mergeTrees(objects, trees, signal);
  if (head.oid !== undefined && accept?.deletions !== true)
    await checkLosses(objects, trees.ours, changes, lostThere);
  const { oid, log } = await writeMerge(round, branchOf(head), tree, parents);
  const move = { ref: head.ref, from: head.oid, to: oid, log, writes: true };
  if (oid !== head.oid && (await applyMove(round, move)) === "moved") return "moved";
  for (const path of merged) done.merged.add(path);
  for (const sentence of keptBoth) done.keptBoth.add(sentence);
  return "applied";
}

/**
 * The only parent where the merge is its tree, else a new commit. Where both sides hold the same files already, every
 * device makes the same commit of the same two: through two remotes they would merge each other's merges for ever.
 */
async function writeMerge(round: Round, branch: string, tree: string, [ours, theirs]: Parents) {
  const { objects, author, now } = round;
  const message = `sync: merge ${branch}`;
  if (theirs === undefined && tree === ours.tree)
    return { oid: ours.oid, log: toReflog(author, now(), `sync: forward ${branch}`) };
  if (tree === ours.tree && tree === theirs?.tree) {
    const [first, second] = theirs.oid < ours.oid ? [theirs, ours] : [ours, theirs];
    const text = { author: everybody, message, trailers: {}, now: undefined };
    return writeCommit(objects, tree, first, text, second);
  }
  return writeCommit(objects, tree, ours, commitText(round, message), theirs);
}

const everybody: Author = { name: "loci", email: "loci@loci.invalid" };

/** Remembers where the remote stands, as git does; a concurrent fetch is as good. */
export async function track(round: Round, ref: string, to: string, what: string): Promise<void> {
  const log = toReflog(round.author, round.now(), what);
  await writeRef(round, { ref, to, log });
}

/** Our tree where a purge is refused: what it holds of that counts as written again. */
async function writtenAgain(round: Round, ours: Commit, theirs: Commit, marks: PurgeMarks) {
  const { objects, now } = round;
  const list = await readForgotten(objects, theirs.tree);
  const kept = await findStanding(objects, ours.oid, hashesOf(marks));
  const again = kept.flatMap(({ texts }) => texts).map((text) => ({ text, mark: "+" as const }));
  return withMarks(objects, ours.tree, answerMarks(list, now().getTime(), again));
}

const unrelated =
  "The remote had a history of its own, with no commit in common: both were put together, and nothing was left out";
const purgedHere =
  "Purged here too, as on another device: its lines were taken out of all versions, and the old ones deleted";
const keptHere =
  "Kept here, though another device purged it: its lines go back to the other devices as if they were written again";
