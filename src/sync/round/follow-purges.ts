import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { type KnownCommits, openKnownCommits } from "../../git/ancestry/known-commits.ts";
import { createDraft, openDrafts, readIfThere, unlinkIfThere } from "../../git/disk.ts";
import { versionAt } from "../../git/objects/tree-files.ts";
import { readHead } from "../../git/refs/head.ts";
import { countMarked } from "../purge/mark-lines.ts";
import { readPurgeMarks } from "../purge/purge-marks.ts";
import { HistoryRewriter } from "../purge/rewrite-history.ts";
import { forgottenPath } from "./forgotten.ts";
import type { RoundContext } from "./open-round.ts";
import { dropMarked, purgeHere } from "./purge-here.ts";
import type { SyncRequest } from "./sync-request.ts";

/** Which marks this repository was purged of already. */
const doneFile = (gitDir: string): string => join(gitDir, "loci", "purged");

const readDone = async (gitDir: string): Promise<ReadonlySet<string>> =>
  readPurgeMarks(await readIfThere(doneFile(gitDir), { maxBytes: 2 ** 24 }));

/**
 * Purges this repository of what a commit marks as purged, if that was not done: asked for here, or on another device.
 * Returns how many commits were written anew. The caller does not hold the commit lock.
 */
export async function followPurges(
  request: Pick<SyncRequest, "commitLock" | "authorOf" | "now" | "signal" | "onPurged" | "accept">,
  context: RoundContext,
  commit?: string,
): Promise<number> {
  const { commitLock, authorOf, now, signal } = request;
  const { gitDir } = context.repository;
  const oid = commit ?? (await readHead(gitDir)).oid;
  const marked = oid === undefined ? new Set<string>() : await marksIn(context, oid);
  if (marked.size === 0) return 0;
  const done = await readDone(gitDir);
  if ([...marked].every((hash) => done.has(hash))) return 0;
  const marks = new Set([...marked, ...done]);
  if (request.accept?.purge !== true) await checkPlausible(context, marks);
  return commitLock(async () => {
    const author = authorOf(undefined);
    const count = await purgeHere(context, { marks, author, now: now(), signal });
    await openDrafts(context.disk, gitDir);
    const lines = [...marks].sort().map((hash) => `- x ${hash}\n`);
    const draft = await createDraft(context.disk, gitDir, Buffer.from(lines.join("")));
    await context.disk.rename(draft, doneFile(gitDir));
    request.onPurged?.();
    return count;
  }, signal);
}

/** Whoever may push can mark lines, and what is purged does not come back: of many, a person is asked. */
async function checkPlausible(
  { objects, repository }: RoundContext,
  marks: ReadonlySet<string>,
): Promise<void> {
  const { oid } = await readHead(repository.gitDir);
  if (oid === undefined) return;
  const { lines, marked } = await countMarked(objects, oid, marks);
  if (marked <= Math.max(mayGo, lines * mayGoShare)) return;
  throw new LociError(
    "SYNC_FAILED",
    `Cannot sync: another device marked ${marked} of ${lines} lines that stand here to be purged from all versions, for good; nothing was moved`,
    {
      data: {
        reason: "purged",
        fix: "find out who did that and why; if it was meant, run `loci sync --accept-purge`",
      },
    },
  );
}

/** So many lines of the files as they stand go unasked, or this share of them. */
const mayGo = 20;
const mayGoShare = 0.05;

async function marksIn({ objects }: RoundContext, commit: string): Promise<ReadonlySet<string>> {
  const { tree } = await objects.readCommit(commit);
  const marks = await versionAt(objects, tree, forgottenPath);
  return readPurgeMarks(marks && (await objects.read(marks.oid)));
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
  const shallow = await objects.readShallow();
  const { read, write } = objects;
  const isClean = own.has;
  const rewriter = new HistoryRewriter({ read, write, marks, shallow, isClean, signal });
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
