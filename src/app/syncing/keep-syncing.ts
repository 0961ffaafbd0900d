import { existsSync } from "node:fs";
import { join } from "node:path";
import { gitHome, readGitConfig } from "../../git/config/git-config.ts";
import { openSyncing, type Syncing, usualRhythm } from "../../sync/background/syncing.ts";
import { shownRemote } from "../../sync/round/sync-record.ts";
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
  const { root, settings, report, clock } = parts;
  const isOn = settings.sync.enabled && settings.commit.enabled;
  if (!isOn || !existsSync(join(root, ".git"))) return undefined;
  return openSyncing({
    rhythm: { ...usualRhythm, ...parts.rhythm },
    round: async (options) => {
      const { syncRound } = await import("./sync-round.ts");
      return syncRound(parts, { ...options, onlyKnownRemote: true });
    },
    onRound,
    report,
    clock,
  });
}

/** The URL of the vault's remote as it may be shown; null where there is none. Loads nothing of git's. */
export async function remoteUrl({ root, env, settings }: OpenVault): Promise<string | null> {
  const person = gitHome(env);
  const config = await readGitConfig(join(root, ".git"), person);
  return shownRemote(config, settings.sync.remote, { root, home: person.home });
}
