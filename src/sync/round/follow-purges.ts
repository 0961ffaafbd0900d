import { LociError } from "../../errors.ts";
import { relate } from "../../git/ancestry/ancestry.ts";
import { changedFiles, ordinaryMode, versionAt, writeTree } from "../../git/objects/tree.ts";
import { readHead } from "../../git/refs/refs.ts";
import { answerMarks, forgottenPath, mergeRemovals } from "../merge/file/removals.ts";
import { readForgotten } from "../merge/merge-trees.ts";
import { standingMemories } from "../purge/find-lines.ts";
import {
  noteUnfinished,
  type PurgeMarks,
  readPurgeMarks,
  readUnfinished,
} from "../purge/purge-marks.ts";
import { HistoryRewriter } from "../purge/rewrite-history.ts";
import { moveTo, track } from "./move-to.ts";
import { checkUnused, movedMeanwhile, purgeHere } from "./purge-here.ts";
import { readSyncRecord } from "./sync-record.ts";
import { type Round, underLock } from "./sync-request.ts";

/**
 * Finishes the purges that began here or were agreed to; gives the error where they have to wait (GIT_BLOCKED): then
 * nothing may be sent. The caller does not hold the commit lock.
 */
export async function finishPurges(round: Round): Promise<LociError | undefined> {
  const { gitDir } = round.repository;
  const [{ oid }, unfinished] = [await readHead(gitDir), await readUnfinished(gitDir)];
  if (oid === undefined || unfinished.size === 0) return undefined;
  const waits = await checkUnused(gitDir).catch((error: unknown) => error);
  if (waits instanceof LociError) return waits;
  const own = await marksOf(round, oid);
  for (const why of ["yes", "follow"]) {
    const marks = new Set([...own].filter((mark) => unfinished.get(mark) === why));
    if (marks.size > 0) await underLock(round, () => purgeHere(round, marks, why === "follow"));
  }
  return undefined;
}

/** The marks in a commit's tree. */
async function marksOf({ objects }: Round, commit: string): Promise<PurgeMarks> {
  return readPurgeMarks(await readForgotten(objects, (await objects.readCommit(commit)).tree));
}

/** A remote's commit that was fetched, to be tracked under this ref. */
interface Fetched {
  readonly tip: string;
  readonly ref: string;
  readonly url: string;
}

/**
 * Where something was purged there that this branch still holds, it is purged here too, once a person has agreed; until
 * then all else is brought in, and nothing may be sent. Where the remote still holds what was purged here, that is left
 * out, and to replace it there needs a yes. Returns what is to be brought in, and the marks of what the remote is still to
 * lose. Rejects with the question where there is one (SYNC_FAILED, reason "purged"). The caller holds the commit lock.
 */
export async function followRemote(
  round: Round,
  { tip, ref, url }: Fetched,
): Promise<{ readonly clean: string; readonly missing: PurgeMarks }> {
  const { accept, repository, signal } = round;
  const { oid: head = tip } = await readHead(repository.gitDir);
  const [own, theirs] = [await marksOf(round, head), await marksOf(round, tip)];
  // While a purge waits, what it is to take still stands in our history too.
  const left = round.waits ? new Set<string>() : own.difference(theirs);
  const clean = await (await rewriteAhead(round, left, tip, head)).rewrite(tip, signal);
  const missing = clean === tip ? new Set<string>() : left;
  if (missing.size > 0 && accept?.purge !== true && accept?.replace !== true) {
    await purgeHere(round, missing, true);
    const message = `Cannot sync with "${url}": its history still holds what was purged here, and nothing was sent`;
    throw asking(message, replaceThere, tip);
  }
  const marks = theirs.difference(own);
  const plan = await rewriteAhead(round, marks, head, clean);
  const next = await plan.rewrite(head, signal);
  const isMet = next !== head;
  const answer = isMet ? await answerTo(round, marks, missing) : undefined;
  if (isMet) await bringBeside(round, { marks, head, next, clean, answer });
  if (missing.size === 0) await track(round, ref, tip, "sync: fetch");
  if (isMet && answer === undefined) throw await ask(round, plan, { head, next, tip });
  return { clean, missing };
}

const replaceThere =
  "run `loci sync --accept-purge`, which replaces its history by one without that and keeps all else; who has a copy of it by plain git must clone it again";
const purgedHere =
  "Purged here too, as on another device: its lines were taken out of all versions, and the old ones deleted";
const keptHere =
  "Kept here, though another device purged it: its lines go back to the other devices as if they were written again";

/** Rewrites the commits that are in one history and not in the other; it stores nothing before something else is stored. */
async function rewriteAhead(
  { objects, signal }: Round,
  marks: PurgeMarks,
  tip: string,
  other: string,
): Promise<HistoryRewriter> {
  const ahead = new Set(marks.size === 0 ? [] : (await relate(objects, tip, other, signal)).ahead);
  const spared = ahead.has(tip) ? [] : [tip];
  for (const oid of ahead) spared.push(...(await objects.readCommit(oid)).parents);
  return new HistoryRewriter(
    objects,
    marks,
    spared.filter((oid) => !ahead.has(oid)),
  );
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

/** A purge that a remote's commit holds, and what comes of it here. */
interface Met {
  readonly marks: PurgeMarks;
  readonly answer: boolean | undefined;
  /** Our commit, and what it is without the lines. */
  readonly head: string;
  readonly next: string;
  /** The remote's, without what was purged here. */
  readonly clean: string;
}

/** Asks about a purge that a remote's commit brought. */
async function ask(
  { objects }: Round,
  { gone }: HistoryRewriter,
  { head, next, tip }: Readonly<Record<"head" | "next" | "tip", string>>,
): Promise<LociError> {
  const lines = new Set(gone.values()).size;
  const [ours, without] = [await objects.readCommit(head), await objects.readCommit(next)];
  const changed = await changedFiles(objects, ours.tree, without.tree);
  const files = changed.map(({ path }) => path);
  const named = files.slice(0, 3).join(", ") + (files.length > 3 ? " and others" : "");
  const where = files.length === 0 ? "in old versions of its files" : `in ${named}`;
  const message = `Cannot send anything yet: another device purged for good what stands here in ${lines} line${lines === 1 ? "" : "s"} (${where}), and that waits for your answer; all else goes on`;
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

/**
 * Merges a commit that holds a purge with the files as they are here, as if neither history had ever held the lines:
 * while they wait, they count as ours, and the marks are not taken over. Once that is answered, the branch goes on from
 * that commit alone, for what is before ours still holds them; what was refused counts as written again.
 */
async function bringBeside(round: Round, met: Met): Promise<void> {
  const { objects, repository, now, signal, done } = round;
  const { marks, answer, head, next, clean } = met;
  // An earlier yes may have come to nothing.
  if (answer !== undefined)
    await noteUnfinished(repository.gitDir, marks, answer ? "follow" : undefined);
  const { bases, behind } = await relate(objects, next, clean, signal);
  const ours = await objects.readCommit(answer ? next : head);
  const theirs = await objects.readCommit(clean);
  let list = await versionAt(objects, ours.tree, forgottenPath);
  const withList = (tree: string): Promise<string> =>
    writeTree(objects, tree, new Map([[forgottenPath, list]]));
  // Where it was merged here while it waited, a base holds what was written again there after the purge.
  const stripped = new HistoryRewriter(objects, marks);
  const olds: string[] = [];
  for (const base of bases)
    olds.push(await withList(await stripped.rewrite((await objects.readCommit(base)).tree)));
  if (answer !== undefined) {
    const lists = [ours, theirs].map(({ tree }) => readForgotten(objects, tree));
    const both = mergeRemovals(await Promise.all(lists));
    const kept = answer ? [] : await standingMemories(objects, ours.tree, marks);
    const again = kept.map(({ text }) => ({ text, mark: "+" as const }));
    const lines = answerMarks(both, now().getTime(), again).join("\n");
    const all = mergeRemovals([both, Buffer.from(lines)]);
    list = { mode: ordinaryMode, oid: await objects.write("blob", all) };
  }
  const merging = {
    head: await readHead(repository.gitDir),
    bases: olds,
    ours: ours.tree,
    theirs: await withList(theirs.tree),
    parents: answer === undefined ? ([ours, theirs] as const) : ([theirs] as const),
    what: "merge a purge into" as const,
  };
  if ((await moveTo(round, merging)) === "moved") throw movedMeanwhile();
  done.pulled += behind.length;
  if (answer) await purgeHere(round, marks, true);
  if (answer !== undefined) done.keptBoth.add(answer ? purgedHere : keptHere);
}
