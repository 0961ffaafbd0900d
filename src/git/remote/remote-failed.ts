import { stripVTControlCharacters } from "node:util";
import { errnoOf, LociError } from "../../errors.ts";
import type { FailureReason } from "./remote.ts";
import type { RemotePlace } from "./remote-url.ts";
import type { Token } from "./token.ts";

/** Why a remote could not be used, for the person; `state` and `fix` hold no secrets. */
export interface RemoteFailure {
  readonly reason: FailureReason;
  /** What is wrong, as the end of "Cannot sync with …: ". */
  readonly state: string;
  /** What to do about it. */
  readonly fix: string;
  readonly cause?: unknown;
}

/** The one error that remotes throw; `url` is what may be shown of the remote's address. */
export function remoteFailed(url: string, failure: RemoteFailure): LociError {
  const { reason, state, fix, cause } = failure;
  return new LociError("SYNC_FAILED", `Cannot sync with ${url}: ${state}`, {
    data: { reason, fix },
    cause,
  });
}

/** The error for what git or the network said; the first row of the table that fits. */
export function gitFailed(
  place: RemotePlace,
  said: string,
  token: Token | undefined,
  cause?: unknown,
): LociError {
  const secrets = token && [token.value, Buffer.from(token.login).toString("base64")];
  const text = lines(said, secrets ?? []);
  const [, reason, state, fix] = rows.find(([pattern]) => pattern.test(text)) ?? other;
  const words = { said: lastWords(text), user: userIn(text), source: token?.source ?? "" };
  const fill = (sentence: string): string =>
    sentence.replace(/\{(said|user|source)\}/g, (_, key: keyof typeof words) => words[key]);
  const isAsked = reason === "auth" && place.type === "http" && token === undefined;
  const failure = isAsked
    ? { state: "the server asks who you are", fix: giveToken }
    : { state, fix };
  return remoteFailed(place.shown, {
    reason,
    state: fill(failure.state),
    fix: fill(failure.fix),
    cause,
  });
}

const again = "try again later (`loci up` does so by itself)";
const giveToken = "give a token in LOCI_SYNC_TOKEN, in a token file, or to git's credential helper";

type Row = readonly [said: RegExp, reason: FailureReason, state: string, fix: string];

const other: Row = [/^/, "rejected", 'the other side says "{said}"', "look at the remote with git"];

const rows: readonly Row[] = [
  [
    /HOST IDENTIFICATION HAS CHANGED|marked as revoked/i,
    "host-key",
    "its host shows another key than the known one, or one that is revoked here; somebody may be in between",
    "ask the host's owner whether its key has changed; only then replace the line in ~/.ssh/known_hosts",
  ],
  [
    /host key verification failed/i,
    "host-key",
    "the key of its host is not known here",
    "connect with `ssh` by hand once, and compare the key with what its owner publishes",
  ],
  [
    /certificate|\bSSL\b|self.signed|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ALTNAME/i,
    "host-key",
    'its certificate is not trusted ("{said}")',
    "where the server is your own, name its certificate authority in the setting sync.ca; check this device's clock",
  ],
  [
    /could not resolve (?:host|proxy|hostname)|ENOTFOUND|EAI_AGAIN/i,
    "network",
    "its host is not found: offline, or misspelt",
    "check the network and the URL",
  ],
  [
    /connection refused|ECONNREFUSED|failed to connect|couldn't connect/i,
    "network",
    "nothing answers there",
    "check that the server runs, and the URL",
  ],
  [
    /\b30[12378]\b|redirect/i,
    "gone",
    "it has moved: the server answers with a redirect",
    "give its new address with `git remote set-url`",
  ],
  [/it timed out|timed? ?out|TimeoutError/i, "timeout", "it does not answer in time", again],
  [
    /no space left|quota|disk full|too large|exceeds|size limit|ENOSPC|EDQUOT|\b413\b|\b507\b/i,
    "full",
    'a disk is full, or the server takes no more ("{said}")',
    "free some space, or take large files out of the vault; nothing is lost",
  ],
  [
    /is currently checked out|refusing to update checked out branch/i,
    "rejected",
    "the branch is checked out there, and its files would not follow",
    "sync with a bare repository (`git clone --bare`), or check out another branch there",
  ],
  [
    /unable to create temporary/i,
    "rejected",
    "it is read-only, or this user may not write there",
    "mount it writable, or give this user the right to write",
  ],
  [
    /\[remote rejected\]|hook declined|protected branch|pre-receive/i,
    "rejected",
    "the server refuses the push: {said}",
    "allow pushes to this branch there, or sync another branch",
  ],
  [
    /permission denied \(|too many authentication failures/i,
    "auth",
    'the server lets no key of ours in as "{user}"',
    "make a key with `ssh-keygen -t ed25519` and add its public half to the server; put a key with a passphrase into the ssh agent (`ssh-add`)",
  ],
  [
    /authentication failed|could not read (?:username|password)|terminal prompts disabled|\b40[13]\b|access denied|not authorized/i,
    "auth",
    "the server does not accept the token of {source}",
    "make a new token with the right to read and write this repository",
  ],
  [
    /git-(?:upload|receive)-pack['"`]?:( command)? not found/i,
    "unsupported",
    "git is not installed there",
    "install git on that machine, or mount its folder and sync with that",
  ],
  [
    /unsupported|unknown (?:value|extension|repository)|expected git repo version|object.?format|hash algorithm|alternate object path/i,
    "unsupported",
    'its repository has a format that cannot be synced with ("{said}")',
    "make a plain repository there with `git init --bare`",
  ],
  [
    /not (?:appear|seem) to be a git|not found|\b404\b|\b410\b|does not exist|no such file|couldn't find remote ref|not a git repository/i,
    "gone",
    "there is no such repository or branch",
    "check the URL, and that you have a right to it: many hosts also say so where the token or key is missing",
  ],
  [
    /^(?!.*(?:early EOF|unexpected disconnect)).*(?:fsck|bad object|missing or damaged|is damaged|unresolved delta|inflate|corrupt|index-pack|unpack-objects|unpacker error|packfile|pack has|did not send all|unexpected line|bad line length|protocol error|TLS packet|wrong version number|EPROTO|not valid: could not|remote did not|invalid)/is,
    "damaged",
    "what it sent is not a sound history, and nothing was taken over ({said})",
    "run `git fsck` on the remote's repository",
  ],
  [
    /hung up|early EOF|transfer closed|unexpected disconnect|expected flush|ECONNRESET|EPIPE|connection (?:to .* )?(?:closed|reset)|broken pipe|no route to host|unreachable|\b429\b|\b5\d\d\b|RPC failed|network/i,
    "network",
    "the connection broke, or the server is in trouble ({said})",
    again,
  ],
  [
    /permission denied|not allowed|dubious ownership|EACCES|EROFS|read-only/i,
    "rejected",
    'it may not be written by this user ("{said}")',
    "give this user the right to read and write it",
  ],
  [
    /could not read from remote repository/i,
    "network",
    "it ended the connection without a word",
    again,
  ],
];

/** Whether an error already has a message for the person. */
export const isRemoteFailure = (error: unknown): error is LociError =>
  error instanceof LociError && error.code === "SYNC_FAILED";

/** What was said, a line each, without progress, control characters, user info and secrets. */
function lines(said: string, secrets: readonly string[]): string {
  const clean = stripVTControlCharacters(said)
    .split(/[\r\n]+/)
    .map((line) => line.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim())
    .filter((line) => line !== "" && !/^(?:remote: )?[\w ]+: +\d+(?:%|,|$)/.test(line))
    .join("\n")
    .replace(/\/\/[^/\s@]*@/g, "//");
  return secrets
    .filter((secret) => secret.length >= 8)
    .reduce((hidden, secret) => hidden.replaceAll(secret, "***"), clean);
}

/** The lines that say most: what the server itself said, and the reason of a refusal. */
function lastWords(text: string): string {
  const all = text
    .split("\n")
    .filter((line) => !/^To |^Done$|^Please make sure|^and the/.test(line));
  const told = all.filter((line) => /^remote: |rejected|fatal|error/i.test(line));
  const words = (told.length > 0 ? told : all)
    .map((line) => line.replace(/^(?:remote|fatal|error|ERROR): /, ""))
    .join("; ");
  return words.length > 300 ? `${words.slice(0, 299)}…` : words;
}

const userIn = (text: string): string =>
  /^(\S+)@\S+: Permission denied/m.exec(text)?.[1] ?? "this user";

/** Runs work that writes to the vault's disk. */
export async function sayingWhyDiskFails<T>(shown: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = diskFailure(error, "the disk of the vault");
    throw failure ? remoteFailed(shown, failure) : error;
  }
}

/** A full or failing disk as a failure; undefined for anything else. */
export function diskFailure(error: unknown, disk: string): RemoteFailure | undefined {
  const known = diskFailures[errnoOf(error) ?? ""];
  return known && { ...known, state: `${disk} ${known.state}`, cause: error };
}

const diskFailures: Readonly<Record<string, RemoteFailure>> = {
  ENOSPC: { reason: "full", state: "is full", fix: "free some space there; nothing is lost" },
  EDQUOT: { reason: "full", state: "has no quota left", fix: "free some space there" },
  EROFS: { reason: "rejected", state: "is read-only", fix: "mount it writable" },
  EACCES: { reason: "rejected", state: "may not be written by this user", fix: "allow it" },
  EPERM: { reason: "rejected", state: "may not be written by this user", fix: "allow it" },
  EIO: { reason: "damaged", state: "fails to read or write", fix: "check it, or use another one" },
};
