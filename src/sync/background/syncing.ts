import type { DeviceClock } from "../../device-clock.ts";
import { LociError } from "../../errors.ts";
import type { SyncReport, SyncRequest } from "../round/sync-request.ts";
import { createRetrySchedule, type RetrySchedule } from "./retry-schedule.ts";
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

/**
 * Syncs soon after the start, when it has been quiet for a while after a change, and now and then; never two rounds at a
 * time. While the remote fails, what changes is still committed, and the remote is asked
 * less and less often. Each failure is reported once.
 */
export function openSyncing(options: SyncingOptions): Syncing {
  const { rhythm, clock, random = Math.random } = options;
  const stop = new AbortController();
  const changes = createChanges(clock);
  const retries = createRetrySchedule({ intervalMs: rhythm.intervalMs, random, clock });
  const attempt = createAttempt(options, { changes, retries });
  let running: Promise<void> | undefined;
  const begin = (isFull: boolean): void => {
    if (stop.signal.aborted || running !== undefined) return;
    const isLocal = !isFull && retries.isWaiting();
    running = attempt({ isFull, isLocal }, stop.signal).finally(() => {
      running = undefined;
      if (stop.signal.aborted) return;
      if (!isLocal) polling.restart(retries.pauseMs());
      if (changes.isAny()) waitForQuiet();
    });
  };
  const polling = createTimer(() => begin(true));
  const quiet = createTimer(() => begin(false));
  const waitForQuiet = (): void => {
    const most = changes.since() + maxPauses * rhythm.quietMs - clock.elapsed();
    quiet.restart(Math.max(0, Math.min(rhythm.quietMs, most)));
  };
  polling.restart(startMs);
  return {
    changed(paths) {
      if (stop.signal.aborted || paths?.length === 0) return;
      changes.add(paths);
      if (running === undefined) waitForQuiet();
    },
    async close() {
      polling.stop();
      quiet.stop();
      const endAt = clock.elapsed() + lastMs;
      if (running !== undefined) await within(running, lastMs);
      stop.abort();
      if (running !== undefined) await within(running, abortedMs);
      else if (changes.isAny()) {
        const limit = new AbortController();
        const last = attempt({ isFull: false, isLocal: retries.isWaiting() }, limit.signal);
        if (await within(last, endAt - clock.elapsed())) return;
        limit.abort();
        await within(last, abortedMs);
      }
    },
  };
}

interface Attempt {
  /** All files are scanned, and the remote is asked even while it fails. */
  readonly isFull: boolean;
  readonly isLocal: boolean;
}

/** One round and what follows from it. Never rejects. */
function createAttempt(
  { round, onRound, report }: SyncingOptions,
  { changes, retries }: { readonly changes: Changes; readonly retries: RetrySchedule },
): (how: Attempt, signal: AbortSignal) => Promise<void> {
  const news = createSyncNews(report);
  return async ({ isFull, isLocal }, signal) => {
    const taken = changes.take();
    try {
      const done = await round({
        ...(isFull || taken === undefined ? {} : { hints: taken }),
        ...(isLocal ? { local: true } : {}),
        signal,
        waitMs: 0,
      });
      if (!isLocal) retries.succeeded();
      news.done(done, isLocal);
      onRound(done);
    } catch (error) {
      changes.putBack();
      if (signal.aborted || isBusy(error)) return;
      retries.failed(error);
      news.failed(error);
    }
  };
}

/** Another process is at it: whatever there is to do will be done. */
const isBusy = (error: unknown): boolean => error instanceof LociError && error.code === "BUSY";

/** Waits for work that never rejects; false where it is not done in time. */
async function within(work: Promise<void>, ms: number): Promise<boolean> {
  const end = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => end.resolve(false), Math.max(0, ms));
  void work.then(() => end.resolve(true));
  const isDone = await end.promise;
  clearTimeout(timer);
  return isDone;
}

/** What changed since the last round. */
interface Changes {
  /** Undefined: it is not known which paths. */
  add(paths: readonly string[] | undefined): void;
  /** Something changed since the last `take`. */
  isAny(): boolean;
  /** When that began (by `clock.elapsed`). */
  since(): number;
  /** Empties it; undefined where any file may have changed. */
  take(): readonly string[] | undefined;
  /** The round failed: what was taken may not be committed yet. */
  putBack(): void;
}

/** More than so many: scanning all files costs no more. */
const maxPaths = 1_000;

/** Begins with a vault of which nothing is known. */
function createChanges(clock: DeviceClock): Changes {
  let paths = new Set<string>();
  let isUnknown = true;
  let firstAt: number | undefined;
  return {
    add(changed) {
      firstAt ??= clock.elapsed();
      for (const path of changed ?? []) paths.add(path);
      if (changed === undefined || paths.size > maxPaths) isUnknown = true;
    },
    isAny: () => firstAt !== undefined,
    since: () => firstAt ?? clock.elapsed(),
    take() {
      const taken = isUnknown ? undefined : [...paths];
      paths = new Set();
      isUnknown = false;
      firstAt = undefined;
      return taken;
    },
    putBack() {
      isUnknown = true;
    },
  };
}

/** One thing to do later; it keeps no process alive. */
interface Timer {
  /** In so many milliseconds, whatever was planned. */
  restart(ms: number): void;
  stop(): void;
}

/** Makes a timer at which nothing is planned yet. */
function createTimer(onDue: () => void): Timer {
  let timer: NodeJS.Timeout | undefined;
  return {
    restart(ms) {
      clearTimeout(timer);
      timer = setTimeout(onDue, ms);
      timer.unref();
    },
    stop: () => clearTimeout(timer),
  };
}
