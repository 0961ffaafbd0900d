import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { errnoOf, LociError, messageOf } from "../errors.ts";
import { findRemoteUrl } from "../git/config/git-config.ts";
import { createDraft, type Disk, isThere, nodeDisk, unlinkIfThere } from "../git/disk.ts";
import { readHead } from "../git/refs/head.ts";
import { openRemote } from "../git/remote/open-remote.ts";
import { parseRemoteUrl } from "../git/remote/remote-url.ts";
import { setRemote, setUpstream } from "../git/remote/set-remote.ts";
import { recordBranch } from "../git/repository/branch.ts";
import { initRepository } from "../git/repository/init-repository.ts";
import type { Lock } from "../vault/lock.ts";
import { recoverMove } from "./apply/recover.ts";
import { writeAsides } from "./round/asides.ts";
import { exchangeWithRemote } from "./round/exchange.ts";
import { listLeftOut } from "./round/left-out.ts";
import { openRound, readPlace } from "./round/open-round.ts";
import { recorded } from "./round/record-round.ts";
import type { SyncReport, SyncRequest } from "./round/sync-request.ts";

/** A remote to make a vault from. */
export interface JoinRequest
  extends Omit<SyncRequest, "lock" | "commitLock" | "syncLock" | "hints" | "accept"> {
  readonly url: string;
  /** Called once the vault's folder is there, before anything is written into `lociDir`. */
  readonly openLociDir?: () => Promise<unknown>;
}

/**
 * Makes a vault of what a remote holds, in an empty or missing folder; killed in between, it goes on when run again.
 * An empty remote leaves a repository without a commit (`remoteIsEmpty`). Rejects as `syncVault` does, and with
 * BAD_INPUT where the folder holds anything else or the URL a password.
 */
export async function joinRemote(request: JoinRequest): Promise<SyncReport> {
  const { root, settings, env, clock, disk = nodeDisk } = request;
  const url = toAbsolute(request.url);
  parseRemoteUrl(url, { root, home: env.HOME });
  const gitDir = join(root, ".git");
  await prepare(request, disk);
  await request.openLociDir?.();
  await setRemote(gitDir, settings.remote, url, { clock, disk });
  const report = await recorded(request, () => bringAll(request));
  await unlinkIfThere(disk, markOf(gitDir));
  return report;
}

/** A path is meant from where the command was typed, not from the vault. */
const toAbsolute = (url: string): string => (/^\.{0,2}\//.test(url) ? resolve(url) : url);

/** Stands in the git folder until all is there: a folder without it is a vault in use. */
const markOf = (gitDir: string): string => join(gitDir, "loci", "joining");

/** Makes the folder and its repository, unless a killed try did. */
async function prepare({ root }: JoinRequest, disk: Disk): Promise<void> {
  const gitDir = join(root, ".git");
  if (await isThere(markOf(gitDir))) return;
  await checkEmpty(root);
  try {
    await disk.mkdir(root, 0o700);
    await initRepository(root, { disk });
    await disk.mkdir(join(gitDir, "loci", "drafts"));
    await disk.rename(await createDraft(disk, gitDir, Buffer.from("\n")), markOf(gitDir));
  } catch (cause) {
    const message = `Cannot make the vault "${root}": ${messageOf(cause)}`;
    throw new LociError("WRITE_FAILED", message, { data: { root }, cause });
  }
}

/** What a killed try may have left: an unfinished repository, or a finished one without a commit, remote or mark. */
const isOwnDraft = (name: string): boolean => /^\.git\.\d+-[0-9a-f]+$/.test(name);

async function checkEmpty(root: string): Promise<void> {
  const names = await namesIn(root);
  const others = names.filter((name) => name !== ".loci" && !isOwnDraft(name));
  if (others.length === 0) return;
  if (others.length === 1 && others[0] === ".git" && (await isBare(join(root, ".git")))) return;
  const message = `Cannot make a vault at "${root}": the folder is not empty; name a new one`;
  throw new LociError("BAD_INPUT", message, { data: { root } });
}

/** Whether a repository has neither commits nor a remote, as one that was just made. */
async function isBare(gitDir: string): Promise<boolean> {
  const names = await namesIn(gitDir);
  const fresh = ["HEAD", "config", "description", "info", "loci", "objects", "refs"];
  if (!names.every((name) => fresh.includes(name))) return false;
  return (await namesIn(join(gitDir, "refs", "heads"))).length === 0;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (errnoOf(cause) === "ENOENT") return [];
    const message = `Cannot make a vault at "${folder}": ${messageOf(cause)}`;
    throw new LociError("BAD_INPUT", message, { data: { root: folder }, cause });
  }
}

/** Fetches and checks out; no other process uses the folder yet. */
async function bringAll(request: JoinRequest): Promise<SyncReport> {
  const { root, settings, env, clock } = request;
  const lock: Lock = async (work) => work();
  const full = { ...request, lock, commitLock: lock };
  const context = await openRound(full);
  const { repository, disk } = context;
  await recoverMove(context, request.signal);
  await writeAsides(disk, root, context.asides);
  const url = findRemoteUrl(repository.config, settings.remote) ?? request.url;
  const remote = await openRemote({ ...context, url, env, settings });
  const exchange = { request: full, context, remote, isSameRemote: true };
  const exchanged = await exchangeWithRemote(exchange);
  const place = await readPlace(root);
  if (place.head !== null) {
    const upstream = {
      branch: place.branch,
      remote: settings.remote,
      remoteBranch: place.branch,
    };
    await setUpstream(repository.gitDir, upstream, { clock, disk });
  }
  const { ref } = await readHead(repository.gitDir);
  if (place.head !== null) await recordBranch(repository, disk, ref);
  return {
    ...{ committed: 0, conflicts: [], remote: remote.url },
    heldBack: await listLeftOut(context, settings.maxFileBytes),
    ...exchanged,
    ...place,
    ...(place.head === null ? { remoteIsEmpty: true } : {}),
  };
}
