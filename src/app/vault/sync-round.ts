import { join, relative, resolve } from "node:path";
import { startTimer } from "../../diagnostics.ts";
import { LociError, messageOf } from "../../errors.ts";
import { gitHome, readGitConfig } from "../../git/config/git-config.ts";
import { isPackingDue, repack } from "../../git/maintenance/repack.ts";
import { Objects } from "../../git/objects/objects.ts";
import { findGit } from "../../git/system-git.ts";
import { createVaultLock } from "../../index/vault-lock.ts";
import { logEdits } from "../../memory/log-edits.ts";
import { eraseDerived } from "../../memory/purge.ts";
import { readKey } from "../../models/choose/find-server.ts";
import { openSyncing, type Syncing, usualRhythm } from "../../sync/background/syncing.ts";
import { readCommitIdentity } from "../../sync/commit/commit-text.ts";
import { registerMergeDriver } from "../../sync/merge-driver.ts";
import { readSyncState, type SyncState, shownRemote } from "../../sync/round/sync-record.ts";
import type { RoundOptions, SyncReport } from "../../sync/round/sync-request.ts";
import { syncVault } from "../../sync/sync.ts";
import { nameChangedLimits } from "./load-settings.ts";
import type { OpenVault } from "./open-vault.ts";

/**
 * One round with what the settings say: commits, fetches, merges, pushes. Rejects as `syncVault` does, and with
 * GIT_BLOCKED where commits are off.
 */
export async function syncRound(vault: OpenVault, options: RoundOptions): Promise<SyncReport> {
  const { root, lociDir, settings, clock, now } = vault;
  const { local, onlyKnownRemote, signal, waitMs } = options;
  if (!settings.commit.enabled) {
    throw new LociError(
      "GIT_BLOCKED",
      "Cannot sync: a sync commits first, and commit.enabled is false; set it to true for this vault in device.yaml (docs/settings.md), or commit and sync with your own git",
    );
  }
  const syncLock = createVaultLock(lociDir, { clock, name: "sync", waitMs });
  const { ca, tokenFile: file, remote } = settings.sync;
  const [variable, setting] = ["LOCI_SYNC_TOKEN", "sync.tokenFile"];
  // Git reads from it which authority to trust.
  const env = ca === undefined ? vault.env : { ...vault.env, GIT_SSL_CAINFO: ca };
  const readToken = () => readKey({ env, variable, setting, file, root });
  const done = startTimer("sync");
  let isPurged = false;
  try {
    const report = await syncVault({
      ...vault,
      ...options,
      ...(await readCommitIdentity(root, env, settings.device)),
      env,
      now: () => new Date(now()),
      settings: { remote, timeoutMs: 60_000, readToken },
      syncLock,
      looksSecret: await vault.loadSecretTest(),
      privateFiles: privateFiles(vault),
      logEdits: (files, at, readCommitted) => logEdits(vault, files, { at, readCommitted }),
      onPurged: () => {
        isPurged = true;
      },
    });
    if (local === true) return report;
    done();
    // Plain git then merges the vault as this round does. A vault is whole without it.
    await registerMergeDriver(root, { env }).catch((error) => vault.report(messageOf(error)));
    if (report.pulled > 0) for (const said of await nameChangedLimits(vault)) vault.report(said);
    await pack(vault, signal).catch((error: unknown) => {
      const isAsked = onlyKnownRemote !== true && signal?.aborted !== true;
      if (isAsked) vault.report(`The history is not packed: ${messageOf(error)}`);
    });
    return report;
  } finally {
    vault.freshness.noteWrite();
    if (isPurged) await eraseDerived(vault);
  }
}

/** Packs git's objects once there are many, as `git gc --auto` does. */
async function pack({ root, env, commitLock }: OpenVault, signal?: AbortSignal) {
  const gitDir = join(root, ".git");
  if (!(await isPackingDue(gitDir))) return;
  const packing = { objects: new Objects(gitDir), git: await findGit(env), signal };
  await commitLock(() => repack(packing), signal);
}

/**
 * Syncs an open vault in the background; undefined where that is switched off, where nothing may be committed, or where
 * the vault is not a git repository.
 */
export function keepSyncing(
  vault: OpenVault,
  onRound: (report: SyncReport) => void,
): Syncing | undefined {
  if (!vault.settings.sync.enabled || !vault.committer.isActive) return undefined;
  return openSyncing({
    ...vault,
    rhythm: { ...usualRhythm, ...vault.rhythm },
    round: (options) => syncRound(vault, { ...options, onlyKnownRemote: true }),
    onRound,
  });
}

/** How the vault compares with its remote, without the network. Rejects with GIT_BLOCKED. */
export function syncState({ root, lociDir, env, settings }: OpenVault): Promise<SyncState> {
  return readSyncState({ root, lociDir, person: gitHome(env) }, settings.sync.remote);
}

/** The URL of the vault's remote as it may be shown; null where there is none. */
export async function remoteUrl({ root, env, settings }: OpenVault): Promise<string | null> {
  const person = gitHome(env);
  const config = await readGitConfig(join(root, ".git"), person);
  return shownRemote(config, settings.sync.remote, { root, home: person.home });
}

/** The files with keys and tokens that the settings name, by their paths in the vault: none is committed. */
function privateFiles({ root, settings }: OpenVault): Set<string> {
  const { sync, model, embedding, voice } = settings;
  const keys = [model, embedding, voice.transcriber, voice.synthesizer, voice.live];
  const files = [sync.tokenFile, ...keys.map(({ apiKeyFile }) => apiKeyFile)];
  return new Set(files.map((file) => relative(root, resolve(file ?? root))));
}
