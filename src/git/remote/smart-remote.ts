import { openKnownCommits } from "../ancestry/known-commits.ts";
import { openDrafts } from "../disk.ts";
import { parseCommit } from "../objects/commit.ts";
import type { Objects } from "../objects/objects.ts";
import type { PackLimits } from "../packs/pack-limits.ts";
import { storePack } from "../receive/store-pack.ts";
import { branchRef, isRefName, readRefs, readShallow, tipsOf } from "../refs/refs.ts";
import { type Advert, advertToRefs, readAdvert } from "./advert.ts";
import { fetchPack } from "./fetch-pack.ts";
import { checkForward, findMissing, packObjects } from "./missing-objects.ts";
import { type PushReport, pushPack } from "./push-pack.ts";
import { receiveFailed } from "./receive-failed.ts";
import type { Remote, RemoteMove, RemoteOptions } from "./remote.ts";
import { cleanText, remoteFailed } from "./remote-failed.ts";
import { ServerError } from "./side-band.ts";
import type { Service, Session, Transport } from "./transport.ts";

/** A remote behind a server that speaks git's protocol, whatever the way there. */
export function openSmartRemote(
  transport: Transport,
  options: RemoteOptions,
  limits: PackLimits,
): Remote {
  const { gitDir } = options.repository;
  const { url } = transport;
  /** What `refs` has begun, `fetch` goes on with: one connection, not two. */
  let open: Conversation | undefined;
  const endSession = async (): Promise<void> => {
    const last = open;
    open = undefined;
    await last?.session.end();
  };

  return {
    url,

    async refs(signal) {
      await endSession();
      open = await converse(transport, "git-upload-pack", signal);
      return advertToRefs(open.advert);
    },

    async fetch(oid, signal) {
      const shallow = await readShallow(gitDir);
      if (await isHere(options, oid, shallow)) return;
      open ??= await converse(transport, "git-upload-pack", signal);
      const { session, advert } = open;
      try {
        const haves = await chooseHaves(options, advert, shallow);
        const request = { wants: wantsFor(oid, advert), haves, shallow, signal };
        await openDrafts(options.disk, gitDir);
        const store = { ...options, limits, gitDir, shallow };
        await storePack(store, fetchPack(session, advert, request), oid, signal);
      } catch (error) {
        throw receiveFailed(error, url, advert.isShallow, signal);
      } finally {
        await endSession();
      }
    },

    async push(move, signal) {
      const conversation = await converse(transport, "git-receive-pack", signal);
      const report = await send(conversation, options, url, move, signal).finally(() =>
        conversation.session.end(),
      );
      if (typeof report === "string") return report;
      if (report.refusal === undefined) return "pushed";
      const again = await converse(transport, "git-upload-pack", signal);
      await again.session.end();
      return refuseMove(url, move, again.advert.refs.get(branchRef(move.branch)), report);
    },

    async close() {
      await endSession();
      await transport.close();
    },
  };
}

interface Conversation {
  readonly session: Session;
  readonly advert: Advert;
}

async function converse(
  transport: Transport,
  service: Service,
  signal: AbortSignal | undefined,
): Promise<Conversation> {
  const session = await transport.connect(service, signal);
  try {
    return { session, advert: await readAdvert(session.advert, transport.url) };
  } catch (error) {
    await session.end();
    throw error;
  }
}

async function send(
  { session, advert }: Conversation,
  options: RemoteOptions,
  url: string,
  move: RemoteMove,
  signal: AbortSignal | undefined,
): Promise<PushReport | "pushed" | "raced"> {
  const ref = branchRef(move.branch);
  if (!isRefName(ref)) throw new TypeError(`Cannot push "${ref}": git allows no such name`);
  const now = advert.refs.get(ref);
  if (now === move.to) return "pushed"; // the answer to an earlier push was lost
  if (now !== move.from) return "raced";
  const { gitDir } = options.repository;
  try {
    const shallow = await readShallow(gitDir);
    const pack = await packFor(options.objects, { ...move, advert, shallow, signal });
    return await pushPack(session, advert, { ...move, ref, pack, shallow, signal });
  } catch (error) {
    throw receiveFailed(error, url, false, signal);
  }
}

/** A commit that our own refs reach is complete; one that no ref reaches may not be. */
async function isHere(
  { repository, objects }: RemoteOptions,
  oid: string,
  shallow: ReadonlySet<string>,
): Promise<boolean> {
  const { gitDir } = repository;
  if (!(await objects.has(oid))) return false;
  const { tree, time } = parseCommit(oid, await objects.read(oid));
  await objects.readTree(tree);
  const known = openKnownCommits(objects, tipsOf(await readRefs(gitDir, "skip")), shallow);
  return await known.has(oid, time);
}

/** The branch may have moved on since we looked: then its new tip brings the commit that we want. */
function wantsFor(oid: string, advert: Advert): readonly string[] {
  const tips = [...advertToRefs(advert).branches.values()];
  if (tips.includes(oid)) return [oid];
  if (tips.length === 0) throw new ServerError("the repository has no branches any more");
  return [...new Set(tips)];
}

/** How many commits to offer, so that the other side finds one that it knows. */
const maxHaves = 256;

/** What both sides have for certain, then our newest commits, further and further apart. */
async function chooseHaves(
  { objects, repository }: RemoteOptions,
  advert: Advert,
  shallow: ReadonlySet<string>,
): Promise<readonly string[]> {
  const stored = await readRefs(repository.gitDir, "skip");
  const theirs = new Set(advert.refs.values());
  const haves = new Set<string>();
  for (const [name, oid] of stored.refs) {
    if (name.startsWith("refs/remotes/") || theirs.has(oid)) haves.add(oid);
  }
  const ours = openKnownCommits(objects, tipsOf(stored), shallow);
  const maxCount = haves.size > 0 ? 64 : 2000;
  for (let count = 0, apart = 0; count < maxCount && haves.size < maxHaves; count++) {
    const oid = await ours.next();
    if (oid === undefined) break;
    if (count >= 64 && count < apart) continue;
    haves.add(oid);
    apart = Math.ceil(count * 1.1) + 1;
  }
  return [...haves];
}

interface Packing extends RemoteMove {
  readonly advert: Advert;
  readonly shallow: ReadonlySet<string>;
  readonly signal: AbortSignal | undefined;
}

async function packFor(objects: Objects, packing: Packing): Promise<AsyncIterable<Uint8Array>> {
  const { advert, shallow } = packing;
  const tips: string[] = [];
  for (const oid of [...advert.refs.values(), ...advert.extras]) {
    if (await objects.has(oid)) tips.push(oid);
  }
  const known = openKnownCommits(objects, tips, shallow);
  const missing = await findMissing(objects, packing.to, known, packing);
  await checkForward(objects, packing, missing.edges, shallow);
  return packObjects(objects, missing.objects);
}

/** After a refusal: done after all, raced by another push, or refused for good, which is thrown. */
function refuseMove(
  url: string,
  move: RemoteMove,
  now: string | undefined,
  report: PushReport,
): "pushed" | "raced" {
  if (now === move.to) return "pushed";
  if (now !== move.from) return "raced";
  const reason = cleanText(report.refusal ?? "");
  const said = cleanText(report.messages);
  const state = `the server refuses the push: ${reason}${said === "" ? "" : ` ("${said}")`}`;
  if (/no space left|quota|disk full|too large|exceeds|size limit/i.test(`${reason} ${said}`)) {
    throw remoteFailed(url, {
      reason: "full",
      state,
      fix: "free some space there, or take large files out of the vault",
    });
  }
  throw remoteFailed(url, { reason: "rejected", state, fix: adviceOn(reason) });
}

function adviceOn(reason: string): string {
  if (/shallow/i.test(reason)) return "complete this vault's history with `git fetch --unshallow`";
  if (/protected|pre-receive|hook|declined|denied|prohibited/i.test(reason)) {
    return "allow pushes to this branch there, or sync another branch";
  }
  return "ask whoever runs the server; the vault itself is saved here";
}
