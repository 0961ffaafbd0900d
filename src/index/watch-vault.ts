import { join, relative, sep } from "node:path";
import type { FSWatcher } from "chokidar";
import { messageOf } from "../errors.ts";
import { isIgnoredPath, isMarkdown } from "../vault/list-files.ts";
import { isLogPath } from "../vault/paths.ts";

export interface WatchOptions {
  readonly root: string;
  /** Makes the index equal to the files. Called one at a time. What it throws goes to `onError`. */
  readonly refresh: () => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Takes one sentence for the person, when watching had to fall back to polling. */
  readonly report: (sentence: string) => void;
  /** Where file events come from; chokidar, but for tests. */
  readonly events?: (
    root: string,
    onEvent: () => void,
    onFailure: (error: unknown) => void,
  ) => FileEvents;
}

/** A source of file events. It may fail at any time, once: then it has ended. */
interface FileEvents {
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

export interface VaultWatcher {
  /** Resolves when changes made from now on are noticed. */
  readonly ready: Promise<void>;
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
  const { events: source = chokidarEvents } = options;
  const events = source(options.root, refreshSoon, fallBack);
  return {
    ready: events.ready,
    async close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(interval);
      await events.close();
      await refreshing;
    },
  };
}

function chokidarEvents(
  root: string,
  onEvent: () => void,
  onFailure: (error: unknown) => void,
): FileEvents {
  const started = startChokidar(root);
  const ready = started.then(
    (watcher) =>
      new Promise<void>((resolve) => {
        watcher.on("all", onEvent);
        // Of a file that is saved by rename, "all" tells only when its whole folder was read again.
        watcher.on("raw", (_, name, about) => {
          if (name !== null && isMarkdown(name) && isWatched(root, join(folderOf(about), name)))
            onEvent();
        });
        watcher.once("ready", () => {
          onEvent(); // Whatever changed while the watches were being set up.
          resolve();
        });
        watcher.once("error", (error) => {
          void watcher.close();
          onFailure(error);
          resolve();
        });
      }),
  );
  return { ready, close: async () => (await started).close() };
}

/** The folder that chokidar's "raw" event is about. */
const folderOf = (about: unknown): string =>
  typeof about === "object" && about !== null && "watchedPath" in about
    ? String(about.watchedPath)
    : "";

/** Loaded only here: a command that answers and ends needs no watcher. */
async function startChokidar(root: string): Promise<FSWatcher> {
  const { watch } = await import("chokidar");
  return watch(root, {
    ignoreInitial: true,
    atomic: false, // Else a file that is saved by rename is reported a tenth of a second later.
    followSymlinks: false,
    ignored: (path) => !isWatched(root, path),
  });
}

/** What is indexed, and the digest logs, whose quotes are. */
function isWatched(root: string, at: string): boolean {
  const path = relative(root, at).split(sep).join("/");
  return !isIgnoredPath(path) || path === "log" || isLogPath(path);
}
