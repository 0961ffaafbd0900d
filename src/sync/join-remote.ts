import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { errnoOf, LociError, messageOf } from "../errors.ts";
import { findRemoteUrl, readGitConfig, setConfig } from "../git/config/git-config.ts";
import { disk, isOurLock } from "../git/disk.ts";
import { readHead } from "../git/refs/refs.ts";
import { parseRemoteUrl } from "../git/remote/remote-url.ts";
import { initRepository } from "../git/repository/repository.ts";
import { unlocked } from "../vault/lock.ts";
import { readSyncRecord } from "./round/sync-record.ts";
import type { SyncReport, SyncRequest } from "./round/sync-request.ts";
import { syncVault } from "./sync.ts";

/** A remote to make a vault from. */
export interface JoinRequest
  extends Omit<SyncRequest, "lock" | "commitLock" | "syncLock" | "accept"> {
  readonly url: string;
  /** Makes `lociDir` in the vault's folder. */
  readonly openLociDir?: () => Promise<unknown>;
}

/**
 * Makes a vault of what a remote holds, in an empty or missing folder; killed in between, it goes on when run again.
 * An empty remote leaves a repository without a commit (`head` is null). Rejects as `syncVault` does, and with
 * BAD_INPUT where the folder holds anything else or the URL a password.
 */
export async function joinRemote(request: JoinRequest): Promise<SyncReport> {
  const { root, settings, env } = request;
  // A path is meant from where the command was typed, not from the vault.
  const url = /^\.{0,2}\//.test(request.url) ? resolve(request.url) : request.url;
  parseRemoteUrl(url, { root, home: env.HOME });
  await checkEmpty(request, url);
  await prepare(request);
  const locks = { lock: unlocked, commitLock: unlocked, syncLock: unlocked }; // No other process uses the folder yet.
  const report = await syncVault({ ...request, ...locks, remote: url });
  // The person's own `git pull` knows then which branch this one follows.
  const { branch } = report;
  const [remote, merge] = [settings.remote, `refs/heads/${branch}`];
  const upstream = { [`branch.${branch}.remote`]: remote, [`branch.${branch}.merge`]: merge };
  await setConfig(join(root, ".git"), upstream);
  return report;
}

/** A folder that holds anything is joined from within, where all is kept; but for what a join left that did not end. */
async function checkEmpty(
  { root, lociDir, person, settings }: JoinRequest,
  url: string,
): Promise<void> {
  const refused = (state: string, cause?: unknown): LociError =>
    new LociError("BAD_INPUT", `Cannot join "${url}" into "${root}": ${state}`, { cause });
  const names = await readdir(root).catch((cause: unknown): string[] => {
    if (errnoOf(cause) === "ENOENT") return [];
    const isFile = errnoOf(cause) === "ENOTDIR";
    throw refused(isFile ? "it is a file; name a folder" : messageOf(cause), cause);
  });
  const gitDir = join(root, ".git");
  const isOurs = names.every((name) => /^\.(?:loci|git(?:\.\d+-[0-9a-f]+)?)$/.test(name));
  if (isOurs && (!names.includes(".git") || (await readHead(gitDir)).oid === undefined)) return;
  const isSame = findRemoteUrl(await readGitConfig(gitDir, person), settings.remote) === url;
  const isBegun = async (): Promise<boolean> =>
    (await readSyncRecord(lociDir)).lastSuccess === null || isOurLock(join(gitDir, "config.lock")); // It was killed at its last setting.
  // A clone by plain git is asked about first.
  if (isSame && names.includes(".loci") && (await isBegun())) return;
  throw refused(
    `the folder is not empty; to merge what it holds with the vault there, run "loci init ${root}" if it is not a vault yet, then "cd ${root} && loci sync --remote ${url}"`,
  );
}

async function prepare({ root, lociDir, openLociDir }: JoinRequest): Promise<void> {
  try {
    await disk.mkdir(root, 0o700);
    await openLociDir?.();
    await disk.mkdir(lociDir, 0o700);
    await initRepository(root);
  } catch (cause) {
    if (cause instanceof LociError) throw cause;
    const message = `Cannot make the vault "${root}": ${messageOf(cause)}`;
    throw new LociError("WRITE_FAILED", message, { data: { root }, cause });
  }
}
