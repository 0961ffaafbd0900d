import type { DeviceClock } from "../device-clock.ts";
import { LociError } from "../errors.ts";
import type { Author } from "../git/build-commit.ts";
import type { Disk } from "../git/disk.ts";
import { findRemoteUrl } from "../git/find-remote.ts";
import type { GitHome } from "../git/git-config.ts";
import { openRemote } from "../git/remote/open-remote.ts";
import type { RemoteSettings } from "../git/remote/remote.ts";
import type { Lock } from "../vault/lock.ts";
import type { HeldBack } from "./commit/commit-paths.ts";
import { commitLocal } from "./round/commit-local.ts";
import { tellLeftOut } from "./round/left-out.ts";
import { meetRemote } from "./round/meet-remote.ts";
import { openLanding, readPlace } from "./round/open-landing.ts";
import { recorded } from "./round/record-round.ts";
import type { Settling } from "./round/settle.ts";
import { noteAsked, readSyncRecord } from "./round/sync-record.ts";

/** What a round of sync is allowed to cost, and where it goes. */
interface SyncSettings extends RemoteSettings {
  /** The name of the remote in git's own settings of this clone, "origin" as a rule. */
  readonly remote: string;
  /** A larger file is neither committed from here nor taken from the remote. */
  readonly maxFileBytes: number;
}

/** One round: commit, fetch, merge, push. */
export interface SyncRequest {
  readonly root: string;
  /** The vault's `.loci` folder. */
  readonly lociDir: string;
  /** The vault's writer lock. */
  readonly lock: Lock;
  /** The lock for commits, as `commitPending` takes it; never held while the network is waited for. */
  readonly commitLock: Lock;
  /** A third lock of the vault, held for the whole round: one round at a time. It rejects with BUSY. */
  readonly syncLock: Lock;
  readonly person: GitHome;
  readonly env: NodeJS.ProcessEnv;
  /** The name of this device, for the trailer. */
  readonly device: string;
  /** The author of what an agent wrote, or the person (undefined). */
  readonly authorOf: (agent: string | undefined) => Author;
  readonly settings: SyncSettings;
  readonly now: () => Date;
  readonly clock: DeviceClock;
  /** Paths that the watcher saw change; none: the whole folder is looked at. */
  readonly hints?: readonly string[] | undefined;
  /** What the person said yes to: a remote whose history was rewritten, most files gone, here or there. */
  readonly accept?: { readonly rewrite?: boolean; readonly deletions?: boolean } | undefined;
  /** Leaves alone a remote that no round on this device has asked yet: `.git/config` may have come with the vault. */
  readonly onlyKnownRemote?: boolean | undefined;
  /** Whether a line holds a password, a key and the like: a file where one is new is held back. */
  readonly looksSecret?: ((line: string) => boolean) | undefined;
  /** Files of the vault, by their paths, that hold keys or tokens: they are not committed. */
  readonly privateFiles?: ReadonlySet<string> | undefined;
  /** How long an edit must be left alone to be believed; the usual times where not said. */
  readonly settling?: Settling | undefined;
  /** How long to wait for a lock of another git program, in milliseconds. */
  readonly lockTimeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly disk?: Disk | undefined;
}

/** What came of a round. `committed`, `pulled` and `pushed` count commits. */
export interface SyncReport {
  readonly committed: number;
  readonly pulled: number;
  readonly pushed: number;
  /** Paths that both sides had changed. */
  readonly merged: readonly string[];
  /** Both sides changed one line: both are kept. Sentences for the person. */
  readonly keptBoth: readonly string[];
  readonly conflicts: readonly never[];
  readonly heldBack: readonly HeldBack[];
  readonly head: string | null;
  /** Without secrets; null where the vault has no remote: then it only committed. */
  readonly remote: string | null;
  readonly branch: string;
  /** The remote has no commit yet (joinRemote only): nothing was fetched. */
  readonly remoteIsEmpty?: boolean;
}

/**
 * Commits what changed, fetches, merges, moves the files and the branch, pushes. Rejects with GIT_BLOCKED (data.fix:
 * what the person can do), SYNC_FAILED (data.reason), BUSY, WRITE_FAILED or the signal's reason; what was committed
 * stands whatever failed after it, and the failure is in `.loci/sync.json`.
 */
export async function syncVault(request: SyncRequest): Promise<SyncReport> {
  return request.syncLock(() => recorded(request, () => syncOnce(request)), request.signal);
}

async function syncOnce(request: SyncRequest): Promise<SyncReport> {
  const { root, settings, env, clock } = request;
  const landing = await openLanding(request);
  const { repository, objects, disk } = landing;
  const { committed, heldBack } = await commitLocal(request, landing);
  const held = async () => [...heldBack, ...(await tellLeftOut(landing, settings.maxFileBytes))];
  const url = findRemoteUrl(repository.config, settings.remote);
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
  const remote = await openRemote({ url, repository, objects, disk, clock, env, settings });
  try {
    if (request.onlyKnownRemote === true) await checkKnown(request.lociDir, remote.url);
    const isSameRemote = await noteAsked(request.lociDir, remote.url, disk);
    const exchanged = await meetRemote({ request, landing, remote, isSameRemote });
    const heldNow = await held();
    return {
      ...local,
      ...exchanged,
      heldBack: heldNow,
      remote: remote.url,
      ...(await readPlace(root)),
    };
  } finally {
    await remote.close();
  }
}

/** Nobody's memory goes to a place that the person at this device has not named or synced with. */
async function checkKnown(lociDir: string, url: string): Promise<void> {
  const { asked, remote } = await readSyncRecord(lociDir);
  if (asked === url || remote === url) return;
  const message = `Cannot sync with ${url} in the background: this device has never synced with it, and .git/config may have come with the vault`;
  throw new LociError("SYNC_FAILED", message, {
    data: { reason: "unconfirmed", fix: 'if it is yours, run "loci sync" once' },
  });
}
