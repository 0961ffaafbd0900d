import type { EventEmitter } from "node:events";
import { join, relative, sep } from "node:path";
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
  /** Where file events come from; chokidar's, but for tests. */
  readonly openEvents?: (root: string) => Promise<FileEvents>;
}

/** As chokidar's watcher: "all" and "raw" tell of changes, "ready" and "error" come once. */
type FileEvents = EventEmitter & { close(): Promise<void> };

export interface VaultWatcher {
  close(): Promise<void>;
}

/** Time to gather events, between two polls, and between two looks "just in case" (ms). */
const gatherMs = 10;
const pollMs = 700;
const justInCaseMs = 600_000;

/**
 * Keeps an index in step with a folder; resolves when changes made from now on are noticed. File events are only hints
 * that something changed (a full inotify queue drops them without a word); what changed is found by `refresh`, which
 * stats the files. Falls back to polling when the system has no watches left.
 */
export async function watchVault(options: WatchOptions): Promise<VaultWatcher> {
  const { root, refresh, onError, report, openEvents = openChokidar } = options;
  let timer: NodeJS.Timeout | undefined;
  let refreshing: Promise<void> = Promise.resolve();
  const refreshSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      refreshing = refreshing.then(refresh).catch(onError);
    }, gatherMs);
  };
  let interval = setInterval(refreshSoon, justInCaseMs);
  const events = await openEvents(root);
  events.on("all", refreshSoon);
  // Of a file that is saved by rename, "all" tells only when its whole folder was read again.
  events.on("raw", (_event: string, name: string | null, about: unknown) => {
    if (name !== null && isMarkdown(name) && isWatched(root, join(folderOf(about), name)))
      refreshSoon();
  });
  await new Promise<void>((resolve) => {
    events.once("ready", resolve);
    events.once("error", (error) => {
      void events.close();
      clearInterval(interval);
      interval = setInterval(refreshSoon, pollMs);
      report(
        `Cannot watch "${root}": ${messageOf(error)}; looking at its files every ${pollMs} ms instead (a higher fs.inotify.max_user_watches avoids this)`,
      );
      resolve();
    });
  });
  refreshSoon(); // Whatever changed while the watches were being set up.
  return {
    async close() {
      clearInterval(interval);
      await events.close();
      clearTimeout(timer);
      await refreshing;
    },
  };
}

/** The folder that chokidar's "raw" event is about. */
const folderOf = (about: unknown): string =>
  typeof about === "object" && about !== null && "watchedPath" in about
    ? String(about.watchedPath)
    : "";

/** Loaded only here: a command that answers and ends needs no watcher. */
async function openChokidar(root: string): Promise<FileEvents> {
  const { watch } = await import("chokidar");
  return watch(root, {
    ignoreInitial: true,
    atomic: false, // Else a file that is saved by rename is reported a tenth of a second later.
    followSymlinks: false,
    ignored: (path, stats) => !isWatched(root, path, stats?.isDirectory() ?? true),
  });
}

/** What is indexed, and the digest logs, whose quotes are. */
function isWatched(root: string, at: string, isFolder = false): boolean {
  const path = relative(root, at).split(sep).join("/");
  return !isIgnoredPath(path, isFolder) || path === "log" || isLogPath(path);
}
