import { existsSync, realpathSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { LociError } from "../../errors.ts";
import { asSyncError } from "../../git/blocked.ts";
import { gitHome, readGitConfig } from "../../git/config/git-config.ts";
import { checkRemoteUrl, setRemote, spellOut } from "../../git/config/remotes.ts";
import { readHead } from "../../git/refs/head.ts";
import { createFolderRemote } from "../../git/remote/create-folder-remote.ts";
import { parseRemoteUrl } from "../../git/remote/remote-url.ts";
import { openVaultLock } from "../../index/vault-lock.ts";
import type { RoundOptions } from "../../sync/background/syncing.ts";
import { readCommitIdentity } from "../../sync/commit/commit-identity.ts";
import { branchOf } from "../../sync/round/choose-branch.ts";
import { commitLocal } from "../../sync/round/commit-local.ts";
import { listLeftOut } from "../../sync/round/left-out.ts";
import { openRound, readPlace } from "../../sync/round/open-round.ts";
import type { SyncReport, SyncRequest } from "../../sync/round/sync-request.ts";
import { syncVault } from "../../sync/sync.ts";
import { readSyncState, type SyncState } from "../../sync/sync-state.ts";
import { loadSecretTest, type Parts } from "../parts.ts";
import { privateFiles } from "./private-files.ts";
import { tellFix } from "./tell-fix.ts";

/** One round with what the settings say: commits, fetches, merges, pushes. Rejects as `syncVault` does. */
export function syncRound(parts: Parts, options: RoundOptions = {}): Promise<SyncReport> {
  return tellFix(() => runRound(parts, options));
}

async function runRound(parts: Parts, options: RoundOptions): Promise<SyncReport> {
  const { root, lociDir, env, settings, lock, clock, now, freshness } = parts;
  const { remote, create, accept, hints, local, onlyKnownRemote, signal, waitMs } = options;
  if (remote !== undefined) await connect(parts, remote, create === true);
  const identity = await readCommitIdentity(root, env, settings.device);
  const commitLock = openVaultLock(lociDir, { clock, name: "commit" });
  const wait = waitMs === undefined ? {} : { waitMs };
  const syncLock = openVaultLock(lociDir, { clock, name: "sync", ...wait });
  try {
    const request: SyncRequest = {
      ...identity,
      root,
      lociDir,
      lock,
      clock,
      commitLock: commitLock.lock,
      syncLock: syncLock.lock,
      env,
      settings: settings.sync,
      now: () => new Date(now()),
      looksSecret: await loadSecretTest(),
      privateFiles: privateFiles(root, settings),
      ...{ hints, accept, onlyKnownRemote, signal },
    };
    return await (local === true ? commitOnly(request) : syncVault(request));
  } finally {
    freshness.noteWrite();
    commitLock.close();
    syncLock.close();
  }
}

/** What a round begins with; the record of the rounds is about the remote, and stays as it is. */
function commitOnly(request: SyncRequest): Promise<SyncReport> {
  return request.syncLock(async () => {
    const context = await openRound(request);
    const { committed, heldBack: held } = await commitLocal(request, context);
    const heldBack = [...held, ...(await listLeftOut(context, request.settings.maxFileBytes))];
    const nothing = { pulled: 0, pushed: 0, merged: [], keptBoth: [], conflicts: [] };
    return { committed, heldBack, ...nothing, remote: null, ...(await readPlace(request.root)) };
  }, request.signal);
}

/** How the vault stands to its remote, without the network. Rejects with GIT_BLOCKED. */
export function syncState({ root, lociDir, clock, env, settings }: Parts): Promise<SyncState> {
  const { remote } = settings.sync;
  return tellFix(async () => {
    try {
      return await readSyncState({ root, lociDir, clock, person: gitHome(env), remote });
    } catch (error) {
      throw error instanceof LociError ? asSyncError(error) : error;
    }
  });
}

/** Names the remote of this clone. */
async function connect(
  { root, clock, env, settings }: Parts,
  url: string,
  isNew: boolean,
): Promise<void> {
  if (!existsSync(join(root, ".git"))) {
    throw new LociError(
      "GIT_BLOCKED",
      `Cannot connect "${root}" to a remote: it is no git repository; run "loci init ${root}" first, which changes nothing in it`,
      { data: { fix: `loci init ${root}` } },
    );
  }
  await checkPlace(root, url, env);
  if (isNew) await createRemote(root, url, env.HOME);
  await setRemote(join(root, ".git"), settings.sync.remote, url, { clock });
}

/** Refuses what can never be synced with. Throws SYNC_FAILED or BAD_INPUT. */
async function checkPlace(root: string, url: string, env: NodeJS.ProcessEnv): Promise<void> {
  checkRemoteUrl(url);
  const full = spellOut(await readGitConfig(join(root, ".git"), gitHome(env)), url);
  const place = parseRemoteUrl(full, { root, home: env.HOME });
  if (place.type !== "folder") return;
  const way = relative(realOf(root), realOf(place.path));
  if (way === ".." || way.startsWith(`..${sep}`) || resolve(way) === way) return;
  const state = way === "" ? "it is the vault itself" : "it lies inside the vault";
  throw new LociError(
    "BAD_INPUT",
    `Cannot use the remote "${place.shown}": ${state}; name a folder elsewhere, on a stick or a network disk`,
  );
}

/** A path without links, as far as it exists. */
function realOf(path: string): string {
  const above = resolve(path, "..");
  if (existsSync(path)) return realpathSync(path);
  return above === path ? path : join(realOf(above), path.slice(above.length));
}

/** Makes the repository that a folder remote is. That of a host is the host's to make. */
async function createRemote(root: string, url: string, home: string | undefined): Promise<void> {
  checkRemoteUrl(url);
  const place = parseRemoteUrl(url, { root, home });
  if (place.type !== "folder") {
    throw new LociError(
      "USAGE",
      `Cannot create ${place.shown}: only a folder is created from here; make the repository at its host, then sync without --create`,
    );
  }
  const branch = branchOf(await readHead(join(root, ".git")));
  await createFolderRemote(place.path, { branch });
}
