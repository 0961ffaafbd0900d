import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../errors.ts";
import { indexVersion } from "../index/file-marks.ts";
import { type Reconciled, reconcile } from "../index/reconcile.ts";
import { type VaultWatcher, watchVault } from "../index/watch-vault.ts";
import type { EditLog } from "./edits/log-edits.ts";
import type { Parts } from "./parts.ts";

/** True when Loci wrote lately: only then can an editor or a crash have left something to mend. */
function mayNeedMending(lociDir: string): boolean {
  return ["writes", "captured"].some((name) => {
    const folder = join(lociDir, name);
    return existsSync(folder) && readdirSync(folder).length > 0;
  });
}

/** Makes the index equal to the files, after mending what editors and crashes left in them. */
export async function refresh(
  parts: Parts,
  extra: { readonly confirmRemovals?: boolean } = {},
): Promise<Reconciled> {
  const { root, lociDir, index, rowSettings, clock, now, report, embeddings, onProgress, state } =
    parts;
  state.lookedAt = now();
  state.wrote = false;
  const startedAt = performance.now();
  if (mayNeedMending(lociDir)) await (await import("./mend.ts")).mend(parts);
  const done = await reconcile({
    root,
    index,
    settings: rowSettings,
    now,
    clock,
    onRemoved: embeddings.remove,
    ...(onProgress && { onProgress }),
    ...extra,
  });
  for (const { path, reason } of done.unreadable) {
    report(`Cannot read "${path}": ${reason}; what is known of it is as old as its last reading`);
  }
  state.lookMs = performance.now() - startedAt;
  if (state.embedding === undefined) await embeddings.catchUp();
  else if (done.indexed.length > 0) state.embedding.wake();
  return done;
}

/** A look at the files that is this quick costs nobody anything. */
const quickMs = 10;

/** Nobody gets a stale answer: the files are looked at first, unless a watcher sees to it and the vault is large. Says which. */
export async function lookAtFiles(parts: Parts): Promise<boolean> {
  const { watched, lookMs, wrote } = parts.state;
  const looks = !watched || wrote || lookMs < quickMs;
  if (looks) await refresh(parts);
  return looks;
}

/**
 * Keeps the index in step with the files until closed, and logs what is edited by hand meanwhile: a batch after
 * `quietMs` without a further change.
 */
export async function watch(
  parts: Parts,
  onChange: (change: Reconciled) => void,
  { quietMs }: { readonly quietMs?: number } = {},
): Promise<VaultWatcher> {
  const { root, settings, report, committer, embeddings, state } = parts;
  const edits = await openEdits(parts, quietMs);
  let version = parts.index.run(indexVersion);
  /** Whoever looked first, this process or another, has the paths: then all that is known is that there are some. */
  const tellSyncing = ({ indexed, removed }: Reconciled): void => {
    const before = version;
    version = parts.index.run(indexVersion);
    if (before === version) return;
    const paths = [...indexed, ...removed];
    state.syncing?.changed(paths.length > 0 ? paths : undefined);
  };
  const watcher = watchVault({
    root,
    poll: settings.watch.poll,
    report,
    onError: (error) => {
      state.watched = false; // Until it works again every answer looks at the files, and says what is wrong.
      report(messageOf(error));
    },
    async refresh() {
      const done = await edits.look();
      state.watched = watcher.isLive();
      tellSyncing(done);
      if (done.indexed.length + done.removed.length === 0) return;
      onChange(done);
      committer.commitSoon();
    },
  });
  await watcher.ready;
  await edits.look().catch(() => {}); // The watcher's own look, about now, tells what is wrong.
  version = parts.index.run(indexVersion); // What changed until now is for the first round.
  const embedding = embeddings.keepUp();
  state.embedding = embedding;
  return {
    ready: watcher.ready,
    isLive: watcher.isLive,
    async close() {
      await watcher.close();
      await edits.close();
      state.watched = false;
      await embedding.close();
      delete state.embedding;
    },
  };
}

/** Where privacy is asked for, nothing is kept of what people do. */
async function openEdits(parts: Parts, quietMs: number | undefined): Promise<EditLog> {
  const look = (): Promise<Reconciled> => refresh(parts);
  if (!parts.settings.privacy.enabled) return { look, close: async () => {} };
  const { openEditLog } = await import("./edits/log-edits.ts");
  return openEditLog({ parts, refresh: look, quietMs });
}
