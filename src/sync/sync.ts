import { existsSync, realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { LociError } from "../errors.ts";
import { findRemoteUrl } from "../git/config/git-config.ts";
import { readHead } from "../git/refs/refs.ts";
import { openRemote, setRemote } from "../git/remote/remote.ts";
import { parseRemoteUrl, type RemotePlace } from "../git/remote/remote-url.ts";
import { findGit } from "../git/system-git.ts";

import { openMoveContext } from "./apply/move-context.ts";
import { commitLocal } from "./round/commit-local.ts";
import { finishPurges } from "./round/follow-purges.ts";
import { listLeftOut } from "./round/left-out.ts";
import { type Exchanged, syncOnce } from "./round/sync-once.ts";
import { noteAsked, recorded } from "./round/sync-record.ts";
import { branchOf, type Round, type SyncReport, type SyncRequest } from "./round/sync-request.ts";

/**
 * Commits what changed, fetches, merges, moves the files and the branch, pushes; a local round only commits, and so the
 * record of rounds, which is about the remote, leaves it out. Rejects with GIT_BLOCKED (data.fix: what the person can
 * do), SYNC_FAILED (data.reason), BUSY, WRITE_FAILED or the signal's reason; what was committed stands whatever failed
 * after it, and the failure is in `.loci/sync.json`.
 */
export async function syncVault(request: SyncRequest): Promise<SyncReport> {
  const round = () => runRound(request);
  return request.syncLock(
    () => (request.isLocal ? round() : recorded(request, round)),
    request.signal,
  );
}

async function runRound(request: SyncRequest): Promise<SyncReport> {
  const { root, settings, env, newRemote, isLocal = false } = request;
  const context = await openMoveContext(request);
  const round: Round = { ...context, git: await findGit(env) };
  const { repository } = round;
  const known = findRemoteUrl(repository.config, settings.remote);
  const url = isLocal ? undefined : (newRemote ?? known);
  const remote = url && openRemote({ ...round, url, env, settings });
  const setUrl = async () => url && setRemote(repository.gitDir, settings.remote, url);
  if (newRemote !== undefined)
    checkOutside(root, parseRemoteUrl(newRemote, { root, home: env.HOME }));
  if (known === undefined) await setUrl();
  const { committed, heldBack } = await commitLocal(round);
  const waits = await finishPurges(round);
  let exchanged: Exchanged = { pulled: 0, pushed: 0, merged: [], keptBoth: [] };
  if (remote) {
    const isNext = known !== undefined && url !== known;
    await noteAsked(round, remote.url, isNext);
    exchanged = await syncOnce({ ...round, waits }, remote);
    if (isNext) await setUrl();
  }
  if (waits !== undefined) throw waits;
  const head = await readHead(repository.gitDir);
  const { keptBoth, ...counts } = exchanged;
  return {
    committed,
    ...counts,
    conflicts: [],
    head: head.oid ?? null,
    keptBoth,
    heldBack: [...heldBack, ...(await listLeftOut(round))],
    remote: remote ? remote.url : null,
    branch: branchOf(head),
  };
}

/** A vault is no remote of its own. */
function checkOutside(root: string, { type, shown }: RemotePlace): void {
  const way = relative(realpathSync(root), existsSync(shown) ? realpathSync(shown) : shown);
  const isOutside = way === ".." || way.startsWith(`..${sep}`) || resolve(way) === way;
  if (type !== "folder" || isOutside) return;
  const state = way === "" ? "it is the vault itself" : "it lies inside the vault";
  const message = `Cannot use the remote "${shown}": ${state}; name a folder elsewhere, on a USB stick or a network disk`;
  throw new LociError("BAD_INPUT", message);
}
