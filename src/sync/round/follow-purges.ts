import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { isAncestor } from "../../git/ancestry/ancestry.ts";
import { type KnownCommits, openKnownCommits } from "../../git/ancestry/known-commits.ts";
import { createDraft, openDrafts, readIfThere, unlinkIfThere } from "../../git/disk.ts";
import { dropObjects } from "../../git/maintenance/drop-objects.ts";
import { readHead } from "../../git/refs/head.ts";
import { findVariants, marksOf } from "../purge/find-variants.ts";
import { countMarked, takeWhatStands } from "../purge/mark-lines.ts";
import { hashesOf, type PurgeMarks, readPurgeMarks, toMarks } from "../purge/purge-marks.ts";
import { HistoryRewriter } from "../purge/rewrite-history.ts";
import { appendPurged } from "./forgotten.ts";
import type { RoundContext } from "./open-round.ts";
import { dropMarked, moveToRewritten, rewriteHistory } from "./purge-here.ts";
import type { SyncRequest } from "./sync-request.ts";

/** Which marks this repository was purged of already. */
const doneFile = (gitDir: string): string => join(gitDir, "loci", "purged");

const readDone = async (gitDir: string): Promise<PurgeMarks> =>
  readPurgeMarks(await readIfThere(doneFile(gitDir), { maxBytes: 2 ** 28 }));

type FollowRequest = Pick<
  SyncRequest,
  "commitLock" | "authorOf" | "now" | "signal" | "onPurged" | "accept"
>;

/**
 * Purges this repository of what its own last commit marks, if that was not done. Returns how many commits were written
 * again. The caller does not hold the commit lock.
 */
export async function followOwn(request: FollowRequest, context: RoundContext): Promise<number> {
  const { oid } = await readHead(context.repository.gitDir);
  if (oid === undefined) return 0;
  const marks = (await newMarks(context, oid)) ?? (await broughtBack(request, context, oid));
  if (marks === undefined) return 0;
  await checkPlausible(request, context, hashesOf(marks));
  return request.commitLock(async () => {
    const { signal } = request;
    return move(request, context, marks, await rewriteHistory(context, { marks, signal }));
  }, request.signal);
}

/**
 * The same for what a remote's commit marks, and for what this device, which was away, has of it in other words around it.
 * Undefined, with nothing purged, where that commit does not descend from what was `seen` there.
 */
export async function followRemote(
  request: FollowRequest,
  context: RoundContext,
  { tip, seen }: { readonly tip: string; readonly seen: string | undefined },
): Promise<number | undefined> {
  const { signal, now } = request;
  const marks = await newMarks(context, tip);
  if (marks === undefined) return 0;
  await checkPlausible(request, context, hashesOf(marks));
  return request.commitLock(async () => {
    const added = new Set<string>();
    const onWrite = (one: string, isNew: boolean): unknown => isNew && added.add(one);
    const rewriter = await rewriteHistory(context, { marks, signal, onWrite });
    // Both as they are without what either device purged: each may hold what the other has not.
    const theirs = await rewriter.commit(tip);
    if (seen !== undefined && !(await descends(context, theirs, { rewriter, seen })))
      return undefined;
    if (theirs !== tip && request.accept?.purge !== true) throw notPurgedThere();
    const { oid } = await readHead(context.repository.gitDir);
    const ours = oid === undefined ? undefined : (rewriter.renamed.get(oid) ?? oid);
    const own = ours === undefined ? [] : await commitsOnlyIn(context, ours, theirs);
    // As they were: without its first line, nothing tells what stands below a memory.
    const before = namesBefore(rewriter, own);
    const found = new Set(await findVariants(context.objects, before, marks));
    await takeWhatStands(context.objects, theirs, found);
    const variants = [...found];
    checkFew(request, variants.length);
    if (variants.length === 0) return move(request, context, marks, rewriter);
    const all = new Set([...marks, ...toMarks(variants, now())]);
    await checkPlausible(request, context, hashesOf(all));
    const next = await rewriteHistory(context, {
      ...{ marks: all, signal },
      onWrite: (one) => added.delete(one),
    });
    // What was written at first has the rest of these memories still.
    await dropObjects({ ...context, gitDir: context.repository.gitDir }, added);
    return move(request, context, all, next);
  }, signal);
}

/** The names that commits had before they were rewritten. */
function namesBefore({ renamed }: HistoryRewriter, commits: readonly string[]): readonly string[] {
  const wanted = new Set(commits);
  const before = [...renamed].flatMap(([old, next]) => (wanted.has(next) ? [old] : []));
  const changed = new Set(renamed.values());
  return [...before, ...commits.filter((commit) => !changed.has(commit))];
}

/** Marks what incoming commits have of purged memories in other words around them; false where there is nothing. */
export async function markVariants(
  { now, commitLock, signal }: FollowRequest,
  context: RoundContext,
  commit: string,
): Promise<boolean> {
  const { oid } = await readHead(context.repository.gitDir);
  if (oid === undefined) return false;
  const done = await readDone(context.repository.gitDir);
  const incoming = await commitsOnlyIn(context, commit, oid);
  const found = new Set(await findVariants(context.objects, incoming, done));
  await takeWhatStands(context.objects, oid, found);
  const marks = toMarks([...found], now());
  if (marks.size === 0) return false;
  await appendPurged(context.vault, marks);
  await commitLock(() => writeDone(context, new Set([...done, ...marks])), signal);
  return true;
}

/** What a commit marks with what was done before; undefined where nothing of it is new. */
async function newMarks(context: RoundContext, commit: string): Promise<PurgeMarks | undefined> {
  const { tree } = await context.objects.readCommit(commit);
  const marked = await marksOf(context.objects, tree);
  if (marked.size === 0) return undefined;
  const done = await readDone(context.repository.gitDir);
  const isDone = [...marked].every((mark) => done.has(mark));
  return isDone ? undefined : new Set([...marked, ...done]);
}

/** The commit of the branch that was last seen to hold nothing of what was purged. */
const cleanFile = (gitDir: string): string => join(gitDir, "loci", "purged-up-to");

/** All marks, where plain git merged what was purged here into the branch again. */
async function broughtBack(
  { commitLock, signal }: FollowRequest,
  context: RoundContext,
  head: string,
): Promise<PurgeMarks | undefined> {
  const { objects, repository } = context;
  const marks = await readDone(repository.gitDir);
  const file = cleanFile(repository.gitDir);
  const clean = (await readIfThere(file, { maxBytes: 4_096 }))?.toString("latin1").trim() ?? "";
  if (marks.size === 0 || clean === head) return undefined;
  const known = openKnownCommits(objects, clean === "" ? [] : [clean], await objects.readShallow());
  return commitLock(async () => {
    if ((await withoutPurged(context, head, known, signal)) !== head) return marks;
    await writeOver(context, file, head);
    return undefined;
  }, signal);
}

async function writeOver({ disk, repository }: RoundContext, file: string, text: string) {
  await openDrafts(disk, repository.gitDir);
  await disk.rename(await createDraft(disk, repository.gitDir, Buffer.from(`${text}\n`)), file);
}

/** The caller holds the commit lock. */
async function move(
  { authorOf, now, signal, onPurged }: FollowRequest,
  context: RoundContext,
  marks: PurgeMarks,
  rewriter: HistoryRewriter,
): Promise<number> {
  const purging = { marks, author: authorOf(undefined), now: now(), signal };
  const count = await moveToRewritten(context, purging, rewriter);
  await writeDone(context, marks);
  onPurged?.(hashesOf(marks));
  return count;
}

async function writeDone({ disk, repository }: RoundContext, marks: PurgeMarks): Promise<void> {
  const { gitDir } = repository;
  await openDrafts(disk, gitDir);
  const lines = [...marks].sort().map((mark) => `${mark}\n`);
  const draft = await createDraft(disk, gitDir, Buffer.from(lines.join("")));
  await disk.rename(draft, doneFile(gitDir));
}

/** Whoever may push can mark lines, and what is purged does not come back: of many, a person is asked. */
async function checkPlausible(
  request: FollowRequest,
  { objects, repository }: RoundContext,
  hashes: ReadonlySet<string>,
): Promise<void> {
  if (request.accept?.purge === true) return;
  const { oid } = await readHead(repository.gitDir);
  if (oid === undefined) return;
  const { lines, marked } = await countMarked(objects, oid, hashes);
  if (marked > Math.max(mayGo, lines * mayGoShare)) throw tooMuch(`${marked} of ${lines} lines`);
}

function checkFew({ accept }: FollowRequest, variants: number): void {
  if (variants > mayGo && accept?.purge !== true) throw tooMuch(`memories in ${variants} lines`);
}

const tooMuch = (what: string): LociError =>
  refusePurge(
    `another device marked ${what} that stand here to be purged from all versions, for good`,
  );

/** A device that purges writes the history again before it pushes: marks alone are no purge of Loci's. */
const notPurgedThere = (): LociError =>
  refusePurge("lines were marked there to be purged for good, and its history still holds them");

function refusePurge(why: string): LociError {
  const fix = "find out who did that and why; if it was meant, run `loci sync --accept-purge`";
  return new LociError("SYNC_FAILED", `Cannot sync: ${why}; nothing was moved`, {
    data: { reason: "purged", fix },
  });
}

/** So many lines of the files as they stand go unasked, or this share of them. */
const mayGo = 20;
const mayGoShare = 0.05;

/** An old tip that is gone from here proves nothing. */
async function descends(
  { objects }: RoundContext,
  tip: string,
  { rewriter, seen }: { readonly rewriter: HistoryRewriter; readonly seen: string },
): Promise<boolean> {
  if (!(await objects.has(seen))) return true;
  return isAncestor(objects, await rewriter.commit(seen), tip);
}

/** The commits that lead to one and not to another. */
async function commitsOnlyIn(
  { objects }: RoundContext,
  commit: string,
  other: string,
): Promise<readonly string[]> {
  const known = openKnownCommits(objects, [other], await objects.readShallow());
  const found = new Set<string>();
  const waiting = [commit];
  for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop()) {
    const { time, parents } = await objects.readCommit(oid);
    if (found.has(oid) || (await known.has(oid, time))) continue;
    found.add(oid);
    waiting.push(...parents);
  }
  return [...found];
}

/** The commits of the branch, which were purged: any other ref may be put back to old ones, by a plain `git fetch`. */
export async function ownHistory({ objects, repository }: RoundContext): Promise<KnownCommits> {
  const { oid } = await readHead(repository.gitDir);
  const tips = oid === undefined ? [] : [oid];
  return openKnownCommits(objects, tips, await objects.readShallow());
}

/** What a commit from elsewhere is without the lines that were purged here: itself where it holds none. */
export async function withoutPurged(
  { objects, repository }: RoundContext,
  commit: string,
  own: KnownCommits,
  signal: AbortSignal | undefined,
): Promise<string> {
  const marks = await readDone(repository.gitDir);
  if (marks.size === 0) return commit;
  const { read, write } = objects;
  const rewriter = new HistoryRewriter({ read, write, marks, isClean: own.has, signal });
  const clean = await rewriter.commit(commit);
  await objects.flush();
  return clean;
}

/** The tip of a remote that still held what was purged, so that it is not fetched in every round. */
const refusedFile = (gitDir: string): string => join(gitDir, "loci", "holds-purged");

export async function isRefused({ repository }: RoundContext, tip: string): Promise<boolean> {
  const bytes = await readIfThere(refusedFile(repository.gitDir), { maxBytes: 4_096 });
  return bytes?.toString("latin1").trim() === tip;
}

/** Drops again what was fetched from such a remote; `refused`: its tip, where it was not replaced. */
export async function dropFetched(
  { commitLock, signal }: Pick<SyncRequest, "commitLock" | "signal">,
  context: RoundContext,
  refused?: string,
): Promise<void> {
  const { gitDir } = context.repository;
  const { disk } = context;
  const marks = await readDone(gitDir);
  await commitLock(async () => {
    await dropMarked(context, { marks, signal });
    if (refused === undefined) return unlinkIfThere(disk, refusedFile(gitDir));
    const draft = await createDraft(disk, gitDir, Buffer.from(`${refused}\n`));
    await disk.rename(draft, refusedFile(gitDir));
  }, signal);
}
