import { messageOf } from "../errors.ts";

export interface WatchOptions {
  readonly root: string;
  /** Makes the index equal to the files. Called one at a time. What it throws goes to `onError`. */
  readonly refresh: () => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Takes one sentence for the person, when watching had to fall back to polling. */
  readonly report: (sentence: string) => void;
  /** Begins to tell of file events, and once of a failure, after which none are told. */
  readonly listen: (onEvent: () => void, onFailure: (error: unknown) => void) => void;
}

export interface VaultWatcher {
  close(): Promise<void>;
}

/** Time to gather events, between two polls, and between two looks "just in case" (ms). */
const gatherMs = 10;
const pollMs = 700;
const justInCaseMs = 600_000;

/**
 * Keeps an index in step with a folder. File events are only hints that something changed (a full inotify queue
 * drops them without a word); what changed is found by `refresh`, which stats the files. Falls back to polling
 * when the system has no watches left.
 */
export function watchVault(options: WatchOptions): VaultWatcher {
  let timer: NodeJS.Timeout | undefined;
  let refreshing: Promise<void> = Promise.resolve();
  let closed = false;
  const refresh = async (): Promise<void> => {
    timer = undefined;
    try {
      if (!closed) await options.refresh();
    } catch (error) {
      options.onError(error);
    }
  };
  const refreshSoon = (): void => {
    if (closed || timer !== undefined) return;
    timer = setTimeout(() => {
      refreshing = refreshing.then(refresh);
    }, gatherMs);
  };
  let interval = setInterval(refreshSoon, justInCaseMs);
  const fallBack = (error: unknown): void => {
    if (closed) return;
    clearInterval(interval);
    interval = setInterval(refreshSoon, pollMs);
    const reason = messageOf(error);
    options.report(
      `Cannot watch "${options.root}": ${reason}; looking at its files every ${pollMs} ms instead (a higher fs.inotify.max_user_watches avoids this)`,
    );
  };
  options.listen(refreshSoon, fallBack);
  refreshSoon(); // It says what is wrong, if anything is.
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(interval);
      await refreshing;
    },
  };
}
