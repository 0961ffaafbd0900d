import type { DeviceClock } from "../../device-clock.ts";
import { LociError } from "../../errors.ts";
import type { SyncReport, SyncRequest } from "../round/sync-request.ts";
import { SyncNews } from "./sync-news.ts";

/** How a round is run. */
export interface RoundOptions extends Pick<SyncRequest, "accept" | "signal"> {
  /** Syncs with this remote, which becomes the vault's: at once where it has none, else once the round ends well. */
  readonly remote?: string;
  /** Commits, and leaves the remote alone. */
  readonly local?: boolean;
  /** Leaves alone a remote that this device has never synced with. */
  readonly onlyKnownRemote?: boolean;
  /** How long to wait for a round that is under way elsewhere (ms). */
  readonly waitMs?: number;
}

/** Syncing in the background. */
export interface Syncing {
  /** Something changed: a round follows once it is quiet. */
  changed(): void;
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
 * time. While the remote fails, what changes is still committed, and the remote is asked less and less often.
 */
export const openSyncing = (options: SyncingOptions): Syncing => new BackgroundSyncing(options);

class BackgroundSyncing implements Syncing {
  private readonly options: SyncingOptions;
  private readonly stop = new AbortController();
  private readonly news: SyncNews;
  /** Since when (by `clock.elapsed`) something has changed. */
  private changedAt: number | undefined;
  /** How often the remote has failed, and until when it is left alone. */
  private failures = 0;
  private until = 0;
  private running: Promise<void> | undefined;
  private polling: NodeJS.Timeout | undefined;
  private quiet: NodeJS.Timeout | undefined;

  constructor(options: SyncingOptions) {
    this.options = options;
    this.news = new SyncNews(options.report);
    this.pollIn(startMs);
  }

  changed(): void {
    this.changedAt ??= this.options.clock.elapsed();
    this.waitForQuiet();
  }

  async close(): Promise<void> {
    clearTimeout(this.polling);
    clearTimeout(this.quiet);
    await within(this.running, lastMs);
    if (this.running === undefined && this.changedAt !== undefined) {
      this.begin(false);
      await within(this.running, lastMs);
    }
    this.stop.abort();
    await within(this.running, abortedMs);
  }

  private begin(isPoll: boolean): void {
    if (this.stop.signal.aborted || this.running !== undefined) return;
    this.running = this.attempt(isPoll, this.stop.signal).finally(() => {
      this.running = undefined;
      this.waitForQuiet();
    });
  }

  /** One round, and what follows from it; never rejects. A poll asks the remote even while it fails. */
  private async attempt(isPoll: boolean, signal: AbortSignal): Promise<void> {
    const { clock, rhythm, round, onRound } = this.options;
    const local = !isPoll && clock.elapsed() < this.until;
    this.changedAt = undefined;
    let wait: number | undefined;
    try {
      const done = await round({ local, signal, waitMs: 0 });
      if (!local) this.failures = 0;
      this.news.done(done, local);
      onRound(done);
    } catch (error) {
      if (!signal.aborted && !isBusy(error)) {
        this.news.failed(error);
        wait = backOff(error, this.failures++, rhythm.intervalMs);
      }
    }
    if (local) return;
    const { random = Math.random } = this.options;
    const ms = (wait ?? rhythm.intervalMs) * (0.8 + 0.4 * random()); // Devices do not ask in step.
    this.until = wait === undefined ? 0 : clock.elapsed() + ms;
    this.pollIn(ms);
  }

  private pollIn(ms: number): void {
    clearTimeout(this.polling);
    this.polling = setTimeout(() => this.begin(true), ms).unref();
  }

  private waitForQuiet(): void {
    clearTimeout(this.quiet);
    const { changedAt, running, stop } = this;
    if (changedAt === undefined || running !== undefined || stop.signal.aborted) return;
    const { clock, rhythm } = this.options;
    const most = changedAt + maxPauses * rhythm.quietMs - clock.elapsed();
    const ms = Math.max(0, Math.min(rhythm.quietMs, most));
    this.quiet = setTimeout(() => this.begin(false), ms).unref();
  }
}

/** Another process is at it: whatever there is to do will be done. */
const isBusy = (error: unknown): boolean => error instanceof LociError && error.code === "BUSY";

/**
 * How long the remote is left alone after it has failed so often before. A network comes and goes; what takes a person to fix is
 * asked seldom. Undefined: as usual, for the person's own git is busy in the vault, or this remote is not configured yet.
 */
function backOff(error: unknown, failures: number, intervalMs: number): number | undefined {
  const { code, data } = error instanceof LociError ? error : { code: "", data: { reason: "" } };
  const isUsual = data.reason === "unconfirmed" || data.reason === "purged";
  if (code === "GIT_BLOCKED" || isUsual) return undefined;
  const isNetwork = ["network", "raced"].includes(String(data.reason));
  const [first, longest] = isNetwork
    ? [30_000, Math.max(300_000, intervalMs)]
    : [300_000, 3_600_000];
  return Math.min(longest, first * 2 ** failures);
}

/** Waits for work that never rejects, no longer than so many milliseconds. */
async function within(work: Promise<void> | undefined, ms: number): Promise<void> {
  const end = Promise.withResolvers<void>();
  const timer = setTimeout(end.resolve, ms);
  await Promise.race([work, end.promise]);
  clearTimeout(timer);
}
