import { isThere } from "../disk.ts";
import type { Remote, RemoteOptions } from "./remote.ts";
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
  if (git !== undefined) {
    const { openGitRemote } = await import("./git-remote.ts");
    return openGitRemote(place, git, options);
  }
  if (place.type === "http") {
    const { openHttpsRemote } = await import("./https-remote.ts");
    return openHttpsRemote(place, options);
  }
  throw remoteFailed(place.shown, {
    reason: "unsupported",
    state: "a folder or ssh needs git 2.31 or newer, which is not installed here",
    fix: "install git, or sync over https",
  });
}
