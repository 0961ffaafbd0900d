import { messageOf } from "../errors.ts";
import { indexVersion } from "../index/file-marks.ts";
import type { Reconciled } from "../index/reconcile.ts";
import { type VaultWatcher, watchVault } from "../index/watch-vault.ts";
import type { EditLog } from "../memory/edits/log-edits.ts";
import type { OpenVault } from "./open-vault.ts";

/**
 * Keeps the index in step with the files until closed, and logs what is edited by hand meanwhile: a batch after
 * `quietMs` without a further change.
 */
export async function watch(
  parts: OpenVault,
  onChange: (change: Reconciled) => void,
  { quietMs }: { readonly quietMs?: number } = {},
): Promise<VaultWatcher> {
  const { root, settings, report, committer, embeddings, background } = parts;
  const edits = await openEdits(parts, quietMs);
  let version = parts.index.run(indexVersion);
  /** The process that scanned first has the paths: another only knows that there are some. */
  const notifySyncing = ({ indexed, removed }: Reconciled): void => {
    const before = version;
    version = parts.index.run(indexVersion);
    if (before === version) return;
    const paths = [...indexed, ...removed];
    background.syncing?.changed(paths.length > 0 ? paths : undefined);
  };
  const watcher = watchVault({
    root,
    poll: settings.watch.poll,
    report,
    onError: (error) => {
      background.watched = false; // Until it works again every answer looks at the files, and says what is wrong.
      report(messageOf(error));
    },
    async refresh() {
      const done = await edits.scan();
      background.watched = watcher.isLive();
      notifySyncing(done);
      if (done.indexed.length + done.removed.length === 0) return;
      onChange(done);
      committer.commitSoon();
    },
  });
  await watcher.ready;
  await edits.scan().catch(() => {}); // The watcher's own scan, about now, reports what is wrong.
  version = parts.index.run(indexVersion); // What changed until now is for the first round.
  const embedding = embeddings.keepUp();
  background.embedding = embedding;
  return {
    ready: watcher.ready,
    isLive: watcher.isLive,
    async close() {
      await watcher.close();
      await edits.close();
      background.watched = false;
      await embedding.close();
      delete background.embedding;
    },
  };
}

/** Where privacy is asked for, nothing is kept of what people do. */
async function openEdits(parts: OpenVault, quietMs: number | undefined): Promise<EditLog> {
  if (!parts.settings.privacy.enabled)
    return { scan: () => parts.freshness.refresh(), close: async () => {} };
  const { openEditLog } = await import("../memory/edits/log-edits.ts");
  return openEditLog({ context: parts, quietMs });
}
