import { messageOf } from "../errors.ts";
import { indexVersion } from "../index/open-index.ts";
import type { Reconciled } from "../index/reconcile.ts";
import { type VaultWatcher, watchVault } from "../index/watch-vault.ts";
import type { OpenVault } from "./vault/open-vault.ts";

/** Keeps the index in step with the files until closed; tells also of what a question, or another process, indexed first. */
export async function watch(
  { root, report, embeddings, freshness, index }: OpenVault,
  onChange: (change: Reconciled) => void,
): Promise<VaultWatcher> {
  let version = index.run(indexVersion);
  const watcher = await watchVault({
    root,
    report,
    onError: (error) => report(messageOf(error)),
    async refresh() {
      const done = await freshness.refresh();
      const before = version;
      version = index.run(indexVersion);
      if (before !== version) onChange(done);
    },
  });
  await freshness.refresh().catch(() => {}); // The watcher's own scan, about now, reports what is wrong.
  version = index.run(indexVersion); // What changed until now is for the first round of sync.
  const embedding = embeddings.keepUp();
  return {
    async close() {
      await watcher.close();
      await embedding.close();
    },
  };
}
