import type { DeviceClock } from "../../device-clock.ts";
import { LociError } from "../../errors.ts";
import type { SyncReport, SyncRequest } from "../round/sync-request.ts";
import { createRetrySchedule } from "./retry-schedule.ts";
import { createSyncNews } from "./sync-news.ts";

/** How a round is run. */
export interface RoundOptions {
  /** Syncs with this remote, which becomes the vault's: at once where it has none, else once the round ends well. */
  readonly remote?: string;
  /** Makes that remote, which is a folder, a repository first. */
  readonly create?: boolean;
  /** What the person said yes to: a remote whose history was rewritten, a vault most of whose files are gone, a remote's history replaced. */
  readonly accept?: SyncRequest["accept"];
  /** Paths that may have changed; none: the whole folder is scanned. */
  readonly hints?: readonly string[];
  /** Commits, and leaves the remote alone. */
  readonly local?: boolean;
  /** Leaves alone a remote that this device has never synced with. */
  readonly onlyKnownRemote?: boolean;
  readonly signal?: AbortSignal;
  /** How long to wait for a round that is under way elsewhere (ms). */
  readonly waitMs?: number;
}

/** Syncing in the background. */
export interface Syncing {
  /** These files changed, or it is not known which (undefined): a round follows once it is quiet. */
  changed(paths: readonly string[] | undefined): void;
  /** Ends it: what changed since the last round is committed and, if that takes no more than a moment, sent. */
  close(): Promise<void>;
}

/** Time between two looks at the remote, and quiet time before a round, in milliseconds. */
export const usualRhythm = { intervalMs: 300_000, quietMs: 60_000 };

export interface SyncingOptions {
  readonly rhythm: typeof usualRhythm;
  /** One round. Rejects with LociError, or with the signal's reason. */
  readonly round: (options: RoundOptions) => Promise<SyncReport>;
  readonly onRound: (report: SyncReport) => void;
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
  readonly clock: DeviceClock;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** Delay of the first round: the prompt comes first. */
const startMs = 3_000;
/** Without a pause in changes, sync after so many quiet times. */
const maxPauses = 5;
/** At its end a process waits this long for its last round, and this long for one that it called off. */
const lastMs = 3_000;
const abortedMs = 1_000;
/** More than so many: scanning all files costs no more. */
const maxHints = 1_000;

/**
 * Syncs soon after the start, when it has been quiet for a while after a change, and now and then; never two rounds at a
 * time. While the remote fails, what changes is still committed, and the remote is asked less and less often. Each failure is
 * reported once.
 */
export function openSyncing(options: SyncingOptions): Syncing {
  const { rhythm, round, onRound, report, clock, random = Math.random } = options;
  const { intervalMs, quietMs } = rhythm;
  const stop = new AbortController();
  const retries = createRetrySchedule({ intervalMs, random, clock });
  const news = createSyncNews(report);
  /** What may have changed since the last round, and since when (by `clock.elapsed`). */
  let hints: Set<string> | undefined;
  let changedAt: number | undefined;
  let running: Promise<void> | undefined;
  let polling: NodeJS.Timeout | undefined;
  let quiet: NodeJS.Timeout | undefined;

  /** One round and what follows from it; never rejects. With `isPoll` all files are scanned, and the remote is asked even while it fails. */
  const attempt = async (isPoll: boolean, signal: AbortSignal): Promise<void> => {
    const local = !isPoll && retries.isWaiting();
    const taken = isPoll ? undefined : hints;
    hints = new Set();
    changedAt = undefined;
    try {
      const done = await round({
        ...(taken && { hints: [...taken] }),
        ...(local && { local }),
        signal,
        waitMs: 0,
      });
      if (!local) retries.succeeded();
      news.done(done, local);
      onRound(done);
    } catch (error) {
      hints = undefined; // What was taken may not be committed yet.
      const isBusy = error instanceof LociError && error.code === "BUSY";
      if (!signal.aborted && !isBusy) {
        retries.failed(error);
        news.failed(error);
      }
    }
    if (!local && !stop.signal.aborted) poll(retries.pauseMs());
  };
  const begin = (isPoll: boolean): void => {
    if (stop.signal.aborted || running !== undefined) return;
    running = attempt(isPoll, stop.signal).finally(() => {
      running = undefined;
      if (!stop.signal.aborted && changedAt !== undefined) waitForQuiet(changedAt);
    });
  };
  const poll = (ms: number): void => {
    clearTimeout(polling);
    polling = setTimeout(() => begin(true), ms).unref();
  };
  const waitForQuiet = (since: number): void => {
    const most = since + maxPauses * quietMs - clock.elapsed();
    clearTimeout(quiet);
    quiet = setTimeout(() => begin(false), Math.max(0, Math.min(quietMs, most))).unref();
  };
  poll(startMs);
  return {
    changed(paths) {
      if (stop.signal.aborted || paths?.length === 0) return;
      changedAt ??= clock.elapsed();
      for (const path of paths ?? []) hints?.add(path);
      if (paths === undefined || (hints?.size ?? 0) > maxHints) hints = undefined;
      if (running === undefined) waitForQuiet(changedAt);
    },
    async close() {
      clearTimeout(polling);
      clearTimeout(quiet);
      const limit = new AbortController();
      const wasRunning = running !== undefined;
      const last = running ?? (changedAt === undefined ? undefined : attempt(false, limit.signal));
      if (wasRunning) await within(last, lastMs);
      stop.abort();
      if (!wasRunning && (await within(last, lastMs))) return;
      limit.abort();
      await within(last, abortedMs);
    },
  };
}

/** Waits for work that never rejects; false where it is not done in time. */
async function within(work: Promise<void> | undefined, ms: number): Promise<boolean> {
  const end = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => end.resolve(false), ms);
  void (work ?? Promise.resolve()).then(() => end.resolve(true));
  return end.promise.finally(() => clearTimeout(timer));
}
