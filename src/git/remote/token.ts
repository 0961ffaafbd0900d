import { remoteFailed } from "./remote-failed.ts";
import type { HttpPlace } from "./remote-url.ts";

/** What a server over https is told; no sentence repeats it. */
export interface Login {
  readonly user: string;
  readonly token: string;
}

/** The login with a token, for the place's own host only. Throws SYNC_FAILED where it would be read on the way. */
export function toLogin(
  { base, user, shown }: HttpPlace,
  token: string | undefined,
): Login | undefined {
  if (token === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,4096}$/.test(token)) {
    throw remoteFailed(shown, {
      reason: "auth",
      state: "its token holds blanks or odd characters, and so is none",
      fix: "put the token alone into LOCI_SYNC_TOKEN or the file, as the host showed it",
    });
  }
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
  return { user: user ?? usual, token };
}
