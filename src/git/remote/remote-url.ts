import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { holdsControl, isToken, secretField, withoutUser } from "../config/remotes.ts";
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
  | SshPlace
  | { readonly type: "folder"; readonly path: string; readonly shown: string };

interface SshPlace {
  readonly type: "ssh";
  readonly host: string;
  readonly port: number | undefined;
  readonly user: string | undefined;
  readonly path: string;
  readonly shown: string;
}

/** Reads a remote's URL as git writes them: a URL, `user@host:path`, or a path. Relative paths start at the vault. */
export function parseRemoteUrl(
  url: string,
  start: { readonly root: string; readonly home: string | undefined },
): RemotePlace {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (holdsControl(url)) throw unsupported("its URL", "its URL holds control characters");
  if (scheme === "http" || scheme === "https") return httpPlace(url);
  if (scheme === "ssh" || scheme === "git+ssh" || scheme === "ssh+git") return sshPlace(url);
  if (scheme === "file") return filePlace(url);
  if (scheme !== undefined || /^[a-z][a-z0-9+-]*::/i.test(url)) {
    throw unsupported(withoutUser(url), `Loci does not speak ${scheme ?? url.split(":")[0]}://`);
  }
  const short = /^(?:([^@/\\:]+)@)?(\[[0-9a-f:.%]+\]|[^@/\\:]+):(.*)$/is.exec(url);
  if (short?.[2] !== undefined && !/^[a-z]:[\\/]/i.test(url)) {
    const [, user, host, path = ""] = short;
    return checkSsh({ host: bare(host), port: undefined, user, path, shown: `${host}:${path}` });
  }
  return folderPlace(url, start);
}

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");

function parseUrl(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed?.host) return parsed;
  throw unsupported("its URL", "its URL cannot be read");
}

function httpPlace(url: string): RemotePlace {
  const base = parseUrl(url);
  const user = decode(base.username);
  const hasSecret =
    base.password !== "" ||
    user.includes(":") ||
    isToken(user) ||
    base.search !== "" ||
    secretField.test(base.href);
  decode(base.pathname); // as git's credential helper is asked for it
  base.username = base.password = base.search = base.hash = "";
  base.pathname = base.pathname.replace(/(?<!\/)\/+$/, "");
  const shown = base.href.replace(/\/$/, "");
  if (hasSecret) {
    throw remoteFailed(withoutUser(shown), {
      reason: "unsupported",
      state: "its URL holds a password or token, which git would write into logs",
      fix: "set the URL without it (`git remote set-url`), and give the token in LOCI_SYNC_TOKEN, in a token file or to git's credential helper; replace the token where others may have seen it",
    });
  }
  return { type: "http", base, user: user || undefined, shown };
}

function sshPlace(url: string): RemotePlace {
  const parsed = parseUrl(url);
  const port = parsed.port === "" ? undefined : Number(parsed.port);
  const path = decode(parsed.pathname).replace(/^\/~/, "~");
  const shown = `ssh://${parsed.host}${parsed.pathname}`;
  if (parsed.password !== "") {
    throw unsupported(shown, "its URL holds a password, which git would write into logs");
  }
  const user = decode(parsed.username) || undefined;
  return checkSsh({ host: bare(decode(parsed.hostname)), port, user, path, shown });
}

/** Nothing that a program or shell on either side could take for an option or a command of its own. */
function checkSsh(place: Omit<SshPlace, "type">): RemotePlace {
  const odd = [place.host, place.user ?? "", place.path].some(
    (part) => part.startsWith("-") || /\p{Cc}/u.test(part),
  );
  const isShell = /[\s'"`$\\;&<>|(){}]/u.test(`${place.host}${place.user ?? ""}`);
  if (odd || isShell) {
    throw unsupported("its URL", "its URL holds something like an option of a program");
  }
  if (place.path === "" || place.path === "/") {
    throw unsupported(place.shown, "its URL names no repository");
  }
  return { type: "ssh", ...place };
}

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

function unsupported(shown: string, state: string): Error {
  return remoteFailed(shown, {
    reason: "unsupported",
    state,
    fix: "use an https or ssh URL such as git@host:path, or the path of a folder",
  });
}
