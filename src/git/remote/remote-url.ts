import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { remoteFailed } from "./remote-failed.ts";

/** Where a remote is, by the way there. */
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

/**
 * Reads a remote's URL as git writes them: a URL, `user@host:path`, or a path. Relative paths start at the vault. Throws
 * SYNC_FAILED for one that holds a secret, that runs a program, or that Loci does not speak.
 */
export function parseRemoteUrl(
  url: string,
  start: { readonly root: string; readonly home: string | undefined },
): RemotePlace {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  // git's own helpers take a line end, written out or as `%0a`, for that of a field.
  const hasControl = /\p{Cc}/u.test(url) || (scheme && /%(?:[01][0-9a-f]|7f)/i.test(url));
  if (hasControl || /^(?:\s*$|-)/.test(url)) {
    throw unsupported("its URL", "its URL is empty, an option, or holds control characters");
  }
  if (scheme === "http" || scheme === "https") return httpPlace(url);
  if (scheme === "ssh" || scheme === "git+ssh" || scheme === "ssh+git") {
    const { username, hostname, host, pathname, password } = parseUrl(url);
    const login = decode(`${username}@${hostname}`);
    const shown = `ssh://${host}${pathname}`;
    return sshPlace({ login, path: decode(pathname), shown, hasSecret: password !== "" });
  }
  if (scheme === "file") return filePlace(url);
  if (scheme !== undefined || /^[a-z][a-z0-9+-]*::/i.test(url)) {
    throw unsupported(withoutUser(url), `Loci does not speak ${scheme ?? url.split(":")[0]}://`);
  }
  const short = /^(?:([^@/\\:]+)@)?(\[[0-9a-f:.%]+\]|[^@/\\:]+):(.*)$/is.exec(url);
  if (short === null || /^[a-z]:[\\/]/i.test(url)) return folderPlace(url, start);
  const [, user = "", host, path = ""] = short;
  return sshPlace({ login: `${user}@${host}`, path, shown: `${host}:${path}`, hasSecret: false });
}

function parseUrl(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed?.host) return parsed;
  throw unsupported("its URL", "its URL cannot be read");
}

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

interface SshLogin {
  /** `user@host` */
  readonly login: string;
  readonly path: string;
  readonly shown: string;
  readonly hasSecret: boolean;
}

/** Nothing that a program or shell on either side could take for an option or a command of its own. */
function sshPlace({ login, path, shown, hasSecret }: SshLogin): RemotePlace {
  if (hasSecret) throw holdsSecret(shown);
  const isOption = [...login.split("@"), path].some((part) => /^-|\p{Cc}/u.test(part));
  if (isOption || /[\s'"`$\\;&<>|(){}]/u.test(login)) {
    throw unsupported("its URL", "its URL holds something like an option of a program");
  }
  if (path === "" || path === "/") throw unsupported(shown, "its URL names no repository");
  return { type: "ssh", shown };
}

/** A field of an address in which some hosts take a token. */
const secretField = /[?&;](?:access_|private_|auth_?)?(?:token|password|key)=/i;

/** Tokens, which some people put where the user name belongs: those of usual hosts, and what is too long and mixed for a name. */
const isToken = (user: string): boolean =>
  /^(?:gh[a-z]_|github_pat_|gl[a-z]+-|ATBB|hf_)/i.test(user) ||
  /^(?=.*\d)(?=.*[a-z]).{20}/i.test(user);

const secretTail = new RegExp(`(?:[?#]|${secretField.source}).*$`, "is");

/** An address as it may be shown. */
export const withoutUser = (url: string): string =>
  url
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1")
    .replace(secretTail, "")
    .replace(/\p{Cc}/gu, " ");

function filePlace(url: string): RemotePlace {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.host !== "") {
    throw unsupported("its URL", "its file URL names another machine or cannot be read");
  }
  const path = fileURLToPath(parsed);
  return { type: "folder", path, shown: path };
}

function folderPlace(
  path: string,
  start: { readonly root: string; readonly home: string | undefined },
): RemotePlace {
  const atHome = path === "~" || /^~[\\/]/.test(path);
  const full =
    atHome && start.home !== undefined
      ? join(start.home, path.slice(1))
      : isAbsolute(path)
        ? path
        : resolve(start.root, path);
  return { type: "folder", path: full, shown: full };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unsupported("its URL", "its URL cannot be read");
  }
}

const holdsSecret = (shown: string): Error =>
  unsupported(
    shown,
    "its URL holds a password or token, which git would write into its settings and logs",
    "set the URL without it (`git remote set-url`), and give the token in LOCI_SYNC_TOKEN, in a token file or to git's credential helper; replace the token where others may have seen it",
  );

function unsupported(
  shown: string,
  state: string,
  fix = "use an https or ssh URL such as git@host:path, or the path of a folder",
): Error {
  return remoteFailed(shown, { reason: "unsupported", state, fix });
}
