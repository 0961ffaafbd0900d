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
  /** Also of what somebody else, such as a question, has indexed first. */
  const notify = (done: Reconciled): void => {
    const before = version;
    version = parts.index.run(indexVersion);
    if (before === version) return;
    background.syncing?.changed();
    onChange(done);
  };
  const watcher = watchVault({
    root,
    report,
    onError: (error) => report(messageOf(error)),
    async refresh() {
      notify(await freshness.refresh());
    },
  });
  await watcher.ready;
  await freshness.refresh().catch(() => {}); // The watcher's own scan, about now, reports what is wrong.
  version = parts.index.run(indexVersion); // What changed until now is for the first round.
  const embedding = embeddings.keepUp();
  background.embedding = embedding;
  return {
    ready: watcher.ready,
    async close() {
      await watcher.close();
      await embedding.close();
      delete background.embedding;
    },
  };
}
