import { stripVTControlCharacters } from "node:util";
import { LociError } from "../../errors.ts";
import { diskTrouble } from "../blocked.ts";
import type { FailureReason } from "./remote.ts";
import type { RemotePlace } from "./remote-url.ts";
import type { Token } from "./token.ts";

/** Why a remote could not be used; no secrets. */
interface RemoteFailure {
  readonly reason: FailureReason;
  /** What is wrong, as the end of "Cannot sync with …: ". */
  readonly state: string;
  readonly fix: string;
  readonly cause?: unknown;
}

/** The one error that remotes throw; `shown` is what may be seen of the remote's address. */
export function remoteFailed(shown: string, failure: RemoteFailure): LociError {
  const { reason, state, fix, cause } = failure;
  return new LociError("SYNC_FAILED", `Cannot sync with ${shown}: ${state}`, {
    data: { reason, fix },
    cause,
  });
}

/** The same for a full or failing disk; any other error stays as it is. */
export function diskFailed(shown: string, disk: string, cause: unknown): unknown {
  const trouble = diskTrouble(cause);
  return trouble && remoteFailed(shown, { ...trouble, state: `${disk} ${trouble.state}`, cause });
}

/** The error for what git or the network said; the first row of the table that fits. */
export function gitFailed(
  place: RemotePlace,
  said: string,
  token: Token | undefined,
  cause?: unknown,
): LociError {
  const text = cleanWords(said, token);
  const [, reason, state, fix] = rows.find(([pattern]) => pattern.test(text)) ?? other;
  if (reason !== "auth" || place.type !== "http") {
    const full = state.replace("{said}", () => lastWords(text));
    return remoteFailed(place.shown, { reason, state: full, fix, cause });
  }
  const asked = {
    state: "the server asks who you are",
    fix: "give a token in LOCI_SYNC_TOKEN, in a token file, or to git's credential helper",
  };
  const refused = {
    state: `the server does not accept the token of ${token?.source}`,
    fix: "make a new token with the right to read and write this repository",
  };
  return remoteFailed(place.shown, { reason, cause, ...(token === undefined ? asked : refused) });
}

type Row = readonly [said: RegExp, reason: FailureReason, state: string, fix: string];

const again = "try again later (`loci up` does so by itself)";

const other: Row = [/^/, "rejected", 'the other side says "{said}"', "look at the remote with git"];

const rows: readonly Row[] = [
  [
    /HOST IDENTIFICATION HAS CHANGED|marked as revoked|host key verification failed/i,
    "host-key",
    "the key of its host is unknown here, has changed, or is revoked; somebody may be in between",
    "compare it with what its owner publishes; only then connect with `ssh` by hand once, or replace its line in ~/.ssh/known_hosts",
  ],
  [
    /certificate|\bSSL\b|self.signed|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ALTNAME/i,
    "host-key",
    'its certificate is not trusted ("{said}")',
    "where the server is your own, name its certificate authority in the setting sync.ca; check this device's clock",
  ],
  [
    /could not resolve (?:host|proxy)|ENOTFOUND|EAI_AGAIN/i,
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
  [/timed? ?out|TimeoutError/i, "timeout", "it does not answer in time", again],
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
    /unable to create temporary|permission denied(?! \()|dubious ownership|EACCES|EROFS|read-only/i,
    "rejected",
    'this user may not read or write it ("{said}")',
    "mount it writable, or give this user the right to read and write it",
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
    'the server lets no key of ours in ("{said}")',
    "make a key with `ssh-keygen -t ed25519` and add its public half to the server; put a key with a passphrase into the ssh agent (`ssh-add`)",
  ],
  [
    /authentication failed|could not read (?:username|password)|terminal prompts disabled|\b40[13]\b|access denied|not authorized/i,
    "auth",
    'the server does not let us in ("{said}")',
    "ask its owner for access",
  ],
  [
    /git-(?:upload|receive)-pack\W.*not found|unsupported|unknown (?:value|extension|repository)|expected git repo version|object.?format|hash algorithm|alternate object path/i,
    "unsupported",
    'git is missing there, or its repository has a format that cannot be synced with ("{said}")',
    "install git on that machine, and make a plain repository there with `git init --bare`",
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
    /hung up|early EOF|transfer closed|unexpected disconnect|expected flush|ECONNRESET|EPIPE|connection (?:to .* )?(?:closed|reset)|broken pipe|no route to host|unreachable|\b429\b|\b5\d\d\b|RPC failed|network|could not read from remote/i,
    "network",
    "the connection broke, or the server is in trouble ({said})",
    again,
  ],
];

/** What was said, a line each, without progress, control characters, user info and secrets. */
function cleanWords(said: string, token: Token | undefined): string {
  const secrets = token && [token.value, Buffer.from(token.login).toString("base64")];
  const text = stripVTControlCharacters(said)
    .split(/[\r\n]+/)
    .map((line) => line.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim())
    .filter((line) => line !== "" && !/^(?:remote: )?[\w ]+: +\d+(?:%|,|$)/.test(line))
    .join("\n")
    .replace(/\/\/[^/\s@]*@/g, "//");
  return (secrets ?? []).reduce((hidden, secret) => hidden.replaceAll(secret, "***"), text);
}

/** The lines that say most: what the server itself said, and the reason of a refusal. */
function lastWords(text: string): string {
  const noise = /^To |^Done$|^fatal: Could not read from|^Please make sure|^and the/;
  const all = text.split("\n").filter((line) => !noise.test(line));
  const told = all.filter((line) => /^remote: |rejected|denied|fatal|error/i.test(line));
  const words = (told.length > 0 ? told : all)
    .map((line) => line.replace(/^(?:remote|fatal|error|ERROR): /, ""))
    .join("; ");
  if (words === "") return text.slice(0, 300);
  return words.length > 300 ? `${words.slice(0, 299)}…` : words;
}
