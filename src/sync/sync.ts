import { existsSync, realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LociError } from "../errors.ts";
import { relate } from "../git/ancestry/ancestry.ts";
import { findRemoteUrl } from "../git/config/git-config.ts";
import { emptyTree } from "../git/objects/tree.ts";
import {
  checkCommittable,
  readHead,
  readRef,
  setUnbornHead,
  trackingRef,
} from "../git/refs/refs.ts";
import { openRemote, type Remote, type RemoteRefs, setRemote } from "../git/remote/remote.ts";
import { parseRemoteUrl, type RemotePlace } from "../git/remote/remote-url.ts";
import { shellWord } from "../git/shell-word.ts";
import { findGit } from "../git/system-git.ts";
import { openMoveContext } from "./apply/move-context.ts";
import { underLock } from "./commit/commit-files.ts";
import { commitSteps } from "./commit/commit-steps.ts";
import { noteUnfinished, type PurgeMarks } from "./purge/purge-marks.ts";
import { commitLocal } from "./round/commit-local.ts";
import { checkAnswered, finishPurge, followRemote } from "./round/follow-purges.ts";
import { listLeftOut } from "./round/left-out.ts";
import { moveTo, track } from "./round/move-to.ts";
import { purgeHere } from "./round/purge-here.ts";
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
  const { root, settings, env, remote: newRemote, local = false } = request;
  const context = await openMoveContext(request);
  const done = { pulled: 0, pushed: 0, merged: new Set<string>(), keptBoth: new Set<string>() };
  const round: Round = { ...context, git: await findGit(env), done };
  const { repository } = round;
  const known = findRemoteUrl(repository.config, settings.remote);
  const url = local ? undefined : (newRemote ?? known);
  const remote = url && openRemote({ ...round, url, env, settings });
  const setUrl = async () => url && setRemote(repository.gitDir, settings.remote, url);
  if (newRemote !== undefined)
    checkOutside(root, parseRemoteUrl(newRemote, { root, home: env.HOME }));
  if (known === undefined) await setUrl();
  const { committed, heldBack } = await commitLocal(round);
  await underLock(round, () => finishPurge(round));
  if (remote) {
    const isNext = known !== undefined && url !== known;
    await noteAsked(round, remote.url, isNext);
    await syncOnce(round, remote);
    if (isNext) await setUrl();
  }
  const head = await readHead(repository.gitDir);
  return {
    committed,
    pulled: done.pulled,
    pushed: done.pushed,
    merged: [...done.merged].sort(),
    conflicts: [],
    head: head.oid ?? null,
    keptBoth: [...done.keptBoth],
    heldBack: [...heldBack, ...(await listLeftOut(round))],
    remote: remote ? remote.url : null,
    branch: branchOf(head),
  };
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
  const refs = await remote.refs(signal);
  const branch = await chooseBranch(round, refs, remote.url);
  const ref = trackingRef(settings.remote, branch);
  const there = refs.branches.get(branch);
  let missing: PurgeMarks | "again" = new Set();
  if (there !== undefined) {
    const { oid: ours } = await readHead(gitDir);
    if (there !== ours) await checkAnswered(round, there);
    const known = [await readRef(gitDir, ref), ours].filter((oid) => oid !== undefined);
    const isHere = known.includes(there) && (await objects.has(there));
    // It may have moved on meanwhile.
    const tip = isHere ? there : await remote.fetch(branch, known, signal);
    const others = [...refs.branches.keys()].filter((name) => name !== branch);
    const fetched = { tip, ref, url: remote.url };
    missing = await underLock(round, () => bringIn(round, fetched, others));
    if (missing === "again") return missing;
  }
  const { oid: to } = await readHead(gitDir);
  if (to === undefined || to === there) return "done";
  const { ahead, behind } = await relate(objects, to, there, signal);
  // Only a purge takes away what the remote has.
  if (behind.length > 0 && missing.size === 0) return "again";
  // A kill after the push must not leave the purged lines here.
  if (missing.size > 0) await noteUnfinished(gitDir, { isOwn: false, marks: missing });
  if ((await remote.push({ branch, from: there, to }, signal)) === "raced") return "again";
  done.pushed = ahead.length;
  await underLock(round, async () => {
    await track(round, ref, to, "sync: push");
    if (missing.size > 0) await purgeHere(round, missing, true);
  });
  return "done";
}

/** The branch of the remote to sync with: the one of our name; an empty remote gets ours, and an empty vault takes its own. */
async function chooseBranch(
  round: Round,
  { head: main, branches }: RemoteRefs,
  url: string,
): Promise<string> {
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

/**
 * Brings the remote's commit into the branch and the folder; what was purged on either side comes first. Returns the
 * marks of what was purged here and the remote still holds: if there are any, our history is to replace the remote's.
 */
async function bringIn(
  round: Round,
  fetched: Parameters<typeof followRemote>[1],
  others: readonly string[],
): Promise<PurgeMarks | "again"> {
  const { done } = round;
  await commitSteps(round); // What was said while the network was waited for.
  const { missing, clean } = await followRemote(round, fetched);
  const pulled = await integrate(round, clean);
  if (pulled === "moved") return "again";
  if (missing.size === 0) done.pulled += pulled;
  // What else the remote has is not ours to rewrite.
  else if (others.length > 0)
    done.keptBoth.add(
      `Not purged: the remote's other branches (${others.join(", ")}), and its tags, may hold it still: rewrite or delete them with git`,
    );
  return missing;
}

/**
 * Moves the checked-out branch, and the folder with it, to where it holds a commit: not at all where it does already,
 * forward where nothing of ours is new, else to a merge of both. Returns how many commits that brought.
 */
async function integrate(round: Round, tip: string): Promise<number | "moved"> {
  const { objects, repository, signal, done } = round;
  const head = await checkCommittable(repository.gitDir);
  const { bases, behind } = await relate(objects, head.oid, tip, signal);
  if (bases.includes(tip)) return 0;
  const theirs = await objects.readCommit(tip);
  const ours = head.oid === undefined ? undefined : await objects.readCommit(head.oid);
  const olds = await Promise.all(bases.map(async (oid) => (await objects.readCommit(oid)).tree));
  const isForward = ours === undefined || bases.includes(ours.oid);
  const moved = await moveTo(round, {
    head,
    bases: ours ? olds : [emptyTree],
    ours: ours?.tree ?? emptyTree,
    theirs: theirs.tree,
    parents: isForward ? [theirs] : [ours, theirs],
    what: isForward ? "forward" : "merge",
  });
  if (moved === "moved") return moved;
  if (ours && bases.length === 0) done.keptBoth.add(unrelated);
  return behind.length;
}

const unrelated =
  "The remote had a history of its own, with no commit in common: both were put together, and nothing was left out";

/** A vault is no remote of its own. */
function checkOutside(root: string, { type, shown }: RemotePlace): void {
  const way = relative(realpathSync(root), existsSync(shown) ? realpathSync(shown) : shown);
  const isOutside = way === ".." || way.startsWith(`..${sep}`) || resolve(way) === way;
  if (type !== "folder" || isOutside) return;
  const state = way === "" ? "it is the vault itself" : "it lies inside the vault";
  const message = `Cannot use the remote "${shown}": ${state}; name a folder elsewhere, on a USB stick or a network disk`;
  throw new LociError("BAD_INPUT", message);
}
