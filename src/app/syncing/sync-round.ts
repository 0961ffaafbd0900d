import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { startTimer } from "../../diagnostics.ts";
import { LociError, messageOf } from "../../errors.ts";
import { gitHome } from "../../git/config/git-config.ts";
import { nodeDisk } from "../../git/disk.ts";
import { isPackingDue, repack } from "../../git/maintenance/repack.ts";
import { openObjects } from "../../git/objects/objects.ts";
import { findGit } from "../../git/system-git.ts";
import { openVaultLock } from "../../index/vault-lock.ts";
import { readKey, realOf } from "../../models/choose/find-server.ts";
import type { Settings } from "../../settings/schema.ts";
import type { RoundOptions } from "../../sync/background/syncing.ts";
import { readCommitIdentity } from "../../sync/commit/commit-text.ts";
import { type SyncReport, type SyncRequest, usualLimits } from "../../sync/round/sync-request.ts";
import { syncVault } from "../../sync/sync.ts";
import { readSyncState, type SyncState } from "../../sync/sync-state.ts";
import type { Lock } from "../../vault/lock.ts";
import { nameChangedLimits } from "../vault/load-settings.ts";
import { loadSecretTest, type OpenVault } from "../vault/open-vault.ts";

/**
 * One round with what the settings say: commits, fetches, merges, pushes. Rejects as `syncVault` does, and with GIT_BLOCKED
 * where commits are off.
 */
export function syncRound(parts: OpenVault, options: RoundOptions = {}): Promise<SyncReport> {
  if (!parts.settings.commit.enabled) return Promise.reject(commitsAreOff());
  return runRound(parts, options);
}

const commitsAreOff = (): LociError =>
  new LociError(
    "GIT_BLOCKED",
    "Cannot sync: a sync commits first, and commit.enabled is false; set it to true for this vault in device.yaml (docs/settings.md), or commit and sync with your own git",
  );

/** The environment in which remotes are asked: git reads from it which authority to trust. */
export const remoteEnv = (env: NodeJS.ProcessEnv, { sync: { ca } }: Settings): NodeJS.ProcessEnv =>
  ca === undefined ? env : { ...env, GIT_SSL_CAINFO: ca };

async function runRound(vault: OpenVault, options: RoundOptions): Promise<SyncReport> {
  const { root, lociDir, env, settings, clock, now } = vault;
  const { local, onlyKnownRemote, signal, waitMs } = options;
  const commitLock = openVaultLock(lociDir, { clock, name: "commit" });
  const wait = waitMs === undefined ? {} : { waitMs };
  const syncLock = openVaultLock(lociDir, { clock, name: "sync", ...wait });
  const done = startTimer("sync");
  let isPurged = false;
  try {
    const report = await syncVault({
      ...(await readCommitIdentity(root, env, settings.device)),
      root,
      lociDir,
      lock: vault.lock,
      clock,
      commitLock: commitLock.lock,
      syncLock: syncLock.lock,
      env: remoteEnv(env, settings),
      settings: { ...settings.sync, ...usualLimits, readToken: () => readSyncToken(vault) },
      now: () => new Date(now()),
      looksSecret: await loadSecretTest(),
      privateFiles: privateFiles(root, settings),
      logEdits: await loadEditLog(vault),
      onPurged: () => {
        isPurged = true;
      },
      accept: options.accept,
      onlyKnownRemote,
      signal,
      newRemote: options.remote,
      isLocal: local,
    });
    if (local === true) return report;
    done();
    if (report.pulled > 0) for (const said of await nameChangedLimits(vault)) vault.report(said);
    const failure = await packIfDue(vault, commitLock.lock, signal).then(
      () => undefined,
      messageOf,
    );
    if (failure !== undefined && !onlyKnownRemote && !signal?.aborted)
      vault.report(`The history is not packed: ${failure}`);
    return report;
  } finally {
    vault.freshness.noteWrite();
    commitLock.close();
    syncLock.close();
    if (isPurged) await purgeDerived(vault);
  }
}

/** The token for a remote over https; undefined where git's own helpers are asked. Throws LociError BAD_CONFIG. */
export function readSyncToken({
  root,
  env,
  settings,
}: Pick<OpenVault, "root" | "env" | "settings">): string | undefined {
  const [variable, setting] = ["LOCI_SYNC_TOKEN", "sync.tokenFile"];
  return readKey({ env, variable, setting, file: settings.sync.tokenFile, root });
}

/** Packs git's objects once there are many, as `git gc --auto` does. */
async function packIfDue(
  { root, env }: OpenVault,
  commitLock: Lock,
  signal: AbortSignal | undefined,
): Promise<void> {
  const gitDir = join(root, ".git");
  if (!(await isPackingDue(gitDir))) return;
  const git = await findGit(env, nodeDisk);
  const packing = { gitDir, disk: nodeDisk, objects: openObjects(gitDir, nodeDisk), git, signal };
  await commitLock(() => repack(packing), signal);
}

/** Nor does the index keep what was purged, or a vector. */
async function purgeDerived(parts: OpenVault): Promise<void> {
  const { forgetInIndex } = await import("../../memory/forget.ts");
  await forgetInIndex(parts);
  parts.embeddings.dropUnused();
}

/** How the vault compares with its remote, without the network. Rejects with GIT_BLOCKED. */
export function syncState({ root, lociDir, env, settings }: OpenVault): Promise<SyncState> {
  return readSyncState({ root, lociDir, person: gitHome(env) }, settings.sync.remote);
}

/** Where privacy is asked for, nothing is kept of what people do. */
async function loadEditLog(parts: OpenVault): Promise<SyncRequest["logEdits"]> {
  if (!parts.settings.privacy.enabled) return undefined;
  const { logEdits } = await import("../../memory/log-edits.ts");
  return (files, at, readCommitted) => logEdits(parts, files, { at, readCommitted });
}

/** Paths in the vault, relative to it, of the files with keys and tokens that the settings name: they are not committed. */
function privateFiles(root: string, settings: Settings): ReadonlySet<string> {
  const { sync, model, embedding, voice } = settings;
  const withKey = [model, embedding, voice.transcriber, voice.synthesizer];
  const named = [sync.tokenFile, ...withKey.map(({ apiKeyFile }) => apiKeyFile)];
  const files = named
    .filter((file) => file !== undefined)
    .flatMap((file) => [resolve(file), resolve(root, file)])
    .flatMap((file) => [file, realOf(file)]);
  const roots = [root, realOf(root)];
  return new Set(roots.flatMap((top) => files.flatMap((file) => pathIn(top, file))));
}

function pathIn(root: string, file: string): string[] {
  const path = relative(root, file);
  if (path === "" || isAbsolute(path) || path.split(sep)[0] === "..") return [];
  return [path.split(sep).join("/")];
}
