import { realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import { readIfThere } from "../disk.ts";
import { shellWord } from "../shell-word.ts";
import type { RemoteOptions } from "./remote.ts";
import { remoteFailed } from "./remote-failed.ts";
import type { RemotePlace } from "./remote-url.ts";

/** The token that was given for sync, and where it stood; it is for the remote's own host only. */
export interface Token {
  readonly value: string;
  /** `user:token` */
  readonly login: string;
  /** For a sentence. */
  readonly source: string;
}

/** Reads LOCI_SYNC_TOKEN, else the token file; undefined where neither is set. Throws SYNC_FAILED. */
export async function readToken(
  options: RemoteOptions,
  { base, user, shown }: Extract<RemotePlace, { type: "http" }>,
): Promise<Token | undefined> {
  const { tokenFile } = options.settings;
  const written = options.env.LOCI_SYNC_TOKEN?.trim();
  if (!written && tokenFile === undefined) return undefined;
  const source = written ? "LOCI_SYNC_TOKEN" : `the token file ${tokenFile}`;
  const no = (state: string, fix: string, cause?: unknown): Error =>
    remoteFailed(shown, { reason: "auth", state: `${source} ${state}`, fix, cause });
  const value = written || (await readTokenFile(tokenFile ?? "", options, no));
  if (!/^[\x21-\x7e]{1,4096}$/.test(value)) {
    const fix = "put the token there alone, as the host showed it";
    throw no("holds blanks or odd characters, and so no token", fix);
  }
  if (base.protocol !== "https:" && !/^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(base.hostname))
    throw remoteFailed(shown, {
      reason: "unsupported",
      state: "its connection is not encrypted, and your token could be read on the way",
      fix: "use the https URL of the repository",
    });
  // Most hosts take any name beside a token.
  const usual = /(^|\.)bitbucket\.org$/.test(base.hostname) ? "x-token-auth" : "x-access-token";
  return { value, login: `${user ?? usual}:${value}`, source };
}

async function readTokenFile(
  tokenFile: string,
  { env, repository: { root } }: RemoteOptions,
  no: (state: string, fix: string, cause?: unknown) => Error,
): Promise<string> {
  const limits = { maxBytes: 65_536, followLinks: true };
  const text = await readIfThere(tokenFile, limits).catch((cause: unknown) => {
    throw no("cannot be read", "give the user that runs Loci read access to it", cause);
  });
  if (text === undefined)
    throw no("is not there", "write the token into it, or take it out of the settings");
  const file = await realpath(tokenFile);
  if (file.startsWith((await realpath(root)) + sep))
    throw no(
      "lies in the vault, from where it would be synced",
      "move it out, and replace the token",
    );
  if (!(await isClosed(file, env)))
    throw no("can be read by others", `run \`chmod 600 ${shellWord(tokenFile)}\``);
  return text.toString("utf8").trim();
}

/**
 * Whether others are kept out. A credential of systemd belongs to root and is read through the group or an access list;
 * its folder is closed to all others.
 */
async function isClosed(file: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { mode, uid } = await stat(file);
  if ((mode & 0o077) === 0 || process.platform === "win32") return true;
  const folder = await realpath(env.CREDENTIALS_DIRECTORY || "\0").catch(() => "\0");
  const isOurs = uid === 0 || uid === process.getuid?.();
  return isOurs && (mode & 0o037) === 0 && file.startsWith(folder + sep);
}
