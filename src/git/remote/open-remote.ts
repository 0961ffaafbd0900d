import { openGitRemote } from "./git-remote.ts";
import { openHttpsRemote } from "./https-remote.ts";
import type { Remote, RemoteOptions } from "./remote.ts";
import { remoteFailed } from "./remote-failed.ts";
import { type HttpPlace, parseRemoteUrl } from "./remote-url.ts";

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
