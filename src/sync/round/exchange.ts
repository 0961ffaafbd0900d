import { setTimeout as sleep } from "node:timers/promises";
import { LociError } from "../../errors.ts";
import { isAncestor, relate } from "../../git/ancestry/ancestry.ts";
import { toReflog } from "../../git/objects/write-commit.ts";
import { readHead, setUnbornHead } from "../../git/refs/head.ts";
import { readRef, trackingRef } from "../../git/refs/refs.ts";
import { writeRef } from "../../git/refs/write-ref.ts";
import type { Remote } from "../../git/remote/remote.ts";
import { branchOf, chooseBranch, upstreamOf } from "./choose-branch.ts";
import { commitLocal } from "./commit-local.ts";
import {
  dropFetched,
  followRemote,
  isRefused,
  markVariants,
  ownHistory,
  withoutPurged,
} from "./follow-purges.ts";
import { type Integrated, type IntegrateRequest, integrate } from "./integrate.ts";
import type { RoundContext } from "./open-round.ts";
import type { SyncRequest } from "./sync-request.ts";

/** What an exchange with the remote did. */
export interface ExchangeResult {
  readonly pulled: number;
  readonly pushed: number;
  readonly merged: readonly string[];
  readonly keptBoth: readonly string[];
}

export interface Exchange {
  readonly request: Omit<SyncRequest, "syncLock">;
  readonly context: RoundContext;
  readonly remote: Remote;
  /** False where what was last seen there was another remote's. */
  readonly isSameRemote: boolean;
}

const maxRounds = 6;

/**
 * Fetches, merges and pushes, again where another device pushed meanwhile. No lock is held while the network is waited
 * for.
 */
export async function exchangeWithRemote(exchange: Exchange): Promise<ExchangeResult> {
  const { request } = exchange;
  const { signal } = request;
  const sum = { pulled: 0, merged: new Set<string>(), keptBoth: new Set<string>() };
  for (let round = 0; round < maxRounds; round++) {
    if (round > 0) await sleep(pauseAfter(round), undefined, { signal });
    const attempt = await attemptExchange(exchange, sum.pulled);
    sum.pulled += attempt.pulled;
    for (const path of attempt.merged) sum.merged.add(path);
    for (const sentence of attempt.keptBoth) sum.keptBoth.add(sentence);
    if (attempt.pushed === "raced") continue;
    const { pulled, merged, keptBoth } = sum;
    return { pulled, pushed: attempt.pushed, merged: [...merged].sort(), keptBoth: [...keptBoth] };
  }
  const message = `Cannot sync with "${exchange.remote.url}": its branch moved, or was locked, ${maxRounds} times meanwhile; try again in a minute (where no git runs there, a file ending in .lock may be left in its refs/heads)`;
  throw new LociError("SYNC_FAILED", message, { data: { reason: "raced" } });
}

/** Many devices that were refused at once must not come back at once. */
const pauseAfter = (round: number): number => (50 + Math.random() * 250) * 2 ** (round - 1);

interface AttemptResult extends Omit<ExchangeResult, "pushed"> {
  readonly pushed: number | "raced";
}

async function attemptExchange(exchange: Exchange, before: number): Promise<AttemptResult> {
  const { remote, request, context } = exchange;
  const { signal } = request;
  const place = await findPlace(exchange);
  const { tip, branch } = place;
  const brought = tip === undefined ? undefined : await bringIn(exchange, place, tip);
  const { oid: head } = await readHead(context.repository.gitDir);
  const { pulled = 0, merged = [], keptBoth = [] } = brought ?? {};
  if (head === undefined || head === tip) return { pulled, pushed: 0, merged, keptBoth };
  const { ahead } = await relate(context.objects, head, tip, signal);
  const isForced = brought?.isPurged === true;
  const push = remote.push({ branch, from: tip, to: head, isForced }, signal);
  const done = { pulled: before + pulled, merged };
  if ((await push.catch((cause) => stoppedAtPush(remote, done, cause))) === "raced") {
    return { pulled, pushed: "raced", merged, keptBoth };
  }
  await track(exchange, branch, head, "sync: push");
  if (!isForced) return { pulled, pushed: ahead.length, merged, keptBoth };
  await dropFetched(request, context);
  return { pulled, pushed: ahead.length, merged, keptBoth: [...keptBoth, ...notPurged(place)] };
}

/** What else the remote has is not ours to rewrite. */
function notPurged({ branch, branches }: Place): string[] {
  const others = [...branches.keys()].filter((name) => name !== branch);
  return others.length === 0
    ? []
    : [
        `Not purged: the remote's other branches (${others.join(", ")}), and its tags, may hold it still: rewrite or delete them with git`,
      ];
}

/** Throws the failure of a push again, and says what was done before it: that stays. */
function stoppedAtPush(
  { url }: Remote,
  { pulled, merged }: Pick<ExchangeResult, "pulled" | "merged">,
  cause: unknown,
): never {
  if (!(cause instanceof LociError) || pulled === 0) throw cause;
  const state = cause.message.replace(`Cannot sync with ${url}: `, "");
  const message = `Cannot sync with ${url}: pulled ${pulled} and merged here, but could not push: ${state}`;
  throw new LociError(cause.code, message, { data: { ...cause.data, pulled, merged }, cause });
}

/** Where the remote stands, and where it stood when it was last seen. */
interface Place {
  readonly branch: string;
  readonly tip: string | undefined;
  readonly seen: string | undefined;
  readonly branches: ReadonlyMap<string, string>;
}

/** Asks the remote where it stands. Throws where it has less than we have seen there, unless that is accepted. */
async function findPlace({ request, context, remote, isSameRemote }: Exchange): Promise<Place> {
  const { gitDir, config } = context.repository;
  const { signal, settings, accept } = request;
  const head = await readHead(gitDir);
  const ours = branchOf(head);
  const upstream = upstreamOf(config, ours, settings.remote);
  // Read before the remote is asked: the person's own `git fetch` may move it meanwhile.
  const followed = trackingRef(settings.remote, upstream ?? ours);
  const seen = isSameRemote ? await readRef(gitDir, followed) : undefined;
  const refs = await remote.refs(signal);
  const branch = chooseBranch({
    url: remote.url,
    head,
    refs,
    upstream,
    wasThere: seen !== undefined,
  });
  if (head.oid === undefined && upstream === undefined && branch !== ours) {
    await setUnbornHead(gitDir, branch, context);
  }
  const tip = refs.branches.get(branch);
  if (tip === undefined && seen !== undefined && !accept?.rewrite) {
    throw rewritten(remote, `its branch "${branch}" is gone`);
  }
  return { branch, tip, seen, branches: refs.branches };
}

function rewritten(remote: Remote, what: string): LociError {
  const message = `Cannot sync with "${remote.url}": ${what}, and nothing was moved here`;
  const fix =
    "find out first what became of it (it may be another repository, or one put back from a backup); if it was meant, run `loci sync --accept-rewrite`, which merges both and loses nothing";
  return new LociError("SYNC_FAILED", message, { data: { reason: "rewritten", fix } });
}

/** Fetches the remote's commit and brings it into the branch and the folder. */
async function bringIn(
  exchange: Exchange,
  { branch, seen }: Pick<Place, "branch" | "seen">,
  tip: string,
): Promise<Integrated & { readonly pulled: number; readonly isPurged?: boolean }> {
  const { request, context, remote } = exchange;
  const { objects, repository } = context;
  const { signal } = request;
  const { oid: head } = await readHead(repository.gitDir);
  if (head === tip) {
    if (seen !== tip) await track(exchange, branch, tip, "sync: fetch");
    return { head, pulled: 0, merged: [], keptBoth: [] };
  }
  if (request.accept?.purge !== true && (await isRefused(context, tip))) throw stillThere(remote);
  if (tip !== seen || !(await isThere(context, tip))) {
    const known = [seen, head].filter((oid) => oid !== undefined);
    const fetched = await remote.fetch(branch, known, signal);
    if (fetched !== tip) return bringIn(exchange, { branch, seen }, fetched); // It has moved on meanwhile.
  }
  const purged = await takePurged(exchange, { branch, tip, seen });
  if (purged !== undefined) return purged;
  const isRewritten = seen !== undefined && !(await descends(context, tip, seen, signal));
  if (isRewritten && !request.accept?.rewrite) {
    throw rewritten(remote, "its history was rewritten since it was last seen");
  }
  if (tip !== seen) await track(exchange, branch, tip, "sync: fetch");
  const { behind } = await relate(objects, head, tip, signal);
  const brought = await request.commitLock(() => integrate(toIntegrate(exchange), tip), signal);
  return { ...brought, pulled: behind.length };
}

const toIntegrate = ({ request, context }: Exchange): IntegrateRequest => ({
  context,
  author: request.authorOf(undefined),
  device: request.device,
  now: request.now(),
  acceptsDeletions: request.accept?.deletions === true,
  signal: request.signal,
});

/**
 * Where something was purged there and not yet here, it is purged here too. Where the remote still holds what was purged here,
 * its history is brought in without that; to replace it there needs a yes.
 */
async function takePurged(
  exchange: Exchange,
  { branch, tip, seen }: Pick<Place, "branch" | "seen"> & { readonly tip: string },
): Promise<(Integrated & { readonly pulled: number; readonly isPurged?: boolean }) | undefined> {
  const { request, context, remote } = exchange;
  const { signal } = request;
  const { gitDir } = context.repository;
  const count = await followRemote(request, context, { tip, seen });
  if (count === undefined) return undefined;
  if (count > 0) {
    const ref = trackingRef(request.settings.remote, branch);
    const now = seen === undefined ? undefined : await readRef(gitDir, ref);
    const bringing = bringIn(exchange, { branch, seen: now }, tip);
    const brought = await bringing.catch((cause) => stoppedAfterPurge(count, cause));
    return { ...brought, keptBoth: [purgedHere(count), ...brought.keptBoth] };
  }
  const clean = await withoutPurged(context, tip, await ownHistory(context), signal);
  if (clean === tip) return undefined;
  if (request.accept?.purge !== true) {
    await dropFetched(request, context, tip);
    throw stillThere(remote);
  }
  const isMarked = await markVariants(request, context, tip);
  const next = isMarked
    ? await withoutPurged(context, tip, await ownHistory(context), signal)
    : clean;
  const brought = await request.commitLock(() => integrate(toIntegrate(exchange), next), signal);
  if (isMarked) await commitLocal(request, context);
  return { ...brought, pulled: 0, isPurged: true };
}

const purgedHere = (count: number): string =>
  `Purged here too, as on another device: ${count} commits were rewritten without it, and the old ones deleted`;

/** Throws the failure again, and says what was purged before it: that stays. */
function stoppedAfterPurge(count: number, cause: unknown): never {
  if (!(cause instanceof LociError)) throw cause;
  const message = `${purgedHere(count)}. ${cause.message}`;
  throw new LociError(cause.code, message, { data: cause.data, cause });
}

function stillThere({ url }: Remote): LociError {
  const message = `Cannot sync with "${url}": its history still holds what was purged here, and nothing was sent`;
  const fix =
    "run `loci sync --accept-purge`, which replaces its history by one without that and keeps all else; who has a copy of it by plain git must clone it again";
  return new LociError("SYNC_FAILED", message, { data: { reason: "purged", fix } });
}

/** Whether a commit descends from another; an old tip that is gone from here proves nothing. */
async function descends(
  context: RoundContext,
  tip: string,
  seen: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!(await isThere(context, seen))) return true;
  return isAncestor(context.objects, seen, tip, signal);
}

async function isThere({ objects }: RoundContext, oid: string): Promise<boolean> {
  try {
    await objects.readCommit(oid);
    return true;
  } catch (error) {
    if (error instanceof LociError && error.code === "GIT_BLOCKED") return false;
    throw error;
  }
}

/** Remembers where the remote stands, as git does; a concurrent fetch is as good. */
async function track(
  { request, context }: Exchange,
  branch: string,
  to: string,
  what: string,
): Promise<void> {
  const ref = trackingRef(request.settings.remote, branch);
  const log = toReflog(request.authorOf(undefined), request.now(), what);
  await request.commitLock(async () => {
    const from = await readRef(context.repository.gitDir, ref);
    if (from !== to) await writeRef(context, { ref, from, to, log });
  }, request.signal);
}
