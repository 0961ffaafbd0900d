import { setTimeout as sleep } from "node:timers/promises";
import { LociError } from "../../errors.ts";
import { relate } from "../../git/ancestry/ancestry.ts";
import { toReflog } from "../../git/objects/commit.ts";
import {
  type Head,
  readHead,
  readRef,
  setUnbornHead,
  trackingRef,
  writeRef,
} from "../../git/refs/refs.ts";
import type { Remote, RemoteRefs } from "../../git/remote/remote.ts";
import { shellWord } from "../../git/shell-word.ts";
import type { PurgeMarks } from "../purge/purge-marks.ts";
import { checkAnswered, followRemote, purgeLocked } from "./follow-purges.ts";
import { type Done, integrate } from "./integrate.ts";
import { branchOf, type Round, type SyncReport } from "./sync-request.ts";

/** A round with one remote: the branch, and where that stands there. */
interface Exchange {
  readonly round: Round;
  readonly remote: Remote;
  readonly branch: string;
  readonly tip: string | undefined;
  readonly others: readonly string[];
}

/** What came of it. */
export type Exchanged = Pick<SyncReport, "pulled" | "pushed" | "merged" | "keptBoth">;

const maxTries = 7;

/**
 * Fetches, merges and pushes, again where another device or the person's own git moved a branch meanwhile. What was
 * written is committed before. No lock is held while the network is waited for.
 */
export async function syncOnce(round: Round, remote: Remote): Promise<Exchanged> {
  const done: Done = { pulled: 0, merged: new Set(), keptBoth: new Set() };
  for (let tries = 0; tries < maxTries; tries++) {
    // Many devices that were refused at once must not come back at once.
    const pause = (50 + Math.random() * 250) * 2 ** (tries - 1);
    if (tries > 0) await sleep(pause, undefined, { signal: round.signal });
    const exchange = await findPlace(round, remote);
    const missing = await bringIn(exchange, done);
    const pushed = missing === "again" ? "raced" : await send(exchange, missing);
    if (pushed === "raced") continue;
    const merged = [...done.merged].sort();
    return { pulled: done.pulled, pushed, merged, keptBoth: [...done.keptBoth] };
  }
  const message = `Cannot sync with "${remote.url}": its branch moved, or was locked, ${maxTries} times meanwhile; try again in a minute (where no git runs there, a file ending in .lock may be left in its refs/heads)`;
  throw new LociError("SYNC_FAILED", message, { data: { reason: "raced" } });
}

async function findPlace(round: Round, remote: Remote): Promise<Exchange> {
  const { gitDir } = round.repository;
  const head = await readHead(gitDir);
  const refs = await remote.refs(round.signal);
  const branch = chooseBranch(head, refs, remote.url);
  if (branch !== branchOf(head)) await setUnbornHead(branch, round);
  const others = [...refs.branches.keys()].filter((name) => name !== branch);
  return { round, remote, branch, tip: refs.branches.get(branch), others };
}

/** The branch of the remote to sync with: the one of our name; an empty remote gets ours, and an empty vault takes its own. */
function chooseBranch(head: Head, { head: main, branches }: RemoteRefs, url: string): string {
  const branch = branchOf(head);
  if (branches.size === 0 || branches.has(branch)) return branch;
  const names = [...branches.keys()].sort();
  const theirs = [main, "main", "master", names[0]].find((name) => name && branches.has(name));
  if (head.oid === undefined && theirs !== undefined) return theirs;
  const message = `Cannot sync with ${url}: it has no branch "${branch}" (it has ${names.slice(0, 3).join(", ")}${names.length > 3 ? "…" : ""})`;
  const fix = `rename yours with \`git branch -m ${shellWord(theirs ?? "main")}\`, or push it once with \`git push -u\` to keep both`;
  throw new LociError("GIT_BLOCKED", message, { data: { fix } });
}

/**
 * Fetches the remote's commit and brings it into the branch and the folder; what was purged on either side comes first.
 * Returns the marks of what was purged here and the remote's commit still holds: if there are any, our history is to
 * replace the remote's. "again": the remote has to be looked at once more.
 */
async function bringIn(exchange: Exchange, done: Done): Promise<PurgeMarks | "again"> {
  const { round, remote, branch, others } = exchange;
  const { objects, repository, settings, signal } = round;
  if (exchange.tip === undefined) return new Set();
  const { oid: head } = await readHead(repository.gitDir);
  if (exchange.tip !== head) await checkAnswered(round, exchange.tip);
  const seen = await readRef(repository.gitDir, trackingRef(settings.remote, branch));
  const known = [seen, head].filter((oid) => oid !== undefined);
  const isHere = known.includes(exchange.tip) && (await objects.has(exchange.tip));
  // It may have moved on meanwhile.
  const tip = isHere ? exchange.tip : await remote.fetch(branch, known, signal);
  const { missing, ...followed } = await followRemote(round, tip, remote.url);
  for (const one of followed.told) done.keptBoth.add(one);
  if (followed.isPurged) return "again";
  if (missing.size === 0) await track(exchange, tip, "sync: fetch");
  if (followed.question !== undefined) throw followed.question;
  const pulled = await integrate(round, followed.tip, done);
  if (pulled === "moved") return "again";
  if (missing.size === 0) done.pulled += followed.pulled + pulled;
  // What else the remote has is not ours to rewrite.
  else if (others.length > 0)
    done.keptBoth.add(
      `Not purged: the remote's other branches (${others.join(", ")}), and its tags, may hold it still: rewrite or delete them with git`,
    );
  return missing;
}

/** Sends what the remote has not; gives how many commits. */
async function send(exchange: Exchange, missing: PurgeMarks): Promise<number | "raced"> {
  const { round, remote, branch, tip } = exchange;
  const { oid: head } = await readHead(round.repository.gitDir);
  if (head === undefined || head === tip || round.waits !== undefined) return 0;
  const { ahead, behind } = await relate(round.objects, head, tip, round.signal);
  // Only a purge takes away what the remote has.
  if (behind.length > 0 && missing.size === 0) return "raced";
  const move = { branch, from: tip, to: head };
  if ((await remote.push(move, round.signal)) === "raced") return "raced";
  await track(exchange, head, "sync: push");
  if (missing.size > 0) await purgeLocked(round, missing, true);
  return ahead.length;
}

/** Remembers where the remote stands, as git does; a concurrent fetch is as good. */
async function track({ round, branch }: Exchange, to: string, what: string): Promise<void> {
  const ref = trackingRef(round.settings.remote, branch);
  const log = toReflog(round.authorOf(undefined), round.now(), what);
  await round.commitLock(async () => {
    const from = await readRef(round.repository.gitDir, ref);
    if (from !== to) await writeRef(round, { ref, from, to, log });
  }, round.signal);
}
