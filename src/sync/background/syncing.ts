import type { DeviceClock } from "../../device-clock.ts";
import { LociError, messageOf } from "../../errors.ts";
import { within } from "../../within.ts";
import type { RoundOptions, SyncReport } from "../round/sync-request.ts";

/** Syncing in the background. */
export type Syncing = ReturnType<typeof openSyncing>;

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
/** At its end a process waits this long for its last round, and this long for one that it called off. */
const lastMs = 3_000;
const abortedMs = 1_000;

/**
 * Syncs soon after the start, when it has been quiet for a while after a change, and now and then; never two rounds at
 * a time. While the remote fails, what changes is still committed, and the remote is asked less and less often.
 */
export function openSyncing(options: SyncingOptions) {
  const { rhythm, clock, round, onRound, random = Math.random } = options;
  const news = createNews(options.report);
  const stop = new AbortController();
  const { signal } = stop;
  /** By `clock.elapsed`: when the remote is asked next, and when something changed last since a round. */
  let pollAt = clock.elapsed() + startMs;
  let changedAt: number | undefined;
  /** While there are any, the remote is left alone until `pollAt`. */
  let failures = 0;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** One round, and what follows from it; never rejects. */
  const attempt = async (): Promise<void> => {
    const local = failures > 0 && clock.elapsed() < pollAt;
    changedAt = undefined;
    let wait: number | undefined;
    try {
      const done = await round({ local, signal, waitMs: 0 });
      news.done(done, local);
      onRound(done);
    } catch (error) {
      // Another process at it (BUSY) does whatever there is to do.
      const isBusy = error instanceof LociError && error.code === "BUSY";
      if (!signal.aborted && !isBusy) {
        news.failed(error);
        wait = backOff(error, failures, rhythm.intervalMs);
      }
    }
    if (local) return;
    failures = wait === undefined ? 0 : failures + 1;
    pollAt = clock.elapsed() + (wait ?? rhythm.intervalMs) * (0.8 + 0.4 * random()); // Devices do not ask in step.
  };
  const begin = (): void => {
    if (signal.aborted || running !== undefined) return;
    running = attempt().finally(() => {
      running = undefined;
      schedule();
    });
  };
  const schedule = (): void => {
    clearTimeout(timer);
    if (running !== undefined || signal.aborted) return;
    const due = Math.min(pollAt, (changedAt ?? Number.POSITIVE_INFINITY) + rhythm.quietMs);
    timer = setTimeout(begin, Math.max(0, Math.ceil(due - clock.elapsed()))).unref();
  };
  schedule();
  return {
    /** Something changed: a round follows once it is quiet. */
    changed(): void {
      changedAt = clock.elapsed();
      schedule();
    },
    /** Ends it: what changed since the last round is committed and, if that takes no more than a moment, sent. */
    async close(): Promise<void> {
      await within(lastMs, () => running);
      if (changedAt !== undefined && running === undefined) {
        begin();
        await within(lastMs, () => running);
      }
      stop.abort();
      await within(abortedMs, () => running);
      clearTimeout(timer);
    },
  };
}

/**
 * How long the remote is left alone after it has failed so often before. A network comes and goes; what takes a person
 * to fix is asked seldom. Undefined: as usual, for the person's own git is busy in the vault, or an answer of theirs is
 * waited for.
 */
function backOff(error: unknown, failures: number, intervalMs: number): number | undefined {
  const { code = "", data = {} } = error instanceof LociError ? error : {};
  const reason = String(data.reason);
  if (code === "GIT_BLOCKED" || reason === "unconfirmed" || reason === "purged") return undefined;
  const isPassing = reason === "network" || reason === "raced";
  const [first, most] = isPassing ? [30_000, Math.max(300_000, intervalMs)] : [300_000, 3_600_000];
  return Math.min(most, first * 2 ** failures);
}

/** What is said of a file that was held back. */
export const toSentence = ({ path, reason, isIncoming }: SyncReport["heldBack"][number]) =>
  `Not ${isIncoming ? "taken" : "committed"}: ${path}: ${reason}`;

/** A folder of films is one piece of news. */
const maxReported = 5;

/** Reports a failure again only after a success in between, and what is held back once. */
function createNews(report: (sentence: string) => void) {
  let failure: string | undefined;
  const known = new Set<string>();
  return {
    failed(error: unknown): void {
      const isOurs = error instanceof LociError;
      // The same trouble may be worded differently each time, such as with another number.
      const key = String((isOurs && error.data.reason) || messageOf(error));
      if (key !== failure) report(`${isOurs ? "" : "Cannot sync: "}${messageOf(error)}`);
      failure = key;
    },
    /** `isLocal`: the remote was not asked. */
    done({ heldBack }: SyncReport, isLocal: boolean): void {
      if (failure !== undefined && !isLocal) {
        failure = undefined;
        report("Sync works again");
      }
      const news = new Set(heldBack.map(toSentence)).difference(known);
      for (const sentence of news) known.add(sentence);
      for (const sentence of [...news].slice(0, maxReported)) report(sentence);
      const more = news.size - maxReported;
      if (more > 0) report(`Not committed: ${more} more; "loci sync --status --json" names them`);
    },
  };
}
