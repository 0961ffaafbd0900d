import { messageOf } from "../errors.ts";
import { indexVersion } from "../index/open-index.ts";
import type { Reconciled } from "../index/reconcile.ts";
import { type VaultWatcher, watchVault } from "../index/watch-vault.ts";
import type { OpenVault } from "./vault/open-vault.ts";

/** Keeps the index in step with the files until closed. */
export async function watch(
  parts: OpenVault,
  onChange: (change: Reconciled) => void,
): Promise<VaultWatcher> {
  const { root, report, embeddings, freshness, background } = parts;
  let version = parts.index.run(indexVersion);
  const notify = (): void => {
    const before = version;
    version = parts.index.run(indexVersion);
    if (before === version) return;
    background.syncing?.changed();
    for (const listener of background.onChanged) listener();
  };
  const watcher = watchVault({
    root,
    report,
    listen: freshness.listen,
    onError: (error) => report(messageOf(error)),
    async refresh() {
      const done = await freshness.refresh();
      notify();
      if (done.indexed.length + done.removed.length > 0) onChange(done);
    },
  });
  await freshness.refresh().catch(() => {}); // The watcher's own look, about now, reports what is wrong.
  version = parts.index.run(indexVersion); // What changed until now is for the first round.
  const embedding = embeddings.keepUp();
  background.embedding = embedding;
  return {
    async close() {
      await watcher.close();
      await embedding.close();
      delete background.embedding;
    },
  };
}
