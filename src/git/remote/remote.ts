import type { Disk } from "../disk.ts";
import type { Objects } from "../objects/objects.ts";
import type { Repository } from "../repository/repository.ts";
import type { SystemGit } from "../system-git.ts";
import { openGitRemote } from "./git-remote.ts";
import { openHttpsRemote } from "./https-remote.ts";
import { remoteFailed } from "./remote-failed.ts";
import { type HttpPlace, parseRemoteUrl } from "./remote-url.ts";

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
  /**
   * Brings a branch into the store, whole and checked, and gives its tip; refs are never written here. `known`: commits
   * that are complete here, and that the remote may have.
   */
  fetch(branch: string, known: readonly string[], signal?: AbortSignal): Promise<string>;
  /** Sends what is missing, and moves the branch to any commit. "raced": it is no longer at `from`. */
  push(move: RemoteMove, signal?: AbortSignal): Promise<"pushed" | "raced">;
}

/** What the person set. */
export interface RemoteSettings {
  /** The longest silence (ms). */
  readonly timeoutMs: number;
  /** A file of further certificates (PEM) to trust for https. */
  readonly ca?: string | undefined;
  /** A private key for ssh, instead of those in ~/.ssh. */
  readonly sshKey?: string | undefined;
  /** Gives the token for https, where there is one; it is for the remote's own host only. */
  readonly readToken?: () => string | undefined;
}

export interface RemoteOptions {
  readonly url: string;
  readonly repository: Repository;
  readonly objects: Objects;
  readonly disk: Disk;
  /** The system's git, where there is one. */
  readonly git: SystemGit | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly settings: RemoteSettings;
}

/**
 * Opens the remote of a URL or path; nothing is asked of the network before the first call. The system's git goes
 * everywhere; without it, isomorphic-git goes over https.
 */
export function openRemote(options: RemoteOptions): Remote {
  const { url, repository, env, git, settings } = options;
  const parsed = parseRemoteUrl(url, { root: repository.root, home: env.HOME });
  const place = parsed.type === "http" ? withToken(parsed, settings.readToken?.()) : parsed;
  if (git !== undefined) return openGitRemote(options, git, place);
  if (place.type === "http" && settings.ca === undefined) return openHttpsRemote(options, place);
  throw remoteFailed(place.shown, {
    reason: "unsupported",
    state: "ssh, a folder or sync.ca needs git 2.31 or newer, which is not installed here",
    fix: "install git, or sync over https",
  });
}

/** The place with a token, unless others could read it on the way. */
function withToken(place: HttpPlace, token: string | undefined): HttpPlace {
  if (token === undefined) return place;
  const { base, shown } = place;
  const isHere = /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(base.hostname);
  if (base.protocol !== "https:" && !isHere) {
    throw remoteFailed(shown, {
      reason: "unsupported",
      state: "its connection is not encrypted, and your token could be read on the way",
      fix: "use the https URL of the repository",
    });
  }
  // Most hosts take any name beside a token.
  const usual = /(^|\.)bitbucket\.org$/.test(base.hostname) ? "x-token-auth" : "x-access-token";
  const user = place.user ?? usual;
  return { ...place, user, token, basic: Buffer.from(`${user}:${token}`).toString("base64") };
}
