import { existsSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LociError } from "../errors.ts";
import { relate } from "../git/ancestry/ancestry.ts";
import { isPlain, linkMode, submoduleMode } from "../git/objects/tree.ts";
import { displayPath } from "../git/path-bytes.ts";
import { readHead, readRef, setUnbornHead, trackingRef } from "../git/refs/refs.ts";
import { openRemote, type Remote, type RemoteRefs, setRemote } from "../git/remote/remote.ts";
import { parseRemoteUrl, type RemotePlace } from "../git/remote/remote-url.ts";
import { shellWord } from "../git/shell-word.ts";
import { findGit } from "../git/system-git.ts";
import { isInVault, lookAt, maxSyncedBytes, openMoveContext } from "./apply/move-context.ts";
import { type HeldBack, openBase } from "./commit/commit-files.ts";
import { underLock } from "./commit/commit-steps.ts";
import { bringIn, checkAnswered, track } from "./round/bring-in.ts";
import { commitLocal } from "./round/commit-local.ts";
import { finishPurge, purgeOwn } from "./round/purge-here.ts";
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
    () => (request.local ? round() : recorded(request, round)),
    request.signal,
  );
}

async function runRound(request: SyncRequest): Promise<SyncReport> {
  const { root, settings, env, remote: newRemote, local = false, purge } = request;
  const context = await openMoveContext(request);
  const done = { pulled: 0, pushed: 0, merged: new Set<string>(), keptBoth: new Set<string>() };
  const round: Round = { ...context, git: await findGit(env), done };
  const { repository } = round;
  const known = repository.config.get(`remote.${settings.remote}.url`) || undefined;
  const url = local ? undefined : (newRemote ?? known);
  const remote = url && openRemote({ ...round, url, env, settings });
  const setUrl = async () => url && setRemote(repository.gitDir, settings.remote, url);
  if (newRemote !== undefined)
    checkOutside(root, parseRemoteUrl(newRemote, { root, home: env.HOME }));
  if (known === undefined) await setUrl();
  const { committed, heldBack } = await commitLocal(round);
  await underLock(round, () => finishPurge(round));
  const stillIn = purge && (await underLock(round, () => purgeOwn(round, purge, heldBack)));
  if (remote) {
    const isNext = known !== undefined && url !== known;
    await noteAsked(round, remote.url, isNext);
    await syncOnce(round, remote);
    if (isNext) await setUrl();
  }
  const head = await readHead(repository.gitDir);
  return {
    ...done,
    committed,
    merged: [...done.merged].sort(),
    conflicts: [],
    head: head.oid ?? null,
    keptBoth: [...done.keptBoth],
    heldBack: [...heldBack, ...(await listLeftOut(round))],
    remote: remote ? remote.url : null,
    branch: branchOf(head),
    stillIn,
  };
}

/** What other devices have and this one did not take, for the person; every merge and commit carries it as it is. */
export async function listLeftOut(
  context: Pick<Round, "root" | "objects" | "repository">,
): Promise<readonly HeldBack[]> {
  const { root, objects, repository } = context;
  const { index, parent } = await openBase(context, await readHead(repository.gitDir));
  const told: HeldBack[] = [];
  for (const { path: bytes, mode, oid, isUnwatched } of parent ? index.values() : []) {
    const path = displayPath(bytes);
    const found = lookAt(join(root, path));
    if (found !== undefined && !isUnwatched) continue;
    const isFile = isPlain({ mode, oid });
    const isLarge = isFile && (await objects.size(oid)) > maxSyncedBytes;
    // The person just deleted it, or told git not to look at their own.
    const isTheirs = isFile && found?.isFile() && isInVault(root, path);
    if (!isLarge && (!isUnwatched || isTheirs)) continue;
    const why = isLarge ? "has more than 10 MB" : whyNotTaken(path, mode);
    const reason = `another device's version ${why}: it stays out of this folder, and all else is synced`;
    told.push({ path, reason, isIncoming: true });
  }
  return told;
}

function whyNotTaken(path: string, mode: number): string {
  const name = shellWord(path);
  const take = `take it with \`git update-index --no-skip-worktree ${name}\` and \`git checkout -- ${name}\``;
  if (mode === linkMode) return `is a symbolic link (${take})`;
  if (mode === submoduleMode) return `is another repository (a submodule; ${take})`;
  return `was not taken, because something else stands in its place here (give that another name, then ${take})`;
}

const maxTries = 7;

/**
 * Fetches, merges and pushes, again where another device or the person's own git moved a branch meanwhile. What was
 * written is committed before. No lock is held while the network is waited for.
 */
async function syncOnce(round: Round, remote: Remote): Promise<void> {
  for (let tries = 0; tries < maxTries; tries++) {
    // Many devices that were refused at once must not come back at once.
    const pause = (50 + Math.random() * 250) * 2 ** (tries - 1);
    if (tries > 0) await sleep(pause, undefined, { signal: round.signal });
    if ((await exchange(round, remote)) === "done") return;
  }
  const message = `Cannot sync with "${remote.url}": its branch moved, or was locked, ${maxTries} times meanwhile; try again in a minute (where no git runs there, a file ending in .lock may be left in its refs/heads)`;
  throw new LociError("SYNC_FAILED", message, { data: { reason: "raced" } });
}

/** Fetches, merges and pushes; "again" where a branch moved meanwhile. */
async function exchange(round: Round, remote: Remote): Promise<"done" | "again"> {
  const { objects, repository, settings, signal, done } = round;
  const { gitDir } = repository;
  const refs = await remote.refs();
  const branch = await chooseBranch(round, refs, remote.url);
  const ref = trackingRef(settings.remote, branch);
  const there = refs.branches.get(branch);
  try {
    let brought = "done";
    if (there !== undefined) {
      const { oid: ours } = await readHead(gitDir);
      if (there !== ours) await checkAnswered(round, there);
      const known = [await readRef(gitDir, ref), ours].filter((oid) => oid !== undefined);
      const isHere = known.includes(there) && (await objects.size(there)) > 0;
      // It may have moved on meanwhile.
      const tip = isHere ? there : await remote.fetch(branch, known);
      brought = await underLock(round, () => bringIn(round, { tip, ref, url: remote.url }));
    }
    const { oid: to } = await readHead(gitDir);
    if (to === undefined || to === there) return "done";
    const { ahead, behind } = await relate(objects, to, there, signal);
    // Only a purge takes away what the remote has.
    if (behind.length > 0 && brought !== "replace") return "again";
    if ((await remote.push(branch, there, to)) === "raced") return "again";
    done.pushed = ahead.length;
    await underLock(round, () => track(round, ref, to, "sync: push"));
    // What else the remote has is not ours to rewrite.
    const others = [...refs.branches.keys()].filter((name) => name !== branch);
    if (brought === "replace" && others.length > 0)
      done.keptBoth.add(
        `Not purged: the remote's other branches (${others.join(", ")}), and its tags, may hold it still: rewrite or delete them with git`,
      );
    return "done";
  } finally {
    await underLock(round, () => finishPurge(round));
  }
}

/** The branch to sync with: the one of our name; an empty remote gets ours, an empty vault takes the remote's own. */
async function chooseBranch(round: Round, { head: main, branches }: RemoteRefs, url: string) {
  const head = await readHead(round.repository.gitDir);
  const branch = branchOf(head);
  if (branches.size === 0 || branches.has(branch)) return branch;
  const names = [...branches.keys()].sort();
  const theirs = [main, "main", "master", names[0]].find((name) => name && branches.has(name));
  if (head.oid === undefined && theirs !== undefined) {
    await setUnbornHead(theirs, round);
    return theirs;
  }
  const message = `Cannot sync with ${url}: it has no branch "${branch}" (it has ${names.slice(0, 3).join(", ")}${names.length > 3 ? "…" : ""})`;
  const fix = `rename yours with \`git branch -m ${shellWord(theirs ?? "main")}\`, or push it once with \`git push -u\` to keep both`;
  throw new LociError("GIT_BLOCKED", message, { data: { fix } });
}

/** A vault is no remote of its own. */
function checkOutside(root: string, { type, shown }: RemotePlace): void {
  const vault = realpathSync(root) + sep;
  const place = (existsSync(shown) ? realpathSync(shown) : shown) + sep;
  if (type !== "folder" || !place.startsWith(vault)) return;
  const state = place === vault ? "it is the vault itself" : "it lies inside the vault";
  const message = `Cannot use the remote "${shown}": ${state}; name a folder elsewhere, on a USB stick or a network disk`;
  throw new LociError("BAD_INPUT", message);
}
