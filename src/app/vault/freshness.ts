import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { DeviceClock } from "../../device-clock.ts";
import type { EmbedLoop } from "../../index/embed-loop.ts";
import type { FolderGuard } from "../../index/folder-guard.ts";
import type { IndexDb } from "../../index/open-index.ts";
import { reconcile } from "../../index/reconcile.ts";
import type { RowSettings } from "../../index/rows.ts";
import type { Freshness } from "../../memory/context.ts";
import type { Embeddings } from "../../recall/embeddings.ts";
import type { Syncing } from "../../sync/background/syncing.ts";
import type { Lock } from "../../vault/lock.ts";

export interface FreshnessOptions {
  readonly root: string;
  readonly lociDir: string;
  readonly index: IndexDb;
  readonly rowSettings: RowSettings;
  readonly embeddings: Embeddings;
  readonly lock: Lock;
  readonly clock: DeviceClock;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** What runs beside the commands in this process. */
export interface BackgroundState {
  embedding?: EmbedLoop;
  syncing?: Syncing;
  /** Called when a watcher of this process sees that the index has changed, whoever changed it. */
  readonly onChanged: Set<() => void>;
}

export interface OpenFreshness extends Freshness {
  close(): void;
}

/** A process that has looked at all files so often will do so again: from then on it watches their folders. */
const looksBeforeGuard = 2;

/** Keeps the index of one vault equal to its files, on each request. */
export function openFreshness(
  options: FreshnessOptions,
  background: BackgroundState,
): OpenFreshness {
  const { root, lociDir, index, rowSettings, clock } = options;
  const { now, report, embeddings, onProgress } = options;
  let lookedAt = 0;
  let looks = 0;
  let guard: FolderGuard | undefined;
  /** Of the index that was equal to the files when the guard began to watch. */
  let guarded = 0;
  let wrote = false;
  let isClosed = false;
  const isGuarded = (): boolean => guarded === index.generation();
  const beginLook = async () => {
    if (++looks >= looksBeforeGuard && guard === undefined) {
      const { guardFolders } = await import("../../index/folder-guard.ts");
      if (!isClosed) guard ??= guardFolders(root, clock);
    }
    return guard?.beginLook();
  };
  const refresh: Freshness["refresh"] = async (extra = {}) => {
    lookedAt = now();
    wrote = false;
    if (mayNeedMending(lociDir)) await mend(options);
    const endLook = await beginLook();
    const done = await reconcile({
      root,
      index,
      now,
      clock,
      settings: rowSettings,
      ...(onProgress && { onProgress }),
      ...extra,
    });
    for (const { path, reason } of done.unreadable) {
      report(`Cannot read "${path}": ${reason}; what is known of it is as old as its last reading`);
    }
    if (done.unreadable.length === 0) {
      endLook?.(done);
      guarded = index.generation();
    }
    if (background.embedding === undefined) await embeddings.catchUp();
    else if (done.indexed.length > 0) background.embedding.wake();
    return done;
  };
  const sharedLook = joining(() => refresh());
  const turn = createTurns();
  return {
    refresh,
    async ensureFresh() {
      const isFresh = !wrote && (await guard?.isQuiet()) === true && isGuarded();
      if (isFresh) lookedAt = now();
      else await sharedLook();
      await turn();
    },
    noteWrite() {
      wrote = true;
    },
    lookedAt: () => lookedAt,
    close() {
      isClosed = true;
      guard?.close();
    },
  };
}

/** Lets many who want the same work have it done once: whoever comes while it runs gets the next run, which all of them share. */
function joining(work: () => Promise<unknown>) {
  let running: Promise<unknown> | undefined;
  let next: Promise<unknown> | undefined;
  const begin = (): Promise<unknown> => {
    next = undefined;
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
  /** Resolves after a run that begins from now on. */
  return (): Promise<unknown> => {
    if (running === undefined && next === undefined) return begin();
    next ??= Promise.allSettled(running === undefined ? [] : [running]).then(begin);
    return next;
  };
}

/**
 * Gives a function that resolves for one caller in each turn of the event loop: questions that come at once, each some
 * milliseconds of work, would keep files, timers and other connections waiting for all of them.
 */
function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}

const scan = { recursive: true, withFileTypes: true } as const;

/** True when Loci wrote lately: only then can an editor or a crash have left something to fix. */
function mayNeedMending(lociDir: string): boolean {
  return ["writes", "captured"].some((name) => {
    const folder = join(lociDir, name);
    const found = existsSync(folder) ? readdirSync(folder, scan) : [];
    return found.some((entry) => entry.isFile());
  });
}

/** Puts right what editors and crashes left in files that Loci lately wrote, and reports what it cannot. */
async function mend({ root, lociDir, lock, clock, report }: FreshnessOptions): Promise<void> {
  const [{ respectCheckouts }, { healVault }] = await Promise.all([
    import("../../sync/round/respect-checkouts.ts"),
    import("../../vault/write/change-file.ts"),
  ]);
  await respectCheckouts({ root, lociDir, lock, clock });
  for (const error of await healVault({ root, lociDir, lock, clock })) report(error.message);
}
