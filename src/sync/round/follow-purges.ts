import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { isAncestor, relate } from "../../git/ancestry/ancestry.ts";
import { readIfThere, replaceFile } from "../../git/disk.ts";
import type { Commit } from "../../git/objects/commit.ts";
import {
  filesOf,
  isPlain,
  ordinaryMode,
  type Version,
  versionAt,
  writeTree,
} from "../../git/objects/tree.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { readHead } from "../../git/refs/head.ts";
import { recoverMove } from "../apply/move.ts";
import { answerMarks, forgottenPath, mergeRemovals } from "../merge/file/removals.ts";
import { readForgotten } from "../merge/merge-trees.ts";
import { standingMemories } from "../purge/find-lines.ts";
import { answerPurge, type PurgeMarks, readAnswers, readPurgeMarks } from "../purge/purge-marks.ts";
import { HistoryRewriter } from "../purge/rewrite-history.ts";
import { moveTo } from "./integrate.ts";
import { movedMeanwhile, purgeHere, rewriteNamed } from "./purge-here.ts";
import { readSyncRecord } from "./sync-record.ts";
import type { Round } from "./sync-request.ts";

/**
 * Purges this repository of what its own last commit marks, if that was not done, and again of old commits that plain git
 * brought back. Rejects with SYNC_FAILED (reason "purged") where that purge began elsewhere, and nobody has agreed to it; with
 * `isLocal` it waits. The caller does not hold the commit lock.
 */
export async function followOwn(round: Round, isLocal: boolean): Promise<void> {
  const { disk, repository, signal } = round;
  const { gitDir } = repository;
  const { oid } = await readHead(gitDir);
  if (oid === undefined) return;
  const { marks, answer } = await openMarks(round, oid);
  if (marks.size === 0) return cleanOld(round, oid);
  if (isLocal && answer === undefined) return;
  await round.commitLock(async () => {
    await recoverMove(round);
    const plan = answer === undefined ? await planPurge(round, marks) : undefined;
    if (plan !== undefined && plan.renamed > 0) throw await question(round, plan, oid);
    // Where nothing here holds it, it counts as refused: what is written later is not to go unasked.
    if (answer !== true) return answerPurge(disk, gitDir, marks, "no");
    await purgeHere(round, marks);
  }, signal);
}

/** The marks in a commit's tree that are neither done nor refused, and whether they are agreed to: begun here, or accepted. */
async function openMarks({ objects, repository, accept }: Round, commit: string) {
  const all = readPurgeMarks(await readForgotten(objects, (await objects.readCommit(commit)).tree));
  const { done, no, yes } = await readAnswers(repository.gitDir);
  const marks: PurgeMarks = new Set([...all].filter((mark) => !done.has(mark) && !no.has(mark)));
  return { marks, answer: [...marks].every((mark) => yes.has(mark)) || accept?.purge };
}

/** What a purge would do here: the history without it is stored beside the one that stands. */
async function planPurge(round: Round, marks: PurgeMarks): Promise<HistoryRewriter> {
  const plan = new HistoryRewriter({ objects: round.objects, marks, signal: round.signal });
  await rewriteNamed(round, plan);
  return plan;
}

/** Asks about a purge that a commit brought. */
async function question(
  { objects, repository }: Round,
  plan: HistoryRewriter,
  tip: string,
): Promise<LociError> {
  const { oid } = await readHead(repository.gitDir);
  const tree = oid === undefined ? undefined : (await objects.readCommit(oid)).tree;
  const files: string[] = [];
  for (const [path, file] of await filesOf(objects, tree)) {
    if (isPlain(file) && (await plan.file(file.oid, "blob")) !== file.oid)
      files.push(displayPath(path));
  }
  const count = plan.gone.size === 1 ? "1 line" : `${plan.gone.size} lines`;
  const named = files.slice(0, 3).join(", ") + (files.length > 3 ? " and others" : "");
  const where = files.length === 0 ? "in old versions of its files" : `in ${named}`;
  const message = `Cannot send anything yet: another device purged for good what stands here in ${count} (${where}), and that waits for your answer; all else goes on`;
  return asking(message, followOrRefuse, tip);
}

const followOrRefuse =
  "run `loci sync --accept-purge` to purge it here too, from all versions, or `loci sync --refuse-purge` to keep it, which gives the lines back to the other devices";

/** A question at a commit of the remote; the record of rounds keeps it. */
const asking = (message: string, fix: string, tip: string): LociError =>
  new LociError("SYNC_FAILED", message, { data: { reason: "purged", fix, tip } });

/** Throws the question that waits for an answer while the remote is where it was then. */
export async function checkAnswered({ accept, lociDir }: Round, tip: string): Promise<void> {
  const { failure } = await readSyncRecord(lociDir);
  if (failure?.tip !== tip || accept?.purge !== undefined || accept?.replace === true) return;
  throw asking(failure.message, failure.fix ?? followOrRefuse, tip);
}

/** Purges again where plain git merged commits from before a purge; notes up to where all is clean. */
async function cleanOld(round: Round, head: string): Promise<void> {
  const { gitDir } = round.repository;
  const note = join(gitDir, "loci", "purged-up-to");
  const known = (await readIfThere(note))?.toString("latin1").trim();
  if (known === head || (await readAnswers(gitDir)).done.size === 0) return;
  if ((await withoutPurged(round, head, known)) !== head) return purgeAgain(round);
  await replaceFile(round.disk, gitDir, note, Buffer.from(head));
}

/** Purges again what was purged here before. */
export async function purgeAgain(round: Round): Promise<void> {
  const { done } = await readAnswers(round.repository.gitDir);
  await round.commitLock(async () => {
    await recoverMove(round);
    await purgeHere(round, done);
  }, round.signal);
}

/** What a commit is without what was purged here: itself where nothing of that is in its history after `known`. */
async function withoutPurged(
  { objects, repository, signal }: Round,
  commit: string,
  known: string | undefined,
): Promise<string> {
  const { done } = await readAnswers(repository.gitDir);
  if (done.size === 0) return commit;
  const start = known !== undefined && (await objects.has(known)) ? known : undefined;
  const only = new Set((await relate(objects, commit, start, signal)).ahead);
  const clean = await new HistoryRewriter({ objects, marks: done, only, signal }).tip(commit);
  await objects.flush();
  return clean;
}

/** A remote's commit, now that its purges are followed, refused or ask for an answer. */
interface Followed {
  /** What is to be brought in: the commit, or what it is without lines that were purged here. */
  readonly tip: string;
  /** That is to take the place of the remote's. */
  readonly isForced: boolean;
  /** How many commits came along with a purge that was met; the remote's then need not descend from what was seen. */
  readonly pulled?: number;
  readonly told?: readonly string[];
  /** The history here was purged: the remote is to be looked at again. */
  readonly isPurged?: boolean;
  /** Nothing may be sent before it is answered. */
  readonly question?: LociError | undefined;
}

/** A remote's commit, and what was last seen there. */
interface Tip {
  readonly tip: string;
  readonly seen: string | undefined;
  readonly url: string;
}

/**
 * Where something was purged there and not yet here, it is purged here too, once a person has agreed; until then all else is
 * brought in, and nothing may be sent. Where the remote still holds what was purged here, that is left out, and to replace it
 * there needs a yes (SYNC_FAILED, reason "purged"). Nothing is followed where the commit is of another history than what was
 * `seen` there.
 */
export async function followRemote(round: Round, { tip, seen, url }: Tip): Promise<Followed> {
  const { accept, disk, repository, signal } = round;
  const { gitDir } = repository;
  const clean = await withoutPurged(round, tip, (await readHead(gitDir)).oid);
  if (clean !== tip && accept?.purge !== true && accept?.replace !== true) {
    await purgeAgain(round);
    const message = `Cannot sync with "${url}": its history still holds what was purged here, and nothing was sent`;
    throw asking(message, replaceThere, tip);
  }
  const followed = { tip: clean, isForced: clean !== tip };
  const { marks, answer } = await openMarks(round, clean);
  if (marks.size === 0) return followed;
  return round.commitLock(async () => {
    await recoverMove(round);
    const plan = await planPurge(round, marks);
    if (plan.renamed === 0 || !(await isOurs(plan, clean, seen))) return followed;
    const asked = answer === undefined ? await question(round, plan, tip) : undefined;
    if (answer === true) await answerPurge(disk, gitDir, marks, "yes");
    const brought = await bringBeside(round, plan, clean, answer);
    if (answer === false) await answerPurge(disk, gitDir, marks, "no");
    const isPurged = answer === true;
    const told = isPurged ? purgedHere(await purgeHere(round, marks)) : keptHere;
    return { ...followed, ...brought, isPurged, question: asked, told: [told, ...brought.told] };
  }, signal);
}

const replaceThere =
  "run `loci sync --accept-purge`, which replaces its history by one without that and keeps all else; who has a copy of it by plain git must clone it again";

const purgedHere = (count: number): string =>
  `Purged here too, as on another device: ${count} commits were rewritten without it, and the old ones deleted`;

const keptHere =
  "Kept here, though another device purged it: its lines go back to the other devices as if they were written again";

/** Whether a commit descends from what was seen, or from what that is without what is purged. */
async function isOurs(
  plan: HistoryRewriter,
  tip: string,
  seen: string | undefined,
): Promise<boolean> {
  const { objects } = plan.options;
  if (seen === undefined || !(await objects.has(seen))) return true;
  if (await isAncestor(objects, seen, tip)) return true;
  return isAncestor(objects, await plan.tip(seen), tip);
}

/**
 * Merges a commit that holds a purge with the files as they are here, as if neither history had ever held the lines. While they
 * wait, its marks are not taken over. Once that is answered, the branch goes on from that commit alone, for what is before ours
 * still holds them; what was refused counts as written again. The caller holds the commit lock.
 */
async function bringBeside(
  round: Round,
  plan: HistoryRewriter,
  tip: string,
  answer: boolean | undefined,
): Promise<{ readonly pulled: number; readonly told: readonly string[] }> {
  const { objects, repository, signal } = round;
  const head = await readHead(repository.gitDir);
  const { oid = tip } = head;
  const [clean, other] = [await plan.tip(oid), await plan.tip(tip)];
  await objects.flush();
  const ours = await objects.readCommit(answer === true ? clean : oid);
  const theirs = await objects.readCommit(tip);
  const { bases, behind } = await relate(objects, clean, other, signal);
  const list = await versionAt(objects, ours.tree, forgottenPath);
  const withList = (tree: string, file: Version | undefined): Promise<string> =>
    writeTree(objects, tree, new Map([[forgottenPath, file]]));
  const olds: string[] = [];
  for (const base of bases) {
    const { tree } = await objects.readCommit(base);
    olds.push(await withList(await plan.file(tree, "tree"), list));
  }
  const isWaiting = answer === undefined;
  const kept =
    answer === false ? await standingMemories(objects, ours.tree, plan.options.marks) : [];
  const joined = isWaiting ? list : await joinMarks(round, [ours, theirs], kept);
  const moved = await moveTo(round, {
    head,
    bases: olds,
    ours: ours.tree,
    theirs: await withList(theirs.tree, joined),
    parents: isWaiting ? [ours, theirs] : [theirs],
    what: "merge a purge into",
  });
  if (moved === "moved") throw movedMeanwhile();
  return { pulled: behind.length, told: moved.keptBoth };
}

/** The marks of both sides; these memories are said again. */
async function joinMarks(
  { objects, now }: Round,
  commits: readonly Commit[],
  kept: readonly { readonly text: string }[],
): Promise<Version> {
  const sides = await Promise.all(commits.map(({ tree }) => readForgotten(objects, tree)));
  const said = kept.map(({ text }) => ({ text, mark: "+" as const }));
  const lines = answerMarks(mergeRemovals(sides), now().getTime(), said).join("\n");
  const list = mergeRemovals([...sides, Buffer.from(lines)]);
  return { mode: ordinaryMode, oid: await objects.write("blob", list) };
}
