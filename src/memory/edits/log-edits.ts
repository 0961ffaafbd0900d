import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceClock } from "../../device-clock.ts";
import { LociError, messageOf } from "../../errors.ts";
import { indexLockFile } from "../../git/index-file/index-lock.ts";
import { type HeadMove, headMoves, movesAfter } from "../../git/refs/head-moves.ts";
import { checkNothingInProgress } from "../../git/repository/in-progress.ts";
import { indexVersion } from "../../index/file-marks.ts";
import type { Reconciled } from "../../index/reconcile.ts";
import { openVaultLock } from "../../index/vault-lock.ts";
import { describeEdits, type EditedFile } from "../../vault/edits/describe-edits.ts";
import type { MemoryContext } from "../context.ts";
import { type SeenFiles, seeFiles } from "./seen-files.ts";
import { writeEdits } from "./write-edits.ts";

export interface EditLogOptions {
  readonly context: MemoryContext;
  /** Time without a further change after which a batch is logged (ms). */
  readonly quietMs?: number | undefined;
}

/** Logs what is edited by hand while it is open: one block a batch. */
export interface EditLog {
  /** Scans the files, and notes whether something changed. Throws what `refresh` throws. */
  scan(): Promise<Reconciled>;
  /** Logs what waits. */
  close(): Promise<void>;
}

const usualQuietMs = 60_000;
/** Edits without a pause are logged after so many quiet times. */
const maxPauses = 5;
/** At its end a process waits this long for the last batch. */
const lastMs = 3_000;

/**
 * Opens the log of edits by hand. What is on disk at the first scan counts as seen. Of several processes that watch a
 * vault one logs; another takes over when that is gone, and sees the files as they then are. Nothing that goes wrong
 * here stands in the way of an answer.
 */
export function openEditLog({ context, quietMs = usualQuietMs }: EditLogOptions): EditLog {
  const { root, lociDir, clock, index, freshness, report, now } = context;
  const alone = createClaim(lociDir, clock);
  const pause = createPause(quietMs, clock);
  let seen: SeenFiles | undefined;
  let version = "";
  let changedAt = 0;
  let headMove: HeadMove | undefined;
  let turn: Promise<void> = Promise.resolve();

  /** One at a time. What fails is not tried again: the files count as seen then. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turn = turn.then(work).catch((error: unknown) => {
      seen = undefined;
      report(`Cannot log what is edited by hand: ${messageOf(error)}`);
    });
    return turn;
  };
  const begin = async (): Promise<void> => {
    if (!(await alone.claim())) return;
    headMove = (await headMoves(root)).at(-1);
    version = index.run(indexVersion);
    seen = seeFiles(context);
  };
  const wait = (): void => pause.begin(() => void inTurn(log));
  const log = async (): Promise<void> => {
    pause.end();
    const files = seen;
    if (files === undefined) return;
    if (await isGitBusy(root, clock)) return wait();
    await files.foldOwn();
    await freshness.refresh();
    version = index.run(indexVersion); // What changes from here on is for the next batch.
    const changed = await files.takeChanged();
    const all = await headMoves(root);
    const moves = movesAfter(all, headMove);
    headMove = all.at(-1);
    const brought = moves?.length === 0 ? undefined : await findBrought(root, moves, changed);
    const edits = describeEdits(changed.filter((file) => brought?.has(file) !== true));
    const withGit = brought !== undefined;
    if (edits.length > 0) await writeEdits(context, { edits, at: changedAt, withGit });
  };
  return {
    async scan() {
      await inTurn(async () => seen?.foldOwn());
      const done = await freshness.refresh();
      await inTurn(async () => {
        if (seen === undefined) return begin();
        const found = index.run(indexVersion);
        if (found === version) return;
        version = found;
        changedAt = now();
        wait();
      });
      return done;
    },
    async close() {
      const last = pause.isUnderWay() ? inTurn(log) : turn;
      await Promise.race([last, sleep(lastMs, undefined, { ref: false })]);
      pause.end();
      seen = undefined;
      alone.release();
    },
  };
}

/** Git's history is read only where it moved. */
async function findBrought(
  root: string,
  moves: readonly HeadMove[] | undefined,
  changed: readonly EditedFile[],
): Promise<ReadonlySet<EditedFile>> {
  const { broughtByGit } = await import("./brought-by-git.ts");
  return broughtByGit(root, moves ?? [], changed);
}

/** The right to log, which one process has. */
function createClaim(lociDir: string, clock: DeviceClock) {
  let release: (() => void) | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  return {
    /** True for the process that holds it; it is not tried more than once a minute. */
    async claim(): Promise<boolean> {
      if (release !== undefined) return true;
      if (clock.elapsed() - triedAt < 60_000) return false;
      triedAt = clock.elapsed();
      release = await holdAlone(lociDir, clock);
      return release !== undefined;
    },
    release: () => release?.(),
  };
}

/** Holds the lock of that name until the returned function is called; undefined where another process has it. */
function holdAlone(lociDir: string, clock: DeviceClock): Promise<(() => void) | undefined> {
  const own = openVaultLock(lociDir, { clock, waitMs: 0, name: "edits" });
  return new Promise((resolve, reject) => {
    const held = own.lock(
      () =>
        new Promise<void>((end) => {
          resolve(() => {
            own.close();
            end();
          });
        }),
    );
    held.catch((error: unknown) => {
      own.close();
      if (error instanceof LociError && error.code === "BUSY") resolve(undefined);
      else reject(error);
    });
  });
}

/** A pause that begins anew with each change, but not for ever. */
function createPause(quietMs: number, clock: DeviceClock) {
  let timer: NodeJS.Timeout | undefined;
  let since: number | undefined;
  return {
    begin(onEnd: () => void): void {
      since ??= clock.elapsed();
      clearTimeout(timer);
      const left = since + maxPauses * quietMs - clock.elapsed();
      timer = setTimeout(onEnd, Math.max(0, Math.min(quietMs, left)));
      timer.unref();
    },
    isUnderWay: (): boolean => timer !== undefined,
    end(): void {
      clearTimeout(timer);
      timer = undefined;
      since = undefined;
    },
  };
}

/** A lock that is older was left by a git that was killed (ms). */
const longestGit = 600_000;

/** In the middle of a merge, a rebase or a checkout the files are not what anybody means yet. */
async function isGitBusy(root: string, clock: DeviceClock): Promise<boolean> {
  const gitDir = join(root, ".git");
  const lock = statSync(indexLockFile(gitDir), { throwIfNoEntry: false });
  if (lock !== undefined && clock.now() - lock.mtimeMs < longestGit) return true;
  try {
    await checkNothingInProgress(gitDir);
    return false;
  } catch {
    return true;
  }
}
