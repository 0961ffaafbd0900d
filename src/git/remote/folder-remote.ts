import { join } from "node:path";
import { openKnownCommits } from "../ancestry/known-commits.ts";
import { isTrue } from "../config/git-config.ts";
import { isThere, openDrafts } from "../disk.ts";
import { type Objects, openObjects } from "../objects/objects.ts";
import { ownReadLimits, type PackLimits } from "../packs/pack-limits.ts";
import { storePack } from "../receive/store-pack.ts";
import { openThread } from "../receive/thread.ts";
import {
  branchName,
  branchRef,
  isRefName,
  readRefs,
  readShallow,
  type StoredRefs,
  tipsOf,
} from "../refs/refs.ts";
import { advertToRefs } from "./advert.ts";
import { type FolderRepository, findRepository } from "./folder-repository.ts";
import { checkForward, findMissing, packObjects } from "./missing-objects.ts";
import { moveRef } from "./move-ref.ts";
import { receiveFailed } from "./receive-failed.ts";
import type { Remote, RemoteMove, RemoteOptions } from "./remote.ts";
import { diskFailure, isRemoteFailure, remoteFailed } from "./remote-failed.ts";
import type { RemotePlace } from "./remote-url.ts";

/** A remote in a folder: a stick, a network disk. Everything git would do there is done from here; no hook runs. */
export function openFolderRemote(
  place: Extract<RemotePlace, { type: "folder" }>,
  options: RemoteOptions,
  limits: PackLimits,
): Remote {
  const { repository: ours, disk, clock } = options;
  const url = place.shown;
  /** Checked each time: the stick may have been swapped. */
  const open = async (): Promise<Opened> => {
    const there = await findRepository(place, ours);
    const stored = await readRefs(there.gitDir);
    return { there, stored, ...theirObjects(there, options, limits, url) };
  };
  const withRepository = async <T>(
    signal: AbortSignal | undefined,
    work: (opened: Opened) => Promise<T>,
  ): Promise<T> => {
    let opened: Opened | undefined;
    const close = (): void => opened?.theirs.close();
    try {
      signal?.throwIfAborted();
      opened = await open();
      signal?.addEventListener("abort", close, { once: true });
      signal?.throwIfAborted();
      return await work(opened);
    } catch (error) {
      throw signal?.aborted ? signal.reason : await folderFailed(error, place);
    } finally {
      signal?.removeEventListener("abort", close);
      await opened?.closed(); // a stick with an open file cannot be taken out
    }
  };

  return {
    url,

    refs: (signal) =>
      withRepository(signal, async ({ stored: { refs, headRef = "" } }) => {
        const head = refs.has(headRef) ? branchName(headRef) : undefined;
        return advertToRefs({ refs, head });
      }),

    fetch: (oid, signal) =>
      withRepository(signal, (opened) =>
        takeObjects(opened, options, limits, { oid, url, signal }),
      ),

    push: (move, signal) =>
      withRepository(signal, async (opened) => {
        const { there, stored } = opened;
        const ref = branchRef(move.branch);
        if (!isRefName(ref)) throw new TypeError(`Cannot push "${ref}": git allows no such name`);
        const now = stored.refs.get(ref);
        if (now === move.to) return "pushed";
        if (now !== move.from) return "raced";
        checkNotInUse(there, stored, ref, url);
        await sendObjects(opened, options, limits, move, signal);
        const { timeoutMs } = options.settings;
        const { gitDir } = there;
        return await moveRef({ ...move, ...{ ref, url, timeoutMs, signal }, disk, clock, gitDir });
      }),

    checkPush: (branch, signal) =>
      withRepository(signal, async ({ there, stored }) =>
        checkNotInUse(there, stored, branchRef(branch), url),
      ),

    close: () => Promise.resolve(),
  };
}

interface Opened {
  readonly there: FolderRepository;
  readonly stored: StoredRefs;
  readonly theirs: Objects;
  /** Ends the thread in which they are read. */
  closed(): Promise<void>;
}

/** Their objects, read in a thread of their own; a damaged one is theirs to fix. */
function theirObjects(
  there: FolderRepository,
  { disk }: RemoteOptions,
  { maxObjectBytes, maxHeapBytes }: PackLimits,
  url: string,
): Pick<Opened, "theirs" | "closed"> {
  const { gitDir } = there;
  const limits = { ...ownReadLimits, maxObjectBytes, maxHeapBytes };
  const thread = openThread({ gitDir, limits });
  const close = (): void => void thread.close();
  const objects = openObjects(gitDir, disk, { ...thread, close });
  const damaged = (cause: unknown): never => {
    throw remoteFailed(url, {
      reason: "damaged",
      state: "an object of its history is missing or damaged",
      fix: "run `git fsck` there, or set up a new remote; the vault itself is sound",
      cause,
    });
  };
  const theirs = {
    ...objects,
    read: (oid: string) => objects.read(oid).catch(damaged),
    readTree: (oid: string) => objects.readTree(oid).catch(damaged),
  };
  return { theirs, closed: thread.close };
}

interface Taking {
  readonly oid: string;
  readonly url: string;
  readonly signal: AbortSignal | undefined;
}

async function takeObjects(
  { there, theirs }: Opened,
  { repository, objects, disk }: RemoteOptions,
  limits: PackLimits,
  { oid, url, signal }: Taking,
): Promise<void> {
  const { gitDir } = repository;
  const shallow = await readShallow(gitDir);
  const cut = await readShallow(there.gitDir);
  const tips = tipsOf(await readRefs(gitDir, "skip"));
  const known = openKnownCommits(objects, tips, shallow);
  const missing = await findMissing(theirs, oid, known, { shallow: cut, signal });
  if (missing.objects.length === 0) return;
  await openDrafts(disk, gitDir);
  const store = { limits, gitDir, objects, disk, shallow };
  const pack = packObjects(theirs, missing.objects);
  await storePack(store, pack, oid, signal).catch((error: unknown) => {
    throw receiveFailed(error, url, cut.size > 0, signal);
  });
}

async function sendObjects(
  { there, stored, theirs }: Opened,
  { repository, objects, disk }: RemoteOptions,
  limits: PackLimits,
  move: RemoteMove,
  signal: AbortSignal | undefined,
): Promise<void> {
  const shallow = await readShallow(repository.gitDir);
  const cut = await readShallow(there.gitDir);
  const known = openKnownCommits(theirs, tipsOf(stored), cut);
  const missing = await findMissing(objects, move.to, known, { shallow, signal });
  await checkForward(objects, move, missing.edges, shallow);
  if (missing.objects.length === 0) return;
  await openDrafts(disk, there.gitDir);
  const store = { limits, gitDir: there.gitDir, objects: theirs, disk, shallow: cut };
  await storePack(store, packObjects(objects, missing.objects), move.to, signal);
}

/** As git: the files beside a checked-out branch would not follow it. */
function checkNotInUse(
  { isBare, config }: FolderRepository,
  { headRef }: StoredRefs,
  ref: string,
  url: string,
): void {
  if (isBare || headRef !== ref) return;
  const setting = config.get("receive.denycurrentbranch")?.toLowerCase();
  const isAllowed = setting === "ignore" || setting === "warn" || setting === "false";
  if (isAllowed || (setting !== undefined && !isTrue(setting) && setting === "no")) return;
  throw remoteFailed(url, {
    reason: "rejected",
    state: `the branch "${branchName(ref)}" is checked out there, and its files would not follow`,
    fix: "sync with a bare repository (`git clone --bare`), or check out another branch there",
  });
}

/** A disk that was taken away in the middle looks like many things; first of all it is gone. */
async function folderFailed(
  error: unknown,
  place: { path: string; shown: string },
): Promise<unknown> {
  if (isRemoteFailure(error) && error.data.reason !== "damaged") return error;
  const url = place.shown;
  // Not the folder itself: what was being written may have made it again below an empty mount point.
  const heads = [join(place.path, "HEAD"), join(place.path, ".git", "HEAD")];
  const found = await Promise.all(heads.map((head) => isThere(head).catch(() => false)));
  if (!found.includes(true)) {
    return remoteFailed(url, {
      reason: "gone",
      state: "the folder went away in the middle",
      fix: "plug the USB stick in, or mount the disk, and sync again",
      cause: error,
    });
  }
  const disk = isRemoteFailure(error) ? undefined : diskFailure(error, "the disk of that folder");
  if (disk) return remoteFailed(url, disk);
  return receiveFailed(error, url, false, undefined);
}
