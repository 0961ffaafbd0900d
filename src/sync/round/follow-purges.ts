import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { isAncestor, relate } from "../../git/ancestry/ancestry.ts";
import { readIfThere } from "../../git/disk.ts";
import { filesOf, isPlain, versionAt } from "../../git/objects/tree.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { readHead } from "../../git/refs/head.ts";
import { recoverMove } from "../apply/move.ts";
import { dropKeptSteps } from "../commit/kept-steps.ts";
import { dropVersions } from "../commit/pending.ts";
import { forgottenPath, maxMarkBytes } from "../merge/file/removals.ts";
import { standingMemories } from "../purge/find-lines.ts";
import { hashesOf, type PurgeMarks, readPurgeMarks } from "../purge/purge-marks.ts";
import { HistoryRewriter } from "../purge/rewrite-history.ts";
import { bringBeside } from "./bring-beside.ts";
import { commitLocal } from "./commit-local.ts";
import { appendMarks } from "./forgotten.ts";
import type { RoundContext } from "./open-round.ts";
import { answerPurge, marksWith, writeNote } from "./purge-answers.ts";
import { dropMarked, purgeHere, rewriteNamed } from "./purge-here.ts";
import { readSyncRecord } from "./sync-record.ts";
import type { RoundRequest } from "./sync-request.ts";

/**
 * Purges this repository of what its own last commit marks, if that was not done, and again of old commits that plain git
 * brought back. Rejects with SYNC_FAILED (reason "purged") where that purge began elsewhere, and nobody has agreed to it; with
 * `isLocal` it waits. The caller does not hold the commit lock.
 */
export async function followOwn(
  request: RoundRequest,
  context: RoundContext,
  { isLocal }: { readonly isLocal: boolean },
): Promise<void> {
  const { commitLock, accept, signal } = request;
  const { oid } = await readHead(context.repository.gitDir);
  if (oid === undefined) return;
  const { marks, isAgreed } = await openMarks(context, oid);
  if (marks.size > 0 && isLocal && !isAgreed) return;
  await commitLock(async () => {
    await recoverMove(context, signal);
    if (marks.size === 0) return cleanOld(request, context, oid);
    const plan = await planPurge(request, context, marks);
    if (isAgreed || !plan.takes || accept?.purge === true) await purge(request, context, marks);
    else if (accept?.purge === false) await answerPurge(context, marks, "no");
    else throw question({ ...sentencesOf(plan), tip: oid });
  }, signal);
}

const maxMarks = 20_000;

/** The marks in a commit's tree that are neither done nor refused; agreed to: begun here, or accepted. */
async function openMarks(context: RoundContext, commit: string) {
  const { objects } = context;
  const file = await versionAt(objects, (await objects.readCommit(commit)).tree, forgottenPath);
  const bytes = isPlain(file) ? await objects.read(file.oid) : undefined;
  const all = readPurgeMarks(bytes && bytes.length <= maxMarkBytes ? bytes : undefined);
  const known = new Set([
    ...(await marksWith("done", context)),
    ...(await marksWith("no", context)),
  ]);
  const open = [...all].filter((mark) => !known.has(mark));
  // More than people purge: somebody wants to keep this device busy.
  const marks = new Set(open.length > maxMarks ? [] : open);
  const agreed = await marksWith("yes", context);
  return { marks, isAgreed: [...marks].every((mark) => agreed.has(mark)) };
}

/** Purges again where plain git merged commits from before a purge into the branch. The caller holds the commit lock. */
async function cleanOld(request: RoundRequest, context: RoundContext, head: string): Promise<void> {
  const marks = await marksWith("done", context);
  /** Holds the commit of the branch before which all is clean. */
  const file = join(context.repository.gitDir, "loci", "purged-up-to");
  const known = (await readIfThere(file, { maxBytes: 4_096 }))?.toString("latin1").trim();
  if (marks.size === 0 || known === head) return;
  if ((await withoutPurged(context, marks, head, known)) === head)
    await writeNote(context, file, head);
  else await purge(request, context, marks);
}

/** What a commit is without marked lines, where all before `known` is clean: itself where it holds none. */
async function withoutPurged(
  { objects }: RoundContext,
  marks: PurgeMarks,
  commit: string,
  known: string | undefined,
): Promise<string> {
  if (marks.size === 0) return commit;
  const from = known !== undefined && (await objects.has(known)) ? known : undefined;
  const fresh = new Set((await relate(objects, commit, from)).ahead);
  const isClean = (oid: string): boolean => !fresh.has(oid);
  const clean = await new HistoryRewriter({ objects, marks, isClean }).tip(commit);
  await objects.flush();
  return clean;
}

/** The caller holds the commit lock. Returns how many commits were rewritten. */
async function purge(
  request: RoundRequest,
  context: RoundContext,
  marks: PurgeMarks,
): Promise<number> {
  await answerPurge(context, marks, "yes");
  const count = await purgeHere(context, marks, request);
  const { lociDir, lock } = context;
  await lock(() => dropVersions(lociDir));
  dropKeptSteps(lociDir);
  await answerPurge(context, marks, "done");
  request.onPurged?.(hashesOf(marks));
  return count;
}

/** What a purge would do here, found without doing it. */
async function planPurge({ signal }: RoundRequest, context: RoundContext, marks: PurgeMarks) {
  const { objects, repository } = context;
  const rewriter = new HistoryRewriter({ objects, marks, isDry: true, signal });
  await rewriteNamed(context, rewriter);
  const takes = rewriter.renamed.length > 0;
  const { oid } = await readHead(repository.gitDir);
  const tree = takes && oid !== undefined ? (await objects.readCommit(oid)).tree : undefined;
  const files: string[] = [];
  for (const [path, version] of await filesOf(objects, tree)) {
    if (isPlain(version) && (await rewriter.file(version.oid, "blob")) !== version.oid)
      files.push(displayPath(path));
  }
  return { rewriter, takes, files };
}

function sentencesOf({ rewriter, files }: Awaited<ReturnType<typeof planPurge>>) {
  const count = rewriter.gone.size === 1 ? "1 line" : `${rewriter.gone.size} lines`;
  const named = files.slice(0, 3).join(", ") + (files.length > 3 ? " and others" : "");
  const where = files.length === 0 ? "in old versions of its files" : `in ${named}`;
  return {
    message: `Cannot send anything yet: another device purged for good what stands here in ${count} (${where}), and that waits for your answer; all else goes on`,
    fix: "run `loci sync --accept-purge` to purge it here too, from all versions, or `loci sync --refuse-purge` to keep it, which gives the lines back to the other devices",
  };
}

/** A question about a purge, at a commit of the remote; the record of rounds keeps it. */
function question(asked: { message: string; fix?: string | undefined; tip: string }): LociError {
  const { message, ...data } = asked;
  return new LociError("SYNC_FAILED", message, { data: { ...data, reason: "purged" } });
}

/** Throws the question that waits for an answer while the remote is where it was then. */
export async function checkAnswered(request: RoundRequest, tip: string): Promise<void> {
  const { accept, lociDir } = request;
  const { failure } = await readSyncRecord(lociDir);
  if (failure?.tip !== tip || accept?.purge !== undefined || accept?.replace === true) return;
  throw question({ ...failure, tip });
}

/** A remote's commit, now that its purges are followed, refused or ask for an answer. */
interface Followed {
  /** What is to be brought in: the commit, or what it is without lines that were purged here. */
  readonly tip: string;
  /** That is to take the place of the remote's. */
  readonly isForced: boolean;
  /** A purge was met, and its commit brought in already; it need not descend from what was seen. */
  readonly met?: Met | undefined;
}

interface Met {
  readonly pulled: number;
  readonly keptBoth: readonly string[];
  /** Nothing may be sent before it is answered. */
  readonly question?: LociError;
}

/**
 * Where something was purged there and not yet here, it is purged here too, once a person has agreed; until then all else is
 * brought in, and nothing may be sent. Where the remote still holds what was purged here, that is left out, and to replace it
 * there needs a yes (SYNC_FAILED, reason "purged"). Nothing is followed where the commit is of another history than what was
 * `seen` there.
 */
export async function followRemote(
  request: RoundRequest,
  context: RoundContext,
  {
    tip,
    seen,
    url,
  }: { readonly tip: string; readonly seen: string | undefined; readonly url: string },
): Promise<Followed> {
  const { accept, commitLock, signal } = request;
  const { oid: head } = await readHead(context.repository.gitDir);
  const clean = await withoutPurged(context, await marksWith("done", context), tip, head);
  if (clean !== tip && accept?.purge !== true && accept?.replace !== true) {
    await dropFetched(request, context);
    const message = `Cannot sync with "${url}": its history still holds what was purged here, and nothing was sent`;
    throw question({ message, fix: replaceThere, tip });
  }
  const met = await commitLock(async () => {
    await recoverMove(context, signal);
    return meetPurge(request, context, clean, seen);
  }, signal);
  if (met?.keptBoth[0] === keptHere) await commitLocal(request, context);
  return { tip: clean, isForced: clean !== tip, met };
}

const replaceThere =
  "run `loci sync --accept-purge`, which replaces its history by one without that and keeps all else; who has a copy of it by plain git must clone it again";

/** Drops again what was fetched from a remote that holds what was purged here. */
export async function dropFetched(request: RoundRequest, context: RoundContext): Promise<void> {
  const { commitLock, signal } = request;
  const marks = await marksWith("done", context);
  const rewriter = new HistoryRewriter({ objects: context.objects, marks, signal });
  await commitLock(() => dropMarked(context, rewriter), signal);
}

/** Undefined where there is no purge that takes anything here, or not of this history. The caller holds the commit lock. */
async function meetPurge(
  request: RoundRequest,
  context: RoundContext,
  tip: string,
  seen: string | undefined,
): Promise<Met | undefined> {
  const { objects } = context;
  const { marks, isAgreed } = await openMarks(context, tip);
  if (marks.size === 0) return undefined;
  const plan = await planPurge(request, context, marks);
  const old = seen !== undefined && (await objects.has(seen)) ? seen : undefined;
  const from = old && (await nameBefore(context, [old, await plan.rewriter.tip(old)], tip));
  if (!plan.takes || (old !== undefined && from === undefined)) return undefined;
  const pulled = (await relate(objects, from, tip, request.signal)).behind.length;
  const answer = isAgreed || request.accept?.purge;
  const lines = answer === undefined ? "wait" : answer ? "go" : "stay";
  if (lines === "go") await answerPurge(context, marks, "yes");
  const keptBoth = await bringBeside(request, context, { tip, seen: old, marks, lines });
  if (lines === "wait")
    return { pulled, keptBoth, question: question({ ...sentencesOf(plan), tip }) };
  const told = lines === "go" ? purgedHere(await purge(request, context, marks)) : keptHere;
  if (lines === "stay") await keepMemories(request, context, marks);
  return { pulled, keptBoth: [told, ...keptBoth] };
}

/** Which of the names of a commit, before a purge and after it, another one descends from. */
async function nameBefore(
  { objects }: RoundContext,
  names: readonly string[],
  tip: string,
): Promise<string | undefined> {
  for (const name of names) {
    if ((await objects.has(name)) && (await isAncestor(objects, name, tip))) return name;
  }
  return undefined;
}

/** They count as said again, not as forgotten. */
async function keepMemories(
  { now, ...request }: RoundRequest,
  context: RoundContext,
  marks: PurgeMarks,
): Promise<void> {
  const { oid = "" } = await readHead(context.repository.gitDir);
  const standing = await standingMemories(context.objects, oid, marks);
  const said = standing.map(({ text }) => ({ text, mark: "+" as const }));
  await appendMarks({ ...request, now: now() }, said);
  await answerPurge(context, marks, "no");
}

const purgedHere = (count: number): string =>
  `Purged here too, as on another device: ${count} commits were rewritten without it, and the old ones deleted`;

const keptHere =
  "Kept here, though another device purged it: its lines go back to the other devices as if they were written again";
