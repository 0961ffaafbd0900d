import { isAncestor } from "../ancestry/ancestry.ts";
import { openGitRemote } from "./git-remote.ts";
import { openHttpsRemote } from "./https-remote.ts";
import type { Remote, RemoteOptions } from "./remote.ts";
import { remoteFailed } from "./remote-failed.ts";
import { parseRemoteUrl } from "./remote-url.ts";
import { toLogin } from "./token.ts";

/**
 * Opens the remote of a URL or path; nothing is asked of the network before the first call. The system's git goes everywhere;
 * without it, isomorphic-git goes over https.
 */
export function openRemote(options: RemoteOptions): Remote {
  const { url, repository, objects, env, git, settings } = options;
  const place = parseRemoteUrl(url, { root: repository.root, home: env.HOME });
  const login = place.type === "http" ? toLogin(place, settings.readToken?.()) : undefined;
  const remote = open();
  return {
    ...remote,
    /** Where a branch stands must be part of what it shall become, unless it is forced. */
    async push(move, signal) {
      const { from, to, isForced = false } = move;
      const isForward =
        from === undefined ||
        isForced ||
        ((await objects.has(from)) && (await isAncestor(objects, from, to, signal)));
      if (isForward) return remote.push(move, signal);
      throw new TypeError(
        `Cannot push "${to}": it does not contain "${from}", which the remote has`,
      );
    },
  };

  function open(): Remote {
    if (git !== undefined) return openGitRemote(options, git, place, login);
    if (place.type === "http" && settings.ca === undefined)
      return openHttpsRemote(options, place, login);
    throw remoteFailed(place.shown, {
      reason: "unsupported",
      state: "ssh, a folder or sync.ca needs git 2.31 or newer, which is not installed here",
      fix: "install git, or sync over https",
    });
  }
}
