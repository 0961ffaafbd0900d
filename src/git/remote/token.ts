import { realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import { readIfThere } from "../disk.ts";
import { shellWord } from "../shell-word.ts";
import type { RemoteOptions } from "./remote.ts";
import { remoteFailed } from "./remote-failed.ts";
import type { RemotePlace } from "./remote-url.ts";

type HttpPlace = Extract<RemotePlace, { type: "http" }>;

/** The token that was given for sync, and where it stood; it is for the remote's own host only. */
export interface Token {
  readonly value: string;
  /** `user:token` */
  readonly login: string;
  /** For a sentence. */
  readonly source: string;
}

/** Reads LOCI_SYNC_TOKEN, else the token file; undefined where neither is set. Throws SYNC_FAILED ("auth"). */
export async function readToken(
  { env, settings: { tokenFile }, repository: { root } }: RemoteOptions,
  place: HttpPlace,
): Promise<Token | undefined> {
  const { shown } = place;
  const written = env.LOCI_SYNC_TOKEN?.trim();
  if (written) return checkToken(written, "LOCI_SYNC_TOKEN", place);
  if (tokenFile === undefined) return undefined;
  const source = `the token file ${tokenFile}`;
  const no = (state: string, fix: string, cause?: unknown): Error =>
    remoteFailed(shown, { reason: "auth", state: `${source} ${state}`, fix, cause });
  const text = await readIfThere(tokenFile, { maxBytes: 65_536, followLinks: true }).catch(
    (cause: unknown) => {
      throw no("cannot be read", "give the user that runs Loci read access to it", cause);
    },
  );
  if (text === undefined)
    throw no("is not there", "write the token into it, or take it out of the settings");
  const file = await realpath(tokenFile);
  if (file.startsWith((await realpath(root)) + sep)) {
    const fix = "move it out, and replace the token";
    throw no("lies in the vault, from where it would be synced", fix);
  }
  if (!(await isClosed(file, env)))
    throw no("can be read by others", `run \`chmod 600 ${shellWord(tokenFile)}\``);
  return checkToken(text.toString("utf8").trim(), source, place);
}

function checkToken(value: string, source: string, { base, user, shown }: HttpPlace): Token {
  // Most hosts take any name beside a token.
  const usual = /(^|\.)bitbucket\.org$/.test(base.hostname) ? "x-token-auth" : "x-access-token";
  if (/^[\x21-\x7e]{1,4096}$/.test(value)) {
    checkPrivate(base, shown);
    return { value, login: `${user ?? usual}:${value}`, source };
  }
  throw remoteFailed(shown, {
    reason: "auth",
    state: `the token in ${source} is not one: it holds blanks or odd characters`,
    fix: "put the token there alone, as the host showed it",
  });
}

/**
 * Whether others are kept out. A credential of systemd belongs to root and is read through the group or an access list;
 * its folder is closed to all others.
 */
async function isClosed(place: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { mode, uid } = await stat(place);
  if ((mode & 0o077) === 0 || process.platform === "win32") return true;
  const folder = env.CREDENTIALS_DIRECTORY;
  if (!folder || (mode & 0o037) !== 0 || (uid !== 0 && uid !== process.getuid?.())) return false;
  return place.startsWith((await realpath(folder).catch(() => "\0")) + sep);
}

/** A token is readable by everybody on the way where the connection is not encrypted. */
function checkPrivate(base: URL, shown: string): void {
  const isLoopback = /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(base.hostname);
  if (base.protocol === "https:" || isLoopback) return;
  throw remoteFailed(shown, {
    reason: "unsupported",
    state: "its connection is not encrypted, and your token could be read on the way",
    fix: "use the https URL of the repository",
  });
}
