import { LociError } from "../../errors.ts";
import { relate } from "../../git/ancestry/ancestry.ts";
import { ordinaryMode, versionAt, writeTree } from "../../git/objects/tree.ts";
import { readHead } from "../../git/refs/refs.ts";
import { answerMarks, forgottenPath, mergeRemovals } from "../merge/file/removals.ts";
import { readForgotten } from "../merge/merge-trees.ts";
import { findStanding } from "../purge/find-lines.ts";
import {
  hashesOf,
  noteUnfinished,
  type PurgeMarks,
  readPurgeMarks,
  readUnfinished,
} from "../purge/purge-marks.ts";
import { createRewriter } from "../purge/rewrite-history.ts";
import { moveTo, track } from "./move-to.ts";
import { checkUnused, movedMeanwhile, purgeHere } from "./purge-here.ts";
import { readSyncRecord } from "./sync-record.ts";
import type { Round } from "./sync-request.ts";

/**
 * Finishes the purge that began here or was agreed to, once the branch has its marks. Rejects with GIT_BLOCKED where the
 * repository is in use. The caller holds the commit lock.
 */
export async function finishPurge(round: Round): Promise<void> {
  const { gitDir } = round.repository;
  const [{ oid }, purge] = [await readHead(gitDir), await readUnfinished(gitDir)];
  if (oid === undefined || purge === undefined) return;
  const marks = purge.marks.intersection(await marksOf(round, oid));
  if (marks.size === 0) return;
  await purgeHere(round, marks, !purge.isOwn);
  await noteUnfinished(gitDir, undefined);
}

/** The marks in a commit's tree. */
async function marksOf({ objects }: Round, commit: string): Promise<PurgeMarks> {
  return readPurgeMarks(await readForgotten(objects, (await objects.readCommit(commit)).tree));
}

/**
 * Where something was purged in the remote's commit `tip` that this branch still holds, it is purged here too, once a
 * person has agreed; until then all else is brought in, and nothing may be sent. Where the remote still holds what was
 * purged here, that is left out, and to replace it there needs a yes. Returns what is to be brought in, and the marks of
 * what the remote is still to lose. Rejects with the question where there is one (SYNC_FAILED, reason "purged"). The
 * caller holds the commit lock.
 */
export async function followRemote(
  round: Round,
  { tip, ref, url }: Readonly<Record<"tip" | "ref" | "url", string>>,
): Promise<{ readonly clean: string; readonly missing: PurgeMarks }> {
  const { accept, repository } = round;
  const { oid: head = tip } = await readHead(repository.gitDir);
  const [own, theirs] = [await marksOf(round, head), await marksOf(round, tip)];
  const left = own.difference(theirs);
  const { name: clean } = await rewriteAhead(round, left, tip, head);
  const missing = clean === tip ? new Set<string>() : left;
  if (missing.size > 0 && accept?.purge !== true && accept?.replace !== true) {
    await purgeHere(round, missing, true);
    const message = `Cannot sync with "${url}": its history still holds what was purged here, and nothing was sent`;
    throw asking(message, replaceThere, tip);
  }
  const marks = theirs.difference(own);
  const { name: next, gone } = await rewriteAhead(round, marks, head, clean);
  const isMet = next !== head;
  const answer = isMet ? await answerTo(round, marks, missing) : undefined;
  if (isMet) await bringBeside(round, { marks, answer, head, next, clean });
  if (missing.size === 0) await track(round, ref, tip, "sync: fetch");
  if (isMet && answer === undefined) throw await ask(round, gone, head, tip);
  return { clean, missing };
}

const replaceThere =
  "run `loci sync --accept-purge`, which replaces its history by one without that and keeps all else; who has a copy of it by plain git must clone it again";

/** Rewrites the commits that are in one history and not in the other. */
async function rewriteAhead(
  { objects, signal }: Round,
  marks: PurgeMarks,
  tip: string,
  other: string,
): Promise<{ readonly name: string; readonly gone: ReadonlyMap<string, string> }> {
  const { ahead } = marks.size === 0 ? { ahead: [] } : await relate(objects, tip, other, signal);
  const commits = await Promise.all(ahead.map((oid) => objects.readCommit(oid)));
  const all = new Set([tip, ...commits.flatMap(({ parents }) => parents)]);
  const spared = all.difference(new Set(ahead));
  const rewriter = createRewriter(objects, hashesOf(marks), spared);
  return { name: await rewriter.rewrite(tip, signal), gone: rewriter.gone };
}

/** A yes to fewer lines than there are by now is none, nor is one to what was purged here (`missing`). */
async function answerTo(
  round: Round,
  marks: PurgeMarks,
  missing: PurgeMarks,
): Promise<boolean | undefined> {
  const answer = round.accept?.purge;
  if (answer !== true) return answer;
  const { asked } = await readSyncRecord(round.lociDir);
  const isAsked = asked !== null && (await round.objects.has(asked));
  const isMeant = isAsked ? marks.isSubsetOf(await marksOf(round, asked)) : missing.size === 0;
  return isMeant || undefined;
}

/** Asks about the lines that the remote's commit purged and ours has. */
async function ask(
  { objects }: Round,
  gone: ReadonlyMap<string, string>,
  head: string,
  tip: string,
): Promise<LociError> {
  const { tree } = await objects.readCommit(head);
  const files = await findStanding(objects, tree, new Set(gone.keys()));
  const named = files.slice(0, 3).map(({ path }) => path);
  const where = named.join(", ") + (files.length > 3 ? "…" : "") || "old versions of its files";
  const lines = new Set(gone.values()).size;
  const message = `Cannot send anything yet: another device purged for good what stands here in ${lines} line${lines === 1 ? "" : "s"} (in ${where}), and that waits for your answer; all else goes on`;
  return asking(message, followOrRefuse, tip, tip);
}

const followOrRefuse =
  "run `loci sync --accept-purge` to purge it here too, from all versions, or `loci sync --refuse-purge` to keep it, which gives the lines back to the other devices";

/** A question at a commit of the remote; the record of rounds keeps it, and whose purges it was about. */
const asking = (message: string, fix: string, tip: string, asked?: string): LociError =>
  new LociError("SYNC_FAILED", message, { data: { reason: "purged", fix, tip, asked } });

/** Throws the question that waits for an answer while the remote is where it was then. */
export async function checkAnswered({ accept, lociDir }: Round, tip: string): Promise<void> {
  const { failure } = await readSyncRecord(lociDir);
  if (failure?.tip !== tip || accept?.purge !== undefined || accept?.replace === true) return;
  throw asking(failure.message, failure.fix ?? followOrRefuse, tip);
}

/** A purge that the remote holds and this branch has not done, and what was answered. */
interface Met extends Readonly<Record<"head" | "next" | "clean", string>> {
  readonly marks: PurgeMarks;
  readonly answer: boolean | undefined;
}

/**
 * Merges a commit that holds a purge (`clean`) with the files as they are here, as if neither history had ever held the
 * lines, as ours without them (`next`) has not: while they wait, they count as ours, and the marks are not taken over.
 * Once that is answered, the branch goes on from that commit alone, for what is before ours still holds them; what was
 * refused counts as written again.
 */
async function bringBeside(round: Round, met: Met): Promise<void> {
  const { objects, repository, now, signal, done } = round;
  const { marks, answer, head, next, clean } = met;
  const { gitDir } = repository;
  if (answer === true) await checkUnused(gitDir);
  // An earlier yes may have come to nothing.
  const unfinished = answer ? { isOwn: false, marks } : undefined;
  if (answer !== undefined) await noteUnfinished(gitDir, unfinished);
  const { bases, behind } = await relate(objects, next, clean, signal);
  const ours = await objects.readCommit(answer ? next : head);
  const theirs = await objects.readCommit(clean);
  // Where it was merged here while it waited, a base holds what was written again there after the purge.
  const { rewrite } = createRewriter(objects, hashesOf(marks));
  const olds: string[] = [];
  for (const base of bases) olds.push(await rewrite((await objects.readCommit(base)).tree));
  let list = await versionAt(objects, ours.tree, forgottenPath);
  if (answer !== undefined) {
    const lists = [ours, theirs].map(({ tree }) => readForgotten(objects, tree));
    const both = mergeRemovals(await Promise.all(lists));
    const kept = answer ? [] : await findStanding(objects, ours.tree, hashesOf(marks));
    const again = kept.flatMap(({ texts }) => texts).map((text) => ({ text, mark: "+" as const }));
    const lines = answerMarks(both, now().getTime(), again).join("\n");
    const all = mergeRemovals([both, Buffer.from(lines)]);
    list = { mode: ordinaryMode, oid: await objects.write("blob", all) };
  }
  const withList = (tree: string): Promise<string> =>
    writeTree(objects, tree, new Map([[forgottenPath, list]]));
  const merging = {
    head: await readHead(gitDir),
    bases: olds,
    ours: await withList(ours.tree),
    theirs: await withList(theirs.tree),
    parents: answer === undefined ? ([ours, theirs] as const) : ([theirs] as const),
    what: "merge a purge into" as const,
  };
  if ((await moveTo(round, merging)) === "moved") throw movedMeanwhile();
  done.pulled += behind.length;
  if (answer) await finishPurge(round);
  if (answer !== undefined) done.keptBoth.add(answer ? purgedHere : keptHere);
}

const purgedHere =
  "Purged here too, as on another device: its lines were taken out of all versions, and the old ones deleted";
const keptHere =
  "Kept here, though another device purged it: its lines go back to the other devices as if they were written again";
