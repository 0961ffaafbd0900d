import querystring from "node:querystring";
import { fileURLToPath } from "node:url";
import { expandPath } from "../config/git-config.ts";
import { remoteFailed } from "./remote-failed.ts";

/** Where a remote is, by the way there. */
export interface RemotePlace {
  readonly type: "http" | "ssh" | "folder";
  /** Its address without user, password or token; of a folder, its path. */
  readonly shown: string;
  readonly user?: string | undefined;
  /** For this host only, and both as a header has them; no sentence repeats them. */
  readonly token?: string;
  readonly basic?: string;
}

/** Reads a URL, `user@host:path`, or a path from the vault. Refuses one with a secret, or that could run a program. */
export function parseRemoteUrl(
  url: string,
  { root, home }: { readonly root: string; readonly home: string | undefined },
): RemotePlace {
  // Git's helpers take a line end, written out or as `%0a`, for that of a field.
  if (/^\s*$|^-|\p{Cc}|%(?:[01][0-9a-f]|7f)/iu.test(url))
    throw badUrl("is empty, an option, or holds control characters");
  const [, scheme, host = "", path = ""] = /^([\w+.-]+):(?:\/\/([^/]*)(.*)|:)/.exec(url) ?? [];
  const kind = scheme?.toLowerCase();
  if (kind === "http" || kind === "https") return httpPlace(url);
  if (kind === "ssh") return sshPlace(host, path, "ssh://");
  if (kind === "file" && host === "" && !/%2f/i.test(path))
    return { type: "folder", shown: fileURLToPath(url) };
  if (kind !== undefined) throw badUrl(`is of a kind that Loci does not speak, ${kind}://`);
  const [, at, below = ""] =
    /^((?:[^@/\\:]+@)?(?:\[[0-9a-f:.]+\]|[^@/\\:]{2,}))(:.*)$/is.exec(url) ?? [];
  if (at !== undefined) return sshPlace(at, below);
  return { type: "folder", shown: expandPath(url, root, home) };
}

function httpPlace(url: string): RemotePlace {
  const base = URL.parse(url);
  if (base === null) throw badUrl("cannot be read");
  const user = querystring.unescape(base.username);
  if (base.password !== "" || token.test(user) || /[?#;]/.test(url)) throw holdsSecret();
  base.username = "";
  return { type: "http", user: user || undefined, shown: base.href.replace(/\/+$/, "") };
}

/** One where the user name belongs: of a usual host, or what is too long and mixed for a name. */
const token = /:|^(?:gh[a-z]_|github_pat_|gl[a-z]+-|ATBB|hf_)|^(?=.*\d)(?=.*[a-z]).{20}/i;

/** Nothing that a program or shell on either side could take for an option or a command of its own. */
function sshPlace(at: string, path: string, before = ""): RemotePlace {
  const [, login = "", host = ""] = /^(?:(.*)@)?(.*)$/.exec(at) ?? [];
  if (login.includes(":")) throw holdsSecret();
  if (/^-|[\s'"`$\\;&<>|(){}%]/.test(login) || /^-|[^\w.:[\]-]/.test(host) || /^:?\/?-/.test(path))
    throw badUrl("holds something like an option of a program");
  if (host === "" || /^:?\/?$/.test(path)) throw badUrl("names no repository");
  return { type: "ssh", shown: before + host + path };
}

const holdsSecret = (): Error =>
  badUrl(
    "holds a password or token, which git would write into its settings and logs",
    "set it without (`git remote set-url`), and give a new token in LOCI_SYNC_TOKEN or a token file",
  );

const badUrl = (
  state: string,
  fix = "use an https or ssh URL such as git@host:path, or the path of a folder",
): Error => remoteFailed("the remote", `its URL ${state}`, { fix });
