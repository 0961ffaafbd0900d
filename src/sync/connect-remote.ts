import { existsSync, realpathSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { DeviceClock } from "../device-clock.ts";
import { LociError } from "../errors.ts";
import { findRemoteUrl, gitHome, readGitConfig, spellOut } from "../git/config/git-config.ts";
import { readHead } from "../git/refs/head.ts";
import { createFolderRemote } from "../git/remote/create-folder-remote.ts";
import { parseRemoteUrl } from "../git/remote/remote-url.ts";
import { setRemote } from "../git/remote/set-remote.ts";
import { branchOf } from "./round/choose-branch.ts";

export interface ConnectOptions {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: DeviceClock;
  /** What the remote is called in git's settings. */
  readonly name: string;
}

/**
 * Names the remote of this clone; where it has another, that stays until a round with this one (`newRemote`) ends well.
 * `create` makes the remote, which is a folder, a repository first. Throws LociError GIT_BLOCKED, SYNC_FAILED, BAD_INPUT
 * or USAGE.
 */
export async function connectRemote(
  { root, clock, env, name }: ConnectOptions,
  url: string,
  { create }: { readonly create: boolean },
): Promise<void> {
  if (!existsSync(join(root, ".git"))) {
    throw new LociError(
      "GIT_BLOCKED",
      `Cannot connect "${root}" to a remote: it is not a git repository; run "loci init ${root}" first, which changes nothing in it`,
      { data: { fix: `loci init ${root}` } },
    );
  }
  await checkPlace(root, url, env);
  if (create) await createRemote(root, url, env.HOME);
  const gitDir = join(root, ".git");
  if (findRemoteUrl(await readGitConfig(gitDir, gitHome(env)), name) !== undefined) return;
  await setRemote(gitDir, name, url, { clock });
}

/** Refuses what can never be synced with. Throws SYNC_FAILED or BAD_INPUT. */
async function checkPlace(root: string, url: string, env: NodeJS.ProcessEnv): Promise<void> {
  const full = spellOut(await readGitConfig(join(root, ".git"), gitHome(env)), url);
  const place = parseRemoteUrl(full, { root, home: env.HOME });
  if (place.type !== "folder") return;
  const way = relative(realOf(root), realOf(place.path));
  if (way === ".." || way.startsWith(`..${sep}`) || resolve(way) === way) return;
  const state = way === "" ? "it is the vault itself" : "it lies inside the vault";
  throw new LociError(
    "BAD_INPUT",
    `Cannot use the remote "${place.shown}": ${state}; name a folder elsewhere, on a USB stick or a network disk`,
  );
}

/** A path without links, as far as it exists. */
function realOf(path: string): string {
  const above = resolve(path, "..");
  if (existsSync(path)) return realpathSync(path);
  return above === path ? path : join(realOf(above), path.slice(above.length));
}

/** Makes the repository that a folder remote is. That of a host is the host's to make. */
async function createRemote(root: string, url: string, home: string | undefined): Promise<void> {
  const place = parseRemoteUrl(url, { root, home });
  if (place.type !== "folder") {
    throw new LociError(
      "USAGE",
      `Cannot create ${place.shown}: only a folder is created from here; make the repository at its host, then sync without --create`,
    );
  }
  const branch = branchOf(await readHead(join(root, ".git")));
  await createFolderRemote(place.path, { branch });
}
