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
  let following: Promise<void> | undefined;
  const follow = async (signal: AbortSignal): Promise<void> => {
    await updateHistoryTable(parts, signal).catch(() => {}); // The next question does it then.
    await (await import("./pack-history.ts")).packHistory(parts, { signal });
  };
  const syncing = openSyncing({
    rhythm: { ...usualRhythm, ...parts.rhythm },
    round: async (options) => {
      const { syncRound } = await import("./sync-round.ts");
      return syncRound(parts, { ...options, onlyKnownRemote: true });
    },
    onRound(done) {
      onRound(done);
      following ??= follow(stop.signal)
        .catch(() => {}) // The history is as it was, only slower to read.
        .finally(() => {
          following = undefined;
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
      await following;
    },
  };
}

/** How long one round may be followed by reading history, in milliseconds. */
const maxFillMs = 20_000;

/** Adds what a round committed, so that questions about the past need not wait for it, and drops what git has dropped. */
async function updateHistoryTable(
  { openHistory, clock }: OpenVault,
  signal: AbortSignal,
): Promise<void> {
  const history = await openHistory();
  try {
    // What is left over comes with the next round, or the next question.
    const until = clock.elapsed() + maxFillMs;
    await history.graph({ signal, shouldStop: () => clock.elapsed() > until });
  } finally {
    history.close();
  }
}
