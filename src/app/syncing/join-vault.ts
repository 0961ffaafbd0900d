import { existsSync } from "node:fs";
import { join } from "node:path";
import { joinRemote } from "../../sync/join-remote.ts";
import { registerMergeDriver } from "../../sync/merge-driver.ts";
import type { SyncReport } from "../../sync/round/sync-request.ts";
import { listFiles } from "../../vault/list-files.ts";
import { type CreatedVault, type CreateVaultOptions, createVault } from "../vault/create-vault.ts";
import { openDeviceFolder } from "../vault/device-folder.ts";
import { loadSettings } from "../vault/load-settings.ts";
import { syncBasics } from "./sync-round.ts";

export interface JoinVaultOptions extends Omit<CreateVaultOptions, "mayCommit"> {
  readonly url: string;
  readonly signal?: AbortSignal;
}

/**
 * Makes this device's copy of the vault that a remote holds, in a new or empty folder. What is not a vault yet becomes
 * one, with `topics` where the remote is empty: it is `made`, and the next round sends it. Killed in between, it goes on
 * when run again. Rejects as `joinRemote` does.
 */
export async function joinVault(
  options: JoinVaultOptions,
): Promise<{ report: SyncReport; made: CreatedVault | undefined }> {
  const { root, url, env, signal } = options;
  const settings = await loadSettings({ root, env, onFault: () => {} });
  const report = await joinRemote({
    ...(await syncBasics({ ...options, settings })),
    openLociDir: () => openDeviceFolder(root),
    url,
    signal,
  });
  if (existsSync(join(root, "loci.yaml")) || listFiles(root).files.length > 0) {
    await registerMergeDriver(root, { env }).catch(() => {}); // "loci doctor" reports it.
    return { report, made: undefined };
  }
  const topics = report.head === null ? options.topics : "none";
  // Who names a remote to sync with wants commits.
  const made = await createVault({ ...options, topics, mayCommit: async () => true });
  return { report, made };
}
