import { isAncestor } from "../ancestry/ancestry.ts";
import { isThere } from "../disk.ts";
import { openGitRemote } from "./git-remote.ts";
import { openHttpsRemote } from "./https-remote.ts";
import type { Remote, RemoteMove, RemoteOptions } from "./remote.ts";
import { remoteFailed } from "./remote-failed.ts";
import { parseRemoteUrl } from "./remote-url.ts";

/**
 * Opens the remote of a URL or path; nothing is asked of the network before the first call. The system's git goes everywhere;
 * without it, isomorphic-git goes over https.
 */
export async function openRemote(options: RemoteOptions): Promise<Remote> {
  const { url, repository, env, git } = options;
  const place = parseRemoteUrl(url, { root: repository.root, home: env.HOME });
  const { ca } = options.settings;
  if (ca !== undefined && !(await isThere(ca))) {
    throw remoteFailed(place.shown, {
      reason: "host-key",
      state: `there is no file of certificates "${ca}"`,
      fix: "correct the setting sync.ca",
    });
  }
  if (git !== undefined) return onlyForward(openGitRemote(place, git, options), options);
  if (place.type === "http" && ca === undefined)
    return onlyForward(openHttpsRemote(place, options), options);
  throw remoteFailed(place.shown, {
    reason: "unsupported",
    state: "ssh, a folder or sync.ca needs git 2.31 or newer, which is not installed here",
    fix: "install git, or sync over https",
  });
}

/** Where a branch stands must be part of what it shall become, unless it is forced. */
const onlyForward = (remote: Remote, { objects }: RemoteOptions): Remote => ({
  ...remote,
  async push(move: RemoteMove, signal?: AbortSignal) {
    const { from, to, isForced } = move;
    const isForward =
      from === undefined ||
      isForced === true ||
      ((await objects.has(from)) && (await isAncestor(objects, from, to, signal)));
    if (isForward) return remote.push(move, signal);
    throw new TypeError(`Cannot push "${to}": it does not contain "${from}", which the remote has`);
  },
});
