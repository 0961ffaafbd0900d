import { LociError } from "../errors.ts";
import { findRemoteUrl } from "../git/config/git-config.ts";
import { openRemote } from "../git/remote/open-remote.ts";
import { setRemote } from "../git/remote/set-remote.ts";
import { keepingTopics } from "../vault/read-topic.ts";
import { commitLocal } from "./round/commit-local.ts";
import { followOwn } from "./round/follow-purges.ts";
import { listLeftOut } from "./round/left-out.ts";
import { openRound, readPlace } from "./round/open-round.ts";
import { syncOnce } from "./round/sync-once.ts";
import { noteAsked, readSyncRecord, recorded } from "./round/sync-record.ts";
import type { SyncReport, SyncRequest } from "./round/sync-request.ts";

/**
 * Commits what changed, fetches, merges, moves the files and the branch, pushes. Rejects with GIT_BLOCKED (data.fix:
 * what the person can do), SYNC_FAILED (data.reason), BUSY, WRITE_FAILED or the signal's reason; what was committed
 * stands whatever failed after it, and the failure is in `.loci/sync.json`.
 */
export async function syncVault(request: SyncRequest): Promise<SyncReport> {
  const round = () => keepingTopics(() => runRound(request, true));
  return request.syncLock(() => recorded(request, round), request.signal);
}

/** Commits what changed, and leaves the remote alone; so does the record of rounds, which is about the remote. */
export async function commitVault(request: SyncRequest): Promise<SyncReport> {
  return request.syncLock(() => runRound(request, false), request.signal);
}

async function runRound(request: SyncRequest, asksRemote: boolean): Promise<SyncReport> {
  const { root, lociDir, settings, env, clock, newRemote } = request;
  const context = await openRound(request);
  const { gitDir, config } = context.repository;
  const { committed, heldBack } = await commitLocal(request, context);
  await followOwn(request, context, { isLocal: !asksRemote });
  const report = async (
    exchanged: Awaited<ReturnType<typeof syncOnce>>,
    remote: string | null,
  ) => ({
    committed,
    ...exchanged,
    conflicts: [],
    heldBack: [...heldBack, ...(await listLeftOut(context))],
    remote,
    ...(await readPlace(root)),
  });
  const url = newRemote ?? findRemoteUrl(config, settings.remote);
  if (!asksRemote || url === undefined)
    return report({ pulled: 0, pushed: 0, merged: [], keptBoth: [] }, null);
  const remote = openRemote({ ...context, url, env, settings });
  if (request.onlyKnownRemote === true) await checkKnown(lociDir, remote.url);
  const isSameRemote = await noteAsked(lociDir, remote.url, context.disk);
  const exchanged = await syncOnce({ request, context, remote, isSameRemote });
  if (newRemote !== undefined)
    await setRemote(gitDir, settings.remote, newRemote, { clock, disk: context.disk });
  return report(exchanged, remote.url);
}

/** Memories never go to a remote that the person at this device has not named or synced with. */
async function checkKnown(lociDir: string, url: string): Promise<void> {
  const { asked, remote } = await readSyncRecord(lociDir);
  if (asked === url || remote === url) return;
  const message = `Cannot sync with ${url} in the background: this device has never synced with it, and .git/config may have come with the vault`;
  throw new LociError("SYNC_FAILED", message, {
    data: { reason: "unconfirmed", fix: 'if it is yours, run "loci sync" once' },
  });
}
