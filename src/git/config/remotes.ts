import { join } from "node:path";
import type { DeviceClock } from "../../device-clock.ts";
import { LociError } from "../../errors.ts";
import { blocked } from "../blocked.ts";
import { type Disk, nodeDisk, openDrafts, readIfThere } from "../disk.ts";
import { takeLock } from "../lock-file.ts";
import type { GitConfig } from "./git-config.ts";
import { setConfigKeys } from "./set-config-keys.ts";

/** What git's settings are changed with. */
interface Means {
  readonly clock: DeviceClock;
  readonly disk?: Disk | undefined;
}

/**
 * Writes the URL of a remote into git's settings of this clone, every other byte of which stays. Rejects with
 * BAD_INPUT where the URL holds a password or token, with GIT_BLOCKED where another git program is writing there.
 */
export async function setRemote(
  gitDir: string,
  name: string,
  url: string,
  means: Means,
): Promise<void> {
  checkRemoteName(name);
  checkRemoteUrl(url);
  await changeConfig(gitDir, means, (text) => {
    const isNew = !text.includes(`[remote "${name}"]`);
    const fetch = `+refs/heads/*:refs/remotes/${name}/*`;
    const keys = isNew ? { url, fetch } : { url };
    return setConfigKeys(text, `remote "${name}"`, keys);
  });
}

/** Lets the person's own `git pull` know which branch of which remote a branch follows. */
export async function setUpstream(
  gitDir: string,
  upstream: { readonly branch: string; readonly remote: string; readonly remoteBranch: string },
  means: Means,
): Promise<void> {
  const { branch, remote, remoteBranch } = upstream;
  await changeConfig(gitDir, means, (text) =>
    setConfigKeys(text, `branch "${branch.replace(/[\\"]/g, "\\$&")}"`, {
      remote,
      merge: `refs/heads/${remoteBranch}`,
    }),
  );
}

function checkRemoteName(name: string): void {
  if (/^[A-Za-z0-9][-\w.]*$/.test(name) && !name.includes("..")) return;
  throw new LociError(
    "BAD_INPUT",
    `Cannot use the remote name "${name}": letters, digits, dots and dashes only`,
  );
}

/** Refuses what would put a secret into git's settings, or let git run a program. Throws BAD_INPUT. */
export function checkRemoteUrl(url: string): void {
  const state = faultOf(url);
  if (state === undefined) return;
  const message = `Cannot use the remote "${withoutUser(url)}": ${state}`;
  throw new LociError("BAD_INPUT", message, { data: { url: withoutUser(url) } });
}

function faultOf(url: string): string | undefined {
  if (url.trim() === "") return "it is empty";
  if (holdsControl(url)) return "it holds a control character";
  if (url.startsWith("-")) return "it starts like an option";
  if (/^[a-z][a-z0-9+.-]*::/i.test(url)) return "git would run a program for it";
  const [, user] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)@/i.exec(url) ?? [];
  const secret =
    "it holds a password or token, which would stand in git's settings; leave it out and set LOCI_SYNC_TOKEN";
  if (user !== undefined && (user.includes(":") || isTokenLike(user))) return secret;
  return secretField.test(url) ? secret : undefined;
}

/** A control character, written out or as `%0a`: git's own helpers take a line end for that of a field. */
export const holdsControl = (url: string): boolean =>
  /\p{Cc}/u.test(url) || (url.includes("://") && /%(?:[01][0-9a-f]|7f)/i.test(url));

/** A field of an address in which some hosts take a token. */
export const secretField: RegExp = /[?&;](?:access_|private_|auth_?)?(?:token|password|key)=/i;

/** Tokens of the usual hosts, which some people put where the user name belongs. */
export const isToken = (user: string): boolean =>
  /^(?:gh[a-z]_|github_pat_|gl[a-z]+-|ATBB|hf_|[0-9a-f]{40}$)/i.test(user);

/** Also names that go with a token, and whatever is too long and mixed to be a name. */
const isTokenLike = (user: string): boolean =>
  isToken(user) ||
  /^(?:x-token-auth|x-oauth-basic)/i.test(user) ||
  (user.length >= 20 && /\d/.test(user) && /[a-z]/i.test(user));

const secretTail = new RegExp(`${secretField.source}.*$`, "is");

/** An address as it may be shown. */
export const withoutUser = (url: string): string =>
  url
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1")
    .replace(/[?#].*$/s, "")
    .replace(secretTail, "")
    .replace(/\p{Cc}/gu, " ");

/** Replaces git's settings under git's own lock. A lock that holds just what we would write is that of a killed try. */
async function changeConfig(
  gitDir: string,
  means: Means,
  change: (text: string) => string,
): Promise<void> {
  const { disk = nodeDisk, clock } = means;
  const file = join(gitDir, "config");
  const lock = `${file}.lock`;
  await openDrafts(disk, gitDir);
  const text = (await readIfThere(file))?.toString("utf8") ?? "";
  const next = Buffer.from(change(text));
  if (next.toString("utf8") === text) return;
  const isOurs = (await readIfThere(lock))?.equals(next) === true;
  if (!isOurs) await takeConfigLock(disk, gitDir, { lock, next, clock });
  // The file may have changed between our reading and our lock.
  const now = (await readIfThere(file))?.toString("utf8") ?? "";
  if (now !== text) {
    await disk.unlink(lock);
    return changeConfig(gitDir, means, change);
  }
  await disk.rename(lock, file);
  await disk.flushFolder(gitDir);
}

async function takeConfigLock(
  disk: Disk,
  gitDir: string,
  { lock, next, clock }: { lock: string; next: Buffer; clock: DeviceClock },
): Promise<void> {
  try {
    await takeLock(disk, gitDir, lock, next, { lockTimeout: 2_000, signal: undefined, clock });
  } catch (cause) {
    if (cause instanceof LociError) {
      throw blocked(
        `another git program holds ${lock}`,
        "close it; if no git program is running, delete that file",
        cause,
      );
    }
    throw cause;
  }
}

/**
 * The address of a remote in git's settings, with the person's own shorthands (`url.<base>.insteadOf`) spelt out;
 * undefined where there is none of this name.
 */
export function findRemoteUrl(config: GitConfig, name: string): string | undefined {
  const url = config.get(`remote.${name}.url`);
  return url === undefined || url === "" ? undefined : spellOut(config, url);
}

/** An address with the person's own shorthands spelt out. */
export function spellOut(config: GitConfig, url: string): string {
  let longest = "";
  let base = "";
  for (const [key, prefix] of config) {
    const [, replacement] = /^url\.(.*)\.insteadof$/s.exec(key) ?? [];
    if (replacement === undefined || prefix.length <= longest.length) continue;
    if (url.startsWith(prefix)) [longest, base] = [prefix, replacement];
  }
  return base + url.slice(longest.length);
}
