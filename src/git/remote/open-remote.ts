import { join } from "node:path";
import { readIfThere } from "../disk.ts";
import type { Remote, RemoteOptions } from "./remote.ts";
import { remoteFailed } from "./remote-failed.ts";
import { parseRemoteUrl } from "./remote-url.ts";

/**
 * Opens the remote of a URL or path; nothing is asked of the network before the first call. The system's git goes everywhere;
 * without it, isomorphic-git goes over https.
 */
export async function openRemote(options: RemoteOptions): Promise<Remote> {
  const { url, repository, env, git, settings } = options;
  const place = parseRemoteUrl(url, { root: repository.root, home: env.HOME });
  if ((await readIfThere(join(repository.gitDir, "shallow"))) !== undefined) {
    throw remoteFailed(place.shown, {
      reason: "unsupported",
      state: "the history of this vault is cut off (a shallow clone)",
      fix: "complete it with `git fetch --unshallow`",
    });
  }
  const { ca } = settings;
  if (ca !== undefined && (await readIfThere(ca, { followLinks: true })) === undefined) {
    throw remoteFailed(place.shown, {
      reason: "host-key",
      state: `the file of certificates ${ca} is not there`,
      fix: "write the path of your certificate authority into the setting sync.ca, or take it out",
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
