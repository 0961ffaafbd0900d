import { LociError } from "../errors.ts";
import { findRemoteUrl, type GitConfig, spellOut } from "../git/config/git-config.ts";
import { openRemote } from "../git/remote/open-remote.ts";
import { setRemote } from "../git/remote/set-remote.ts";
import { keepingTopics } from "../vault/read-topic.ts";
import { commitLocal } from "./round/commit-local.ts";
import { exchangeWithRemote } from "./round/exchange.ts";
import { followOwn } from "./round/follow-purges.ts";
import { listLeftOut } from "./round/left-out.ts";
import { openRound, readPlace } from "./round/open-round.ts";
import { recorded } from "./round/record-round.ts";
import { noteAsked, readSyncRecord } from "./round/sync-record.ts";
import type { SyncReport, SyncRequest } from "./round/sync-request.ts";

/**
 * Commits what changed, fetches, merges, moves the files and the branch, pushes. Rejects with GIT_BLOCKED (data.fix:
 * what the person can do), SYNC_FAILED (data.reason), BUSY, WRITE_FAILED or the signal's reason; what was committed
 * stands whatever failed after it, and the failure is in `.loci/sync.json`.
 */
export async function syncVault(request: SyncRequest): Promise<SyncReport> {
  const round = () => keepingTopics(() => runRound(request));
  return request.syncLock(() => recorded(request, round), request.signal);
}

/** Commits what changed, and leaves the remote alone; so does the record of rounds, which is about the remote. */
export async function commitVault(request: SyncRequest): Promise<SyncReport> {
  return request.syncLock(() => runRound(request, { isLocal: true }), request.signal);
}

async function runRound(request: SyncRequest, { isLocal = false } = {}): Promise<SyncReport> {
  const { root, settings, env, clock, newRemote } = request;
  const context = await openRound(request);
  const { repository, disk } = context;
  const { committed, heldBack } = await commitLocal(request, context);
  await followOwn(request, context);
  const held = async () => [...heldBack, ...(await listLeftOut(context, settings.maxFileBytes))];
  const url = isLocal ? undefined : urlFor(request, repository.config);
  const local = { committed, conflicts: [] };
  if (url === undefined) {
    const nothing = { pulled: 0, pushed: 0, merged: [], keptBoth: [] };
    return {
      ...local,
      ...nothing,
      heldBack: await held(),
      remote: null,
      ...(await readPlace(root)),
    };
  }
  const remote = await openRemote({ ...context, url, env, settings });
  if (request.onlyKnownRemote === true) await checkKnown(request.lociDir, remote.url);
  const isSameRemote = await noteAsked(request.lociDir, remote.url, disk);
  const exchanged = await exchangeWithRemote({ request, context, remote, isSameRemote });
  if (newRemote !== undefined) {
    await setRemote(repository.gitDir, settings.remote, newRemote, { clock, disk });
  }
  const heldNow = await held();
  return {
    ...local,
    ...exchanged,
    heldBack: heldNow,
    remote: remote.url,
    ...(await readPlace(root)),
  };
}

const urlFor = ({ newRemote, settings }: SyncRequest, config: GitConfig): string | undefined =>
  newRemote === undefined ? findRemoteUrl(config, settings.remote) : spellOut(config, newRemote);

/** Memories never go to a remote that the person at this device has not named or synced with. */
async function checkKnown(lociDir: string, url: string): Promise<void> {
  const { asked, remote } = await readSyncRecord(lociDir);
  if (asked === url || remote === url) return;
  const message = `Cannot sync with ${url} in the background: this device has never synced with it, and .git/config may have come with the vault`;
  throw new LociError("SYNC_FAILED", message, {
    data: { reason: "unconfirmed", fix: 'if it is yours, run "loci sync" once' },
  });
}
