import { existsSync } from "node:fs";
import { join } from "node:path";
import { readCommitIdentity } from "../../sync/commit/commit-text.ts";
import { joinRemote } from "../../sync/join-remote.ts";
import { registerMergeDriver } from "../../sync/merge-driver.ts";
import { type SyncReport, usualLimits } from "../../sync/round/sync-request.ts";
import { listFiles } from "../../vault/list-files.ts";
import { type CreatedVault, createVault, type StartTopics } from "../vault/create-vault.ts";
import { deviceClock } from "../vault/device-clock.ts";
import { checkDeviceFolder, openDeviceFolder } from "../vault/device-folder.ts";
import { loadSettings } from "../vault/load-settings.ts";
import { readSyncToken, remoteEnv } from "./sync-round.ts";

export interface JoinVaultOptions {
  /** Absolute path; made if missing. */
  readonly root: string;
  readonly url: string;
  /** What the vault begins with, where the remote is empty. */
  readonly topics: StartTopics;
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal?: AbortSignal;
  /** Takes one sentence for the person. */
  readonly report?: ((sentence: string) => void) | undefined;
}

/** What joining did. */
export interface JoinedVault {
  readonly report: SyncReport;
  /** The vault that was made of nothing: the remote held none. The next round sends it. */
  readonly made: CreatedVault | undefined;
}

/**
 * Makes this device's copy of the vault that a remote holds, in a new or empty folder. What is not a vault yet becomes
 * one. Killed in between, it goes on when run again. Rejects as `joinRemote` does.
 */
export async function joinVault(options: JoinVaultOptions): Promise<JoinedVault> {
  const { root, url, topics, env, now, report, signal } = options;
  await checkDeviceFolder(root);
  const settings = await loadSettings({ root, env, onFault: () => {} });
  const identity = await readCommitIdentity(root, env, settings.device);
  const request = {
    ...identity,
    root,
    lociDir: join(root, ".loci"),
    openLociDir: () => openDeviceFolder(root),
    url,
    env: remoteEnv(env, settings),
    settings: {
      ...settings.sync,
      ...usualLimits,
      readToken: () => readSyncToken({ root, env, settings }),
    },
    now: () => new Date(now()),
    clock: deviceClock,
    signal,
  };
  const synced = await joinRemote(request);
  if (existsSync(join(root, "loci.yaml")) || listFiles(root).files.length > 0) {
    await registerMergeDriver(root, { env }).catch(() => {}); // "loci doctor" reports it.
    return { report: synced, made: undefined };
  }
  const made = await createVault({
    root,
    topics: synced.head === null ? topics : "none",
    env,
    now,
    report,
    mayCommit: async () => true, // Who names a remote to sync with wants commits.
  });
  return { report: synced, made };
}
