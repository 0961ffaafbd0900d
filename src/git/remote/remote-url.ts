import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { remoteFailed } from "./remote-failed.ts";

/** Where a remote is, by the way there; `shown` holds no user, password or token. */
export type RemotePlace =
  | {
      readonly type: "http";
      /** Without user info. */
      readonly base: URL;
      readonly user: string | undefined;
      readonly shown: string;
    }
  | { readonly type: "ssh"; readonly shown: string }
  | { readonly type: "folder"; readonly path: string; readonly shown: string };

/** What is odd in any address: git's helpers take a line end, written out or as `%0a`, for that of a field. */
const oddUrl = /^\s*$|^-|\p{Cc}|^[\w+.-]+:\/\/.*%(?:[01][0-9a-f]|7f)/iu;

/**
 * Reads a remote's URL as git writes them: a URL, `user@host:path`, or a path. Relative paths start at the vault. Throws
 * SYNC_FAILED for one that holds a secret, that runs a program, or that Loci does not speak.
 */
export function parseRemoteUrl(
  url: string,
  start: { readonly root: string; readonly home: string | undefined },
): RemotePlace {
  if (oddUrl.test(url)) throw odd("is empty, an option, or holds control characters");
  const scheme = /^([a-z][a-z0-9+.-]*):(?:\/\/|:)/i.exec(url)?.[1]?.toLowerCase();
  if (scheme === "http" || scheme === "https") return httpPlace(url);
  if (scheme === "ssh" || scheme === "git+ssh" || scheme === "ssh+git") {
    const { username, password, hostname, host, pathname } = parseUrl(url);
    const shown = `ssh://${host}${pathname}`;
    if (password !== "") throw holdsSecret(shown);
    return sshPlace([username, hostname, pathname].map(decode), shown);
  }
  if (scheme === "file") {
    const parsed = parseUrl(url);
    if (parsed.hostname !== "") throw odd("names another machine");
    return folderPlace(fileURLToPath(parsed));
  }
  if (scheme !== undefined) throw unsupported(withoutUser(url), `Loci does not speak ${scheme}://`);
  const short = /^(?:([^@/\\:]+)@)?(\[[0-9a-f:.%]+\]|[^@/\\:]+):(.*)$/is.exec(url);
  if (short !== null && !/^[a-z]:[\\/]/i.test(url)) {
    const [, user = "", host = "", path = ""] = short;
    return sshPlace([user, host, path], `${host}:${path}`);
  }
  const home = /^~(?:$|[\\/])/.test(url) ? start.home : undefined;
  return folderPlace(home === undefined ? resolve(start.root, url) : join(home, url.slice(1)));
}

const folderPlace = (path: string): RemotePlace => ({ type: "folder", path, shown: path });

function httpPlace(url: string): RemotePlace {
  const base = parseUrl(url);
  const user = decode(base.username);
  const isSecret = base.password !== "" || /:/.test(user) || isToken(user) || base.search !== "";
  if (isSecret || secretField.test(base.href)) throw holdsSecret(withoutUser(base.href));
  decode(base.pathname); // as git's credential helper is asked for it
  base.username = base.hash = "";
  base.pathname = base.pathname.replace(/(?<!\/)\/+$/, "");
  return { type: "http", base, user: user || undefined, shown: base.href.replace(/\/$/, "") };
}

/** Nothing that a program or shell on either side could take for an option or a command of its own. */
function sshPlace(parts: readonly string[], shown: string): RemotePlace {
  const [user = "", host = "", path = ""] = parts;
  if (parts.some((part) => /^-|\p{Cc}/u.test(part)) || /[\s'"`$\\;&<>|(){}]/.test(user + host))
    throw odd("holds something like an option of a program");
  if (path === "" || path === "/") throw unsupported(shown, "its URL names no repository");
  return { type: "ssh", shown };
}

/** A field of an address in which some hosts take a token. */
const secretField = /[?&;](?:access_|private_|auth_?)?(?:token|password|key)=/i;

/** Tokens, which some people put where the user name belongs: those of usual hosts, and what is too long and mixed for a name. */
const isToken = (user: string): boolean =>
  /^(?:gh[a-z]_|github_pat_|gl[a-z]+-|ATBB|hf_)|^(?=.*\d)(?=.*[a-z]).{20}/i.test(user);

const secretTail = new RegExp(`(?:[?#]|${secretField.source}).*$`, "is");

/** An address as it may be shown. */
export const withoutUser = (url: string): string =>
  url
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1")
    .replace(secretTail, "")
    .replace(/\p{Cc}/gu, " ");

function parseUrl(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed?.host || parsed?.protocol === "file:") return parsed;
  throw odd("cannot be read");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw odd("cannot be read");
  }
}

const odd = (state: string): Error => unsupported("its URL", `its URL ${state}`);

const holdsSecret = (shown: string): Error =>
  unsupported(
    shown,
    "its URL holds a password or token, which git would write into its settings and logs",
    "set the URL without it (`git remote set-url`), and give the token in LOCI_SYNC_TOKEN, in a token file or to git's credential helper; replace the token where others may have seen it",
  );

const unsupported = (
  shown: string,
  state: string,
  fix = "use an https or ssh URL such as git@host:path, or the path of a folder",
): Error => remoteFailed(shown, { reason: "unsupported", state, fix });
