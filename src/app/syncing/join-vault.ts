import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { readCommitIdentity } from "../../sync/commit/commit-identity.ts";
import { explainFix } from "../../sync/explain-fix.ts";
import { joinRemote } from "../../sync/join-remote.ts";
import { registerMergeDriver } from "../../sync/merge-driver.ts";
import { type SyncReport, usualLimits } from "../../sync/round/sync-request.ts";
import { listFiles } from "../../vault/list-files.ts";
import { type CreatedVault, createVault, type StartTopics } from "../vault/create-vault.ts";
import { deviceClock } from "../vault/device-clock.ts";
import { checkDeviceFolder, openDeviceFolder } from "../vault/device-folder.ts";
import { loadSettings } from "../vault/load-settings.ts";

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
  const { root, topics, env, now, report } = options;
  const synced = await bring(options);
  const isVault = existsSync(join(root, "loci.yaml")) || listFiles(root).files.length > 0;
  await openDeviceFolder(root);
  if (isVault) await registerMergeDriver(root, { env }).catch(() => {}); // "loci doctor" reports it.
  const isNew = synced.head === null;
  const made = isVault
    ? undefined
    : await createVault({
        ...{ root, topics: isNew ? topics : "none", env, now, report },
        mayCommit: async () => true, // Who names a remote to sync with wants commits.
      });
  return { report: synced, made };
}

async function bring(options: JoinVaultOptions): Promise<SyncReport> {
  const { root, url, env, now, signal } = options;
  await checkDeviceFolder(root);
  const settings = await loadSettings({ root, env, onFault: () => {} });
  const identity = await readCommitIdentity(root, env, settings.device);
  const request = {
    ...identity,
    root,
    lociDir: join(root, ".loci"),
    openLociDir: () => openDeviceFolder(root),
    url,
    env,
    settings: { ...settings.sync, ...usualLimits },
    now: () => new Date(now()),
    clock: deviceClock,
    signal,
  };
  try {
    return await explainFix(() => joinRemote(request));
  } catch (error) {
    throw isTaken(error, root) ? taken(root, url) : error;
  }
}

const isTaken = (error: unknown, root: string): boolean =>
  error instanceof LociError && error.code === "BAD_INPUT" && error.data.root === root;

/** A folder that holds anything is joined from within: there everything in it is kept. */
function taken(root: string, url: string): LociError {
  const isFile = statSync(root, { throwIfNoEntry: false })?.isFile() === true;
  const state = isFile
    ? "it is a file; name a folder"
    : `the folder is not empty; to merge what it holds with the vault there, run "loci init ${root}" if it is not a vault yet, then "cd ${root} && loci sync --remote ${url}"`;
  return new LociError("BAD_INPUT", `Cannot join "${url}" into "${root}": ${state}`, {
    data: { root },
  });
}
