import { existsSync } from "node:fs";
import { join } from "node:path";
import { openSyncing, type Syncing, usualRhythm } from "../../sync/background/syncing.ts";
import type { SyncReport } from "../../sync/round/sync-request.ts";
import type { OpenVault } from "../vault/open-vault.ts";

/**
 * Syncs an open vault in the background; undefined where that is switched off, where nothing may be committed, or where
 * the vault is not a git repository. What syncing needs is loaded with the first round.
 */
export function keepSyncing(
  parts: OpenVault,
  onRound: (report: SyncReport) => void,
): Syncing | undefined {
  const { root, settings, report, clock, background } = parts;
  const isOn = settings.sync.enabled && settings.commit.enabled;
  if (!isOn || !existsSync(join(root, ".git"))) return undefined;
  const stop = new AbortController();
  let packing: Promise<void> | undefined;
  const pack = async (): Promise<void> => {
    const { packHistory } = await import("./pack-history.ts");
    await packHistory(parts, { signal: stop.signal });
  };
  const syncing = openSyncing({
    rhythm: { ...usualRhythm, ...parts.rhythm },
    round: async (options) => {
      const { syncRound } = await import("./sync-round.ts");
      return syncRound(parts, { ...options, onlyKnownRemote: true });
    },
    onRound(done) {
      onRound(done);
      packing ??= pack()
        .catch(() => {}) // The history is as it was, only slower to read.
        .finally(() => {
          packing = undefined;
        });
    },
    report,
    clock,
  });
  background.syncing = syncing;
  return {
    changed: (paths) => syncing.changed(paths),
    async close() {
      delete background.syncing;
      await syncing.close();
      stop.abort();
      await packing;
    },
  };
}
