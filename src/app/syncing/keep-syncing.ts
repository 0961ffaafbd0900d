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
  const syncing = openSyncing({
    rhythm: { ...usualRhythm, ...parts.rhythm },
    round: async (options) => {
      const { syncRound } = await import("./sync-round.ts");
      return syncRound(parts, { ...options, onlyKnownRemote: true });
    },
    onRound,
    report,
    clock,
  });
  background.syncing = syncing;
  return {
    changed: () => syncing.changed(),
    async close() {
      delete background.syncing;
      await syncing.close();
    },
  };
}
