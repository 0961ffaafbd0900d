import { LociError } from "../../errors.ts";
import { relate } from "../../git/ancestry/ancestry.ts";
import {
  changedFiles,
  ordinaryMode,
  type Version,
  versionAt,
  writeTree,
} from "../../git/objects/tree.ts";
import { readHead } from "../../git/refs/refs.ts";
import { recoverMove } from "../apply/move.ts";
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
import { moveTo } from "./integrate.ts";
import { checkUnused, movedMeanwhile, purgeHere } from "./purge-here.ts";
import { readSyncRecord } from "./sync-record.ts";
import type { Round } from "./sync-request.ts";

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
    const marks = [...own].filter((mark) => unfinished.get(mark) === why);
    if (marks.length > 0) await purgeLocked(round, new Set(marks), why === "follow");
  }
  return undefined;
}

/** Purges here, but for what the branch holds where that is spared. */
export const purgeLocked = (
  round: Round,
  marks: PurgeMarks,
  sparesBranch: boolean,
): Promise<number> =>
  round.commitLock(async () => {
    await recoverMove(round);
    return purgeHere(round, marks, sparesBranch);
  }, round.signal);

/** The marks in a commit's tree. */
async function marksOf({ objects }: Round, commit: string): Promise<PurgeMarks> {
  return readPurgeMarks(await readForgotten(objects, (await objects.readCommit(commit)).tree));
}

/** A remote's commit, now that its purges are followed, refused or ask for an answer. */
interface Followed {
  /** What is to be brought in: the commit, or what it is without lines that were purged here. */
  readonly tip: string;
  /** The marks of those lines: where there are any, ours is to take the place of the remote's. */
  readonly missing: PurgeMarks;
  /** How many commits came along with a purge that was met. */
  readonly pulled: number;
  readonly told: readonly string[];
  /** The history here was purged: the remote is to be looked at again. */
  readonly isPurged?: boolean;
  /** Nothing may be sent before it is answered. */
  readonly question?: LociError;
}

/**
 * Where something was purged there that this branch still holds, it is purged here too, once a person has agreed; until
 * then all else is brought in, and nothing may be sent. Where the remote still holds what was purged here, that is left
 * out, and to replace it there needs a yes (SYNC_FAILED, reason "purged").
 */
export function followRemote(round: Round, tip: string, url: string): Promise<Followed> {
  const { accept, repository, signal } = round;
  return round.commitLock(async () => {
    await recoverMove(round);
    const { oid: head = tip } = await readHead(repository.gitDir);
    const [own, theirs] = [await marksOf(round, head), await marksOf(round, tip)];
    // While a purge waits, what it is to take still stands in our history too.
    const left = round.waits ? new Set<string>() : own.difference(theirs);
    const clean = await (await rewriteAhead(round, left, tip, head)).tip(tip);
    const missing = clean === tip ? new Set<string>() : left;
    if (missing.size > 0 && accept?.purge !== true && accept?.replace !== true) {
      await purgeHere(round, missing, true);
      const message = `Cannot sync with "${url}": its history still holds what was purged here, and nothing was sent`;
      throw asking(message, replaceThere, tip);
    }
    const marks = theirs.difference(own);
    const plan = await rewriteAhead(round, marks, head, clean);
    const answer =
      plan.renamed === 0
        ? { pulled: 0, told: [] }
        : await answerTo(round, { marks, missing, plan, head, clean, tip });
    return { tip: clean, missing, ...answer };
  }, signal);
}

const replaceThere =
  "run `loci sync --accept-purge`, which replaces its history by one without that and keeps all else; who has a copy of it by plain git must clone it again";

/** Rewrites the commits that are in one history and not in the other; it stores nothing before something else is stored. */
async function rewriteAhead(
  { objects, signal }: Round,
  marks: PurgeMarks,
  tip: string,
  other: string,
): Promise<HistoryRewriter> {
  const ahead = marks.size === 0 ? [] : (await relate(objects, tip, other, signal)).ahead;
  const rewritten = new Set(ahead);
  const rewriter = new HistoryRewriter(objects, marks, (commit) => !rewritten.has(commit));
  await rewriter.tip(tip, signal);
  return rewriter;
}

/** A remote's commit that holds a purge, and what that would do here. */
interface Met {
  readonly marks: PurgeMarks;
  /** Of what was purged here and is to be replaced there, to which a yes may have been meant. */
  readonly missing: PurgeMarks;
  readonly plan: HistoryRewriter;
  readonly head: string;
  /** The commit without what was purged here. */
  readonly clean: string;
  readonly tip: string;
}

/** Does with a purge what the person said, or asks. */
async function answerTo(
  round: Round,
  met: Met,
): Promise<Pick<Followed, "pulled" | "told" | "isPurged" | "question">> {
  const { accept, lociDir, objects, repository } = round;
  const { asked } = await readSyncRecord(lociDir);
  const isAsked = asked !== null && (await objects.has(asked));
  // A yes to fewer lines than there are by now is none, nor is one to what was purged here.
  const isLess = isAsked
    ? !met.marks.isSubsetOf(await marksOf(round, asked))
    : met.missing.size > 0;
  if (accept?.purge === false) {
    // An earlier yes may have come to nothing.
    await noteUnfinished(repository.gitDir, met.marks, undefined);
    const { pulled, told } = await bringBeside(round, met, "no");
    return { pulled, told: [keptHere, ...told] };
  }
  if (accept?.purge === undefined || isLess)
    return { ...(await bringBeside(round, met, undefined)), question: await ask(round, met) };
  await noteUnfinished(repository.gitDir, met.marks, "follow");
  const { pulled, told } = await bringBeside(round, met, "yes");
  const count = await purgeHere(round, met.marks, true);
  const said = `Purged here too, as on another device: ${count} commits were rewritten without it, and the old ones deleted`;
  return { pulled, isPurged: true, told: [said, ...told] };
}

const keptHere =
  "Kept here, though another device purged it: its lines go back to the other devices as if they were written again";

/** Asks about a purge that a commit brought. */
async function ask({ objects }: Round, { plan, head, tip }: Met): Promise<LociError> {
  const [ours, next] = await Promise.all(
    [head, await plan.tip(head)].map(async (oid) => (await objects.readCommit(oid)).tree),
  );
  const files = (await changedFiles(objects, ours, next)).map(({ path }) => path);
  const count = plan.gone.size === 1 ? "1 line" : `${plan.gone.size} lines`;
  const named = files.slice(0, 3).join(", ") + (files.length > 3 ? " and others" : "");
  const where = files.length === 0 ? "in old versions of its files" : `in ${named}`;
  const message = `Cannot send anything yet: another device purged for good what stands here in ${count} (${where}), and that waits for your answer; all else goes on`;
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
 * that commit alone, for what is before ours still holds them; what was refused counts as written again. The caller
 * holds the commit lock.
 */
async function bringBeside(
  round: Round,
  { marks, plan, head: oid, clean }: Met,
  answer: "yes" | "no" | undefined,
): Promise<{ readonly pulled: number; readonly told: readonly string[] }> {
  const { objects, repository, now, signal } = round;
  const next = await plan.tip(oid);
  const { bases, behind } = await relate(objects, next, clean, signal);
  const ours = await objects.readCommit(answer === "yes" ? next : oid);
  const theirs = await objects.readCommit(clean);
  const list = await versionAt(objects, ours.tree, forgottenPath);
  const withList = (tree: string, file: Version | undefined): Promise<string> =>
    writeTree(objects, tree, new Map([[forgottenPath, file]]));
  // Where it was merged here while it waited, a base holds what was written again there after the purge.
  const stripped = new HistoryRewriter(objects, marks);
  const olds: string[] = [];
  for (const base of bases) {
    const { tree } = await objects.readCommit(base);
    olds.push(await withList(await stripped.tip(tree), list));
  }
  let joined = list;
  if (answer !== undefined) {
    const lists = [ours, theirs].map(({ tree }) => readForgotten(objects, tree));
    const both = mergeRemovals(await Promise.all(lists));
    const kept = answer === "no" ? await standingMemories(objects, ours.tree, marks) : [];
    const again = kept.map(({ text }) => ({ text, mark: "+" as const }));
    const lines = answerMarks(both, now().getTime(), again).join("\n");
    const all = mergeRemovals([both, Buffer.from(lines)]);
    joined = { mode: ordinaryMode, oid: await objects.write("blob", all) };
  }
  const moved = await moveTo(round, {
    head: await readHead(repository.gitDir),
    bases: olds,
    ours: ours.tree,
    theirs: await withList(theirs.tree, joined),
    parents: answer === undefined ? [ours, theirs] : [theirs],
    what: "merge a purge into",
  });
  if (moved === "moved") throw movedMeanwhile();
  return { pulled: behind.length, told: moved.keptBoth };
}
