import { dirname, join } from "node:path";
import { errorToBlocked } from "../../git/blocked.ts";
import { readBool } from "../../git/config/git-config.ts";
import { createDraft, type Disk, readIfThere, unlinkIfThere } from "../../git/disk.ts";
import { type IndexFile, stringifyIndex } from "../../git/index-file/index-file.ts";
import {
  indexLockFile,
  type Journal,
  readDeadJournal,
  takeIndexLock,
} from "../../git/index-file/index-lock.ts";
import { readIndex } from "../../git/index-file/read-index.ts";
import { checkMerged, updateIndex } from "../../git/index-file/update-index.ts";
import { type LockOptions, takeLock } from "../../git/lock-file.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { type Head, readHead } from "../../git/refs/head.ts";
import { checkNothingInProgress } from "../../git/repository/in-progress.ts";
import type { Repository } from "../../git/repository/repository.ts";
import { keepMove } from "./move-journal.ts";

/** What a commit works with. */
export interface CommitContext {
  readonly repository: Repository;
  readonly objects: Objects;
  readonly disk: Disk;
  readonly lockOptions: LockOptions;
}

/**
 * Moves the index and then the branch to a finished commit, both under git's own locks. False where
 * the branch or the index moved meanwhile: then nothing was changed and the commit is rebuilt.
 */
export async function publishCommit(context: CommitContext, journal: Journal): Promise<boolean> {
  const { repository, disk, lockOptions } = context;
  await takeIndexLock(disk, repository.gitDir, journal, lockOptions);
  try {
    await checkNothingInProgress(repository.gitDir);
    return await moveBranch(context, journal);
  } finally {
    await unlinkIfThere(disk, indexLockFile(repository.gitDir));
  }
}

/**
 * Finishes the commit of a process that was killed while it held git's index.lock, or drops it where
 * the branch went on without it; in both cases the lock is gone afterwards. The caller holds the
 * commit lock, so no other process finishes the same one. A move is only put aside, for `recoverMove`: its files are
 * ahead of the branch, which harms no commit.
 */
export async function finishDeadCommit(context: CommitContext): Promise<void> {
  const { disk, objects, repository } = context;
  const { gitDir } = repository;
  const journal = await readDeadJournal(gitDir);
  if (journal === undefined) return;
  if (journal.kind === "move") {
    await dropRefLock(disk, gitDir, journal);
    return keepMove(disk, gitDir);
  }
  try {
    if (journal.kind === "refresh") return;
    await dropRefLock(disk, gitDir, journal);
    await objects.read(journal.commit);
    await moveBranch(context, journal);
  } catch (error) {
    if (errorToBlocked(error) === undefined) throw error; // else: the commit to come says why
  } finally {
    await unlinkIfThere(disk, indexLockFile(gitDir));
  }
}

/** The lock of the branch that the dead process had taken too. */
async function dropRefLock(disk: Disk, gitDir: string, journal: Journal): Promise<void> {
  const refLock = join(gitDir, `${journal.ref}.lock`);
  const held = await readIfThere(refLock);
  if (held?.toString("latin1") === `${journal.commit}\n`) await disk.unlink(refLock);
}

/**
 * Compare and swap, index first: who then sees the old branch sees our change staged, never undone. Only under
 * index.lock; `stamp` may add to the new index what is known of the files.
 */
export async function moveBranch(
  context: CommitContext,
  journal: Journal,
  stamp: (index: IndexFile) => IndexFile = (index) => index,
): Promise<boolean> {
  const { repository, disk, lockOptions } = context;
  const { gitDir } = repository;
  if (!isAt(await readHead(gitDir), journal)) return false;
  const refFile = join(gitDir, journal.ref);
  const refLock = `${refFile}.lock`;
  await takeLock(disk, gitDir, refLock, Buffer.from(`${journal.commit}\n`), lockOptions);
  let moved = false;
  try {
    const next = isAt(await readHead(gitDir), journal)
      ? await nextIndex(context, journal, stamp)
      : undefined;
    if (next === undefined) return false;
    // A new branch is logged when it is there: a log without it would say that its file has vanished.
    const isNew = journal.parent === undefined;
    if (!isNew) await appendReflogs(context, journal);
    await replaceIndex(context, next, () => disk.rename(refLock, refFile));
    moved = true;
    if (isNew) await appendReflogs(context, journal);
  } finally {
    if (!moved) await disk.unlink(refLock); // the rename took it away; one that is there now is not ours
  }
  await disk.flushFolder(dirname(refFile));
  return true;
}

const isAt = (head: Head, journal: Journal): boolean =>
  head.ref === journal.ref && head.oid === journal.parent;

/** The bytes of the index after the commit; undefined where one of its paths was staged meanwhile. */
async function nextIndex(
  context: CommitContext,
  journal: Journal,
  stamp: (index: IndexFile) => IndexFile,
): Promise<Buffer | undefined> {
  const { objects, repository } = context;
  const parent =
    journal.parent === undefined ? undefined : await objects.readCommit(journal.parent);
  const { index, writtenAt } = await readIndex(repository.gitDir, objects, parent?.tree);
  checkMerged(index);
  const next = updateIndex(index, journal.changes, writtenAt);
  return next && stringifyIndex(stamp(next));
}

/** Replaces the index, then moves the branch; where that fails, the index goes back to what it was. */
async function replaceIndex(
  { disk, repository: { gitDir } }: CommitContext,
  next: Buffer,
  moveBranch: () => Promise<void>,
): Promise<void> {
  const file = join(gitDir, "index");
  const before = await readIfThere(file);
  await disk.rename(await createDraft(disk, gitDir, next), file);
  try {
    await disk.flushFolder(gitDir);
    await moveBranch();
  } catch (error) {
    if (before === undefined) await disk.unlink(file);
    else await disk.rename(await createDraft(disk, gitDir, before), file);
    throw error;
  }
}

/** Git keeps a reflog unless configured otherwise; then it still goes on with one that exists. */
async function appendReflogs({ repository, disk }: CommitContext, journal: Journal): Promise<void> {
  const keeps = readBool(repository.config, "core.logallrefupdates", true); // or "always"
  const zeros = "0".repeat(40);
  const line = `${journal.parent ?? zeros} ${journal.commit} ${journal.log}\n`;
  for (const ref of [journal.ref, "HEAD"]) {
    const file = join(repository.gitDir, "logs", ref);
    const before = await readIfThere(file);
    if (!keeps && before === undefined) continue;
    await disk.mkdir(dirname(file));
    const torn = before !== undefined && before.length > 0 && before.at(-1) !== 0x0a;
    await disk.append(file, Buffer.from((torn ? "\n" : "") + line));
  }
}
