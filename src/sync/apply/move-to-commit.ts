import { setTimeout as sleep } from "node:timers/promises";
import { blocked } from "../../git/blocked.ts";
import { readBool } from "../../git/config/git-config.ts";
import { unlinkIfThere } from "../../git/disk.ts";
import { openFilterRules } from "../../git/ignore/ignore-rules.ts";
import type { IndexFile } from "../../git/index-file/index-file.ts";
import { indexLockFile, type Journal, takeIndexLock } from "../../git/index-file/index-lock.ts";
import { readIndex } from "../../git/index-file/read-index.ts";
import type { Change } from "../../git/index-file/update-index.ts";
import { isLink, isPlain, ordinaryMode } from "../../git/objects/tree.ts";
import { readHead } from "../../git/refs/head.ts";
import { keepRescue } from "../../git/refs/write-ref.ts";
import { checkNothingInProgress } from "../../git/repository/in-progress.ts";
import { pathKey } from "../../vault/paths.ts";
import { dropKeptMove, keepMove } from "../commit/move-journal.ts";
import { moveBranch } from "../commit/publish-commit.ts";
import type { MoveContext } from "./apply-merge.ts";
import { checkMove, keptKeys } from "./check-move.ts";
import { stampIndex } from "./stamp-index.ts";
import { writePath } from "./write-path.ts";

/** Whether the branch still is where a move begins. */
export async function isAtStart(gitDir: string, journal: Journal): Promise<boolean> {
  const head = await readHead(gitDir);
  return head.ref === journal.ref && head.oid === journal.parent;
}

/**
 * Carries out a move under git's index.lock: files, then index, then branch. What fails or is aborted in the middle
 * leaves its journal for `recoverMove`, and the files that are done ahead of the branch, never behind it.
 */
export async function runMove(
  context: MoveContext,
  journal: Journal,
  signal: AbortSignal | undefined,
): Promise<"applied" | "moved"> {
  const { repository, disk, lockOptions } = context;
  const { gitDir } = repository;
  await takeIndexLock(disk, gitDir, journal, lockOptions);
  let isLocked = true;
  let hasBegun = false;
  try {
    await checkNothingInProgress(gitDir);
    if (!(await isAtStart(gitDir, journal))) return await done("moved");
    const plan = await planMove(context, journal);
    hasBegun = true;
    if (journal.parent) await keepRescue(context, journal.ref, journal.parent, journal.log);
    const leftOut = await writeAll(context, plan, signal);
    const stamp = await stampIndex(context, journal.changes, leftOut);
    return await done((await moveBranch(context, journal, stamp)) ? "applied" : "moved");
  } catch (error) {
    if (hasBegun) {
      await keepMove(disk, gitDir);
      isLocked = false;
    }
    throw error;
  } finally {
    if (isLocked) await unlinkIfThere(disk, indexLockFile(gitDir));
  }

  async function done(outcome: "applied" | "moved"): Promise<"applied" | "moved"> {
    await dropKeptMove(disk, gitDir);
    return outcome;
  }
}

interface Plan {
  readonly journal: Journal;
  /** In the order in which they are carried out. */
  readonly removals: readonly Change[];
  readonly writes: readonly Change[];
}

/** Checks everything that may stand in the way, and changes nothing. */
async function planMove(context: MoveContext, journal: Journal): Promise<Plan> {
  const { repository, objects, person } = context;
  const before =
    journal.parent === undefined ? undefined : await objects.readCommit(journal.parent);
  const { index } = await readIndex(repository.gitDir, objects, before?.tree);
  await checkMove(context, index, journal.changes);
  const filterOf = openFilterRules({ ...repository, person });
  for (const { path, after } of journal.changes) {
    const filter = isPlain(after) ? await filterOf(path) : undefined;
    // The pointers of git-lfs are left as they are.
    if (filter !== undefined && filter !== "lfs")
      throw foreignForm(path, `git runs the filter "${filter}" on it`);
  }
  const changes = filesOf(context, journal.changes);
  return {
    journal,
    removals: orderRemovals(context, index, changes),
    writes: changes.filter(({ after }) => after !== undefined),
  };
}

function foreignForm(path: string, fault: string): Error {
  return blocked(
    `another device changed "${path}", and ${fault}`,
    "run `git pull` with your own git this time, which knows how",
  );
}

/** Where links are switched off, git keeps them as plain files. */
function filesOf({ repository }: MoveContext, changes: readonly Change[]): Change[] {
  const hasLinks = readBool(repository.config, "core.symlinks", true);
  const toFile = (version: Change["before"]): Change["before"] =>
    isLink(version) && !hasLinks ? { ...version, mode: ordinaryMode } : version;
  return changes.map(({ path, before, after }) => ({
    path,
    before: toFile(before),
    after: toFile(after),
  }));
}

/** What lies deepest goes first. On a disk that ignores case, a twin that stays has the same file. */
function orderRemovals(
  context: MoveContext,
  index: IndexFile,
  changes: readonly Change[],
): Change[] {
  const removals = changes.filter(({ after }) => after === undefined);
  const sorted = removals.sort((a, b) => (a.path < b.path ? 1 : -1));
  if (!readBool(context.repository.config, "core.ignorecase", false)) return sorted;
  const kept = keptKeys(index, changes);
  return sorted.filter(({ path }) => !kept.has(pathKey(path)));
}

/** Gives the sizes of what was left out, by path. */
async function writeAll(
  context: MoveContext,
  plan: Plan,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, number>> {
  const { removals, writes } = plan;
  const isFirst = plan.journal.parent === undefined;
  const inTurn = isFirst ? [] : [...removals, ...writes];
  const sizes = new Map<string, number>();
  const write = async (change: Change): Promise<void> => {
    signal?.throwIfAborted();
    const size = await writePath({ ...context, isFirst }, change, signal);
    if (size !== undefined) sizes.set(change.path, size);
  };
  for (const change of inTurn) await write(change);
  const rest = isFirst ? writes : [];
  for (let at = 0; at < rest.length; at += concurrency) {
    const some = rest.slice(at, at + concurrency);
    const tries = await Promise.allSettled(some.map(write));
    for (const one of tries) if (one.status === "rejected") throw one.reason;
  }
  if (writes.length > 0) await sleep(tick);
  return sizes;
}

/** New files in an empty folder do not mind each other, and a disk flushes several in the time of one. */
const concurrency = 16;

/** So that a later change gets other times than what was just written. */
const tick = 25;
