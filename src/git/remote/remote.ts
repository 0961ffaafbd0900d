import { LociError, messageOf } from "../../errors.ts";
import { readGitConfig, setConfig } from "../config/git-config.ts";
import { diskBlocked } from "../disk.ts";
import type { Objects } from "../objects/objects.ts";
import type { SystemGit } from "../system-git.ts";
import { openGitRemote } from "./git-remote.ts";
import { openHttpsRemote } from "./https-remote.ts";
import { gitFailed, remoteFailed } from "./remote-failed.ts";
import { parseRemoteUrl, type RemotePlace } from "./remote-url.ts";

/** What the other side has: branch → newest commit, by short names such as `main`. */
export interface RemoteRefs {
  /** The branch that a clone checks out; none where the remote does not say. */
  readonly head: string | undefined;
  readonly branches: ReadonlyMap<string, string>;
}

/** The copy of the vault elsewhere. Each call may throw SYNC_FAILED, the error of this disk, or the signal's reason. */
export interface Remote {
  /** Without user, password or token. */
  readonly url: string;
  refs(): Promise<RemoteRefs>;
  /** Brings a branch into the store, whole and checked, and gives its tip. `known`: commits that are complete here. */
  fetch(branch: string, known: readonly string[]): Promise<string>;
  /** Sends what is missing, and moves the branch to any commit. "raced": it is not at `from` (undefined: nowhere). */
  push(branch: string, from: string | undefined, to: string): Promise<"pushed" | "raced">;
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
  readonly signal?: AbortSignal | undefined;
}

/** Opens a remote, by the system's git or, over https, without. Throws SYNC_FAILED for an address that will not do. */
export function openRemote(options: RemoteOptions): Remote {
  const { url, repository, env, git, settings, signal } = options;
  const parsed = parseRemoteUrl(url, { root: repository.root, home: env.HOME });
  const place = parsed.type === "http" ? withToken(parsed, settings.readToken?.()) : parsed;
  if (git === undefined && place.type !== "http") {
    const state = "ssh or a folder needs git 2.31 or newer, which is not installed here";
    throw remoteFailed(place.shown, state, { fix: "install git, or sync over https" });
  }
  const remote = git ? openGitRemote(options, git, place) : openHttpsRemote(options, place);
  const ask = async <T>(asking: () => Promise<T>): Promise<T> => {
    signal?.throwIfAborted();
    try {
      return await asking();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof LociError && error.code === "SYNC_FAILED") throw error;
      throw diskBlocked(error) ?? gitFailed(place, error);
    }
  };
  return {
    url: place.shown,
    refs: () => ask(() => remote.refs()),
    fetch: (branch, known) => ask(() => remote.fetch(branch, known)),
    push: (...move) => ask(() => remote.push(...move).catch(ifRaced)),
  };
}

/** Another device was faster, or is at it. */
function ifRaced(error: unknown): "raced" {
  if (!raced.test(messageOf(error))) throw error;
  return "raced";
}

const raced =
  /stale info|fetch first|(?:to update|cannot lock) ref|old value|reference already exists|create '[^']+\.lock'/;

/** The place with a token, unless others could read it on the way. */
function withToken(place: RemotePlace, token: string | undefined): RemotePlace {
  if (token === undefined) return place;
  const { protocol, hostname } = new URL(place.shown);
  const isHere = /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(hostname);
  if (protocol !== "https:" && !isHere) {
    const state = "its connection is not encrypted, and your token could be read on the way";
    throw remoteFailed(place.shown, state, { fix: "use the https URL of the repository" });
  }
  // Most hosts take any name beside a token.
  const usual = /(^|\.)bitbucket\.org$/.test(hostname) ? "x-token-auth" : "x-access-token";
  const user = place.user ?? usual;
  return { ...place, user, token, basic: Buffer.from(`${user}:${token}`).toString("base64") };
}

/** Writes the URL of a remote into git's settings of this clone. Rejects with SYNC_FAILED where it holds a secret. */
export async function setRemote(gitDir: string, name: string, url: string): Promise<void> {
  parseRemoteUrl(url, { root: gitDir, home: undefined });
  const fetch = `remote.${name}.fetch`;
  const isKnown = (await readGitConfig(gitDir, { configFiles: [] })).has(fetch);
  const usual = isKnown ? {} : { [fetch]: `+refs/heads/*:refs/remotes/${name}/*` };
  await setConfig(gitDir, { ...usual, [`remote.${name}.url`]: url });
}
