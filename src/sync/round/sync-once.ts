import { setTimeout as sleep } from "node:timers/promises";
import { LociError } from "../../errors.ts";
import { isAncestor, relate } from "../../git/ancestry/ancestry.ts";
import { toReflog } from "../../git/objects/commit.ts";
import { readHead, setUnbornHead } from "../../git/refs/head.ts";
import { readRef, trackingRef, writeRef } from "../../git/refs/refs.ts";
import type { Remote } from "../../git/remote/remote.ts";
import { branchOf, chooseBranch } from "./choose-branch.ts";
import { checkAnswered, dropFetched, followRemote } from "./follow-purges.ts";
import { type Integrated, integrate } from "./integrate.ts";
import type { RoundContext } from "./open-round.ts";
import type { RoundRequest, SyncReport } from "./sync-request.ts";

/** A round with one remote. */
export interface Exchange {
  readonly request: RoundRequest;
  readonly context: RoundContext;
  readonly remote: Remote;
  /** False where what was last seen there was another remote's. */
  readonly isSameRemote: boolean;
}

type Exchanged = Pick<SyncReport, "pulled" | "pushed" | "merged" | "keptBoth">;

const maxRounds = 7;

/**
 * Fetches, merges and pushes, again where another device or the person's own git moved a branch meanwhile. What was
 * written is committed before. No lock is held while the network is waited for.
 */
export async function syncOnce(exchange: Exchange): Promise<Exchanged> {
  const { request, remote } = exchange;
  let done: Integrated = nothing;
  for (let round = 0; round < maxRounds; round++) {
    if (round > 0) await sleep(pauseAfter(round), undefined, { signal: request.signal });
    const place = await findPlace(exchange);
    const brought = await bringIn(exchange, place);
    if (brought === "moved") continue;
    done = addTo(done, brought);
    const pushed = await send(exchange, place, brought.isPurged === true);
    if (pushed !== "raced") return { ...done, pushed };
  }
  const message = `Cannot sync with "${remote.url}": its branch moved, or was locked, ${maxRounds} times meanwhile; try again in a minute (where no git runs there, a file ending in .lock may be left in its refs/heads)`;
  throw failed("raced", message);
}

const addTo = (done: Integrated, { pulled, merged, keptBoth }: Integrated): Integrated => ({
  pulled: done.pulled + pulled,
  merged: [...new Set([...done.merged, ...merged])].sort(),
  keptBoth: [...new Set([...done.keptBoth, ...keptBoth])],
});

/** Many devices that were refused at once must not come back at once. */
const pauseAfter = (round: number): number => (50 + Math.random() * 250) * 2 ** (round - 1);

const failed = (reason: string, message: string, fix?: string): LociError =>
  new LociError("SYNC_FAILED", message, { data: { reason, ...(fix && { fix }) } });

/** Where the remote stands, and where it stood when it was last seen. */
interface Place {
  readonly branch: string;
  readonly tip: string | undefined;
  readonly seen: string | undefined;
  readonly branches: ReadonlyMap<string, string>;
}

/** Asks the remote where it stands. Throws where it has less than was seen there, unless that is accepted. */
async function findPlace({ request, context, remote, isSameRemote }: Exchange): Promise<Place> {
  const { gitDir } = context.repository;
  const { signal, settings, accept } = request;
  const head = await readHead(gitDir);
  const ours = branchOf(head);
  // Read before the remote is asked: the person's own `git fetch` may move it meanwhile.
  const tracked = await readRef(gitDir, trackingRef(settings.remote, ours));
  const seen = isSameRemote ? tracked : undefined;
  const wasThere = seen !== undefined;
  const refs = await remote.refs(signal);
  const branch = chooseBranch(head, refs, { url: remote.url, wasThere });
  if (branch !== ours) await setUnbornHead(gitDir, branch, context);
  const tip = refs.branches.get(branch);
  if (tip === undefined && wasThere && !accept?.rewrite) {
    throw rewritten(remote, `its branch "${branch}" is gone`);
  }
  return { branch, tip, seen, branches: refs.branches };
}

function rewritten({ url }: Remote, what: string): LociError {
  return failed(
    "rewritten",
    `Cannot sync with "${url}": ${what}, and nothing was moved here`,
    "find out first what became of it (it may be another repository, or one put back from a backup); if it was meant, run `loci sync --accept-rewrite`, which merges both and loses nothing",
  );
}

interface Brought extends Integrated {
  readonly isPurged?: boolean;
}

const nothing: Brought = { pulled: 0, merged: [], keptBoth: [] };

/** Fetches the remote's commit and brings it into the branch and the folder. */
async function bringIn(exchange: Exchange, place: Place): Promise<Brought | "moved"> {
  const { request, context, remote } = exchange;
  const { branch, tip, seen } = place;
  const { signal } = request;
  const { oid: head } = await readHead(context.repository.gitDir);
  if (tip === undefined) return nothing;
  if (head === tip) {
    if (seen !== tip) await track(exchange, branch, tip, "sync: fetch");
    return nothing;
  }
  await checkAnswered(request, tip);
  if (tip !== seen || !(await context.objects.has(tip))) {
    const known = [seen, head].filter((oid) => oid !== undefined);
    const fetched = await remote.fetch(branch, known, signal);
    if (fetched !== tip) return bringIn(exchange, { ...place, tip: fetched }); // It has moved on meanwhile.
  }
  return bringFetched(exchange, { ...place, tip });
}

/** The same where the commit is here: what was purged on either side is looked at first. */
async function bringFetched(
  exchange: Exchange,
  place: Place & { readonly tip: string },
): Promise<Brought | "moved"> {
  const { request, context, remote } = exchange;
  const { branch, tip, seen } = place;
  const followed = await followRemote(request, context, { tip, seen, url: remote.url });
  const { isForced: isPurged, met } = followed;
  const mayDiffer = met !== undefined || isPurged || request.accept?.rewrite === true;
  if (!mayDiffer && seen !== undefined && !(await descends(exchange, tip, seen))) {
    throw rewritten(remote, "its history was rewritten since it was last seen");
  }
  const isHere = await context.objects.has(tip);
  if (isHere && tip !== seen && !isPurged) await track(exchange, branch, tip, "sync: fetch");
  if (met?.question !== undefined) throw met.question;
  // What was purged here just now may have been in it.
  const brought: Brought | "moved" = isHere
    ? await integrate(request, context, followed.tip)
    : await bringIn(exchange, place);
  if (brought === "moved") return brought;
  const pulled = met?.pulled ?? (isPurged ? 0 : brought.pulled);
  const told = [
    ...(met?.keptBoth ?? []),
    ...brought.keptBoth,
    ...(isPurged ? notPurged(place) : []),
  ];
  return { ...brought, pulled, keptBoth: told, isPurged: isPurged || brought.isPurged === true };
}

/** What else the remote has is not ours to rewrite. */
function notPurged({ branch, branches }: Place): string[] {
  const others = [...branches.keys()].filter((name) => name !== branch).join(", ");
  return others === ""
    ? []
    : [
        `Not purged: the remote's other branches (${others}), and its tags, may hold it still: rewrite or delete them with git`,
      ];
}

/** Whether a commit descends from one that was seen; one that is gone from here proves nothing. */
async function descends(
  { context: { objects }, request }: Exchange,
  tip: string,
  seen: string,
): Promise<boolean> {
  return !(await objects.has(seen)) || isAncestor(objects, seen, tip, request.signal);
}

/** Sends what the remote has not; gives how many commits. */
async function send(
  exchange: Exchange,
  { branch, tip }: Place,
  isForced: boolean,
): Promise<number | "raced"> {
  const { request, context, remote } = exchange;
  const { oid: head } = await readHead(context.repository.gitDir);
  if (head === undefined || head === tip) return 0;
  const { ahead } = await relate(context.objects, head, tip, request.signal);
  const move = { branch, from: tip, to: head, isForced };
  if ((await remote.push(move, request.signal)) === "raced") return "raced";
  await track(exchange, branch, head, "sync: push");
  if (isForced) await dropFetched(request, context);
  return ahead.length;
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
