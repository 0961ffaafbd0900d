import { readGitConfig, setConfig } from "../config/git-config.ts";
import type { Objects } from "../objects/objects.ts";
import type { SystemGit } from "../system-git.ts";
import { openGitRemote } from "./git-remote.ts";
import { openHttpsRemote } from "./https-remote.ts";
import { unsupported } from "./remote-failed.ts";
import { parseRemoteUrl, type RemotePlace } from "./remote-url.ts";

/** What the other side has: branch → newest commit, by short names such as `main`. */
export interface RemoteRefs {
  /** The branch that a clone checks out; none where the remote does not say. */
  readonly head: string | undefined;
  readonly branches: ReadonlyMap<string, string>;
}

/** A branch of the remote, from where it was seen last (undefined: nowhere) to where it shall stand. */
export interface RemoteMove {
  readonly branch: string;
  readonly from: string | undefined;
  readonly to: string;
}

/**
 * The copy of the vault elsewhere. Each call may throw SYNC_FAILED, whose message is one sentence without secrets, with
 * `reason` and `fix` in its data, or the error of this disk; a signal ends it with the signal's reason.
 */
export interface Remote {
  /** Without user, password or token. */
  readonly url: string;
  refs(signal?: AbortSignal): Promise<RemoteRefs>;
  /** Brings a branch into the store, whole and checked, and gives its tip. `known`: commits that are complete here. */
  fetch(branch: string, known: readonly string[], signal?: AbortSignal): Promise<string>;
  /** Sends what is missing, and moves the branch to any commit. "raced": it is no longer at `from`. */
  push(move: RemoteMove, signal?: AbortSignal): Promise<"pushed" | "raced">;
}

/** What the person set. */
export interface RemoteSettings {
  /** The longest silence (ms). */
  readonly timeoutMs: number;
  /** Gives the token for https, where there is one; it is for the remote's own host only. */
  readonly readToken?: () => string | undefined;
}

export interface RemoteOptions {
  readonly url: string;
  readonly repository: { readonly root: string; readonly gitDir: string };
  readonly objects: Objects;
  readonly git: SystemGit | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly settings: RemoteSettings;
}

/**
 * Opens the remote of a URL or path; nothing is asked of the network before the first call. The system's git goes
 * everywhere; without it, isomorphic-git goes over https. Throws SYNC_FAILED where a token could be read on the way.
 */
export function openRemote(options: RemoteOptions): Remote {
  const { url, repository, env, git, settings } = options;
  const parsed = parseRemoteUrl(url, { root: repository.root, home: env.HOME });
  const place = parsed.type === "http" ? withToken(parsed, settings.readToken?.()) : parsed;
  if (git !== undefined) return openGitRemote(options, git, place);
  if (place.type === "http") return openHttpsRemote(options, place);
  const state = "ssh or a folder needs git 2.31 or newer, which is not installed here";
  throw unsupported(place.shown, state, "install git, or sync over https");
}

/** The place with a token, unless others could read it on the way. */
function withToken(place: RemotePlace, token: string | undefined): RemotePlace {
  if (token === undefined) return place;
  const { protocol, hostname } = new URL(place.shown);
  const isHere = /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(hostname);
  if (protocol !== "https:" && !isHere) {
    const state = "its connection is not encrypted, and your token could be read on the way";
    throw unsupported(place.shown, state, "use the https URL of the repository");
  }
  // Most hosts take any name beside a token.
  const usual = /(^|\.)bitbucket\.org$/.test(hostname) ? "x-token-auth" : "x-access-token";
  const user = place.user ?? usual;
  return { ...place, user, token, basic: Buffer.from(`${user}:${token}`).toString("base64") };
}

/**
 * Writes the URL of a remote into git's settings of this clone, every other line of which stays. Rejects with
 * SYNC_FAILED where it holds a password or token, with GIT_BLOCKED where another git program is writing there.
 */
export async function setRemote(gitDir: string, name: string, url: string): Promise<void> {
  parseRemoteUrl(url, { root: gitDir, home: undefined });
  const fetch = `remote.${name}.fetch`;
  const isKnown = (await readGitConfig(gitDir, { configFiles: [] })).has(fetch);
  const usual = isKnown ? {} : { [fetch]: `+refs/heads/*:refs/remotes/${name}/*` };
  await setConfig(gitDir, { ...usual, [`remote.${name}.url`]: url });
}
