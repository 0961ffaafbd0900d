import { stripVTControlCharacters } from "node:util";
import { LociError } from "../../errors.ts";
import type { RemotePlace } from "./remote-url.ts";

/** Why a remote could not be used; scripts and the rounds in the background may rely on it. */
type FailureReason =
  | "auth"
  | "network"
  | "gone"
  | "host-key"
  | "rejected"
  | "damaged"
  | "full"
  | "unsupported";

/** What is wrong, as the end of "Cannot sync with …: ", and what to do; no secrets. */
interface RemoteFailure {
  readonly reason: FailureReason;
  readonly state: string;
  readonly fix: string;
  readonly cause?: unknown;
}

/** The one error that remotes throw; `shown` is what may be seen of the remote's address. */
export function remoteFailed(shown: string, failure: RemoteFailure): LociError {
  const { reason, state, fix, cause } = failure;
  const message = `Cannot sync with ${shown}: ${state}`;
  return new LociError("SYNC_FAILED", message, { data: { reason, fix }, cause });
}

/** The error for what git or the network said, with its own words. */
export function gitFailed(place: RemotePlace, said: string, cause?: unknown): LociError {
  const text = hideSecrets(stripVTControlCharacters(said), place);
  const [reason, , state, fix] = failures.find(([, words]) => words.test(text)) ?? refused;
  return remoteFailed(place.shown, {
    reason,
    state: `${state} ("${quote(text)}")`,
    fix: reason === "auth" && place.type === "http" ? giveToken : fix,
    cause,
  });
}

const giveToken =
  "give a token with the right to read and write there, in LOCI_SYNC_TOKEN, in a token file, or to git's credential helper";

type Failure = readonly [reason: FailureReason, said: RegExp, state: string, fix: string];

const refused: Failure = [
  "rejected",
  /checked out|unable to create temporary|permission denied(?! \()|dubious ownership|EACCES|EROFS|read-only|\[remote rejected\]|hook declined|protected branch/i,
  "it refuses",
  "give this user the right to write there, and allow pushes to this branch; a repository with files of its own needs another branch checked out, or a bare clone (`git clone --bare`)",
];

/** The first that fits. */
const failures: readonly Failure[] = [
  [
    "host-key",
    /HOST IDENTIFICATION|marked as revoked|host key verification|certificate|\bSSL\b|self.signed|UNABLE_TO_(?:GET|VERIFY)|ALTNAME/i,
    "the key or certificate of its host is not trusted",
    "ssh: compare the key with what its owner publishes, then connect with `ssh` by hand once, or replace the line in ~/.ssh/known_hosts; https: name the authority of your own server in the setting sync.ca, and check this device's clock",
  ],
  [
    "full",
    /no space left|quota|disk full|too large|exceeds|size limit|ENOSPC|EDQUOT|(?:error:|HTTP) (?:413|507)\b/i,
    "a disk is full, or the server takes no more",
    "free some space, or take large files out of the vault; nothing is lost",
  ],
  refused,
  [
    "auth",
    /permission denied \(|authentication fail|could not read (?:username|password)|terminal prompts disabled|(?:error:|HTTP) 40[13]\b|access denied|not authorized/i,
    "it does not let this device in",
    "make a key with `ssh-keygen -t ed25519` and add its public half to the server; put a key with a passphrase into the ssh agent (`ssh-add`)",
  ],
  [
    "gone",
    /(?:error:|HTTP) (?:30[12378]|404|410)\b|redirect|not (?:appear|seem) to be a git|not found|does not exist|no such file|find remote ref|not a git repository/i,
    "there is no such repository or branch, or it has moved",
    "check the URL (`git remote set-url`), and that you have a right to it: many hosts also say so where the token or key is missing",
  ],
  [
    "damaged",
    /^(?!.*(?:early EOF|unexpected disconnect|not resolve)).*(?:fsck|bad object|missing or damaged|is damaged|unresolved delta|inflate|corrupt|index-pack|unpack|packfile|pack has|did not send all|unexpected line|hexadecimal digits|bad line length|protocol error|TLS packet|wrong version number|EPROTO|not valid: could not|remote did not|invalid)/is,
    "what it sent is not a sound history, and nothing was taken over",
    "run `git fsck` on the remote's repository",
  ],
  [
    "network",
    /timed? ?out|TimeoutError|not resolve|ENOTFOUND|EAI_AGAIN|connection refused|ECONNREFUSED|to connect|early EOF|transfer closed|unexpected disconnect|ECONNRESET|EPIPE|terminated|empty response|but received|connection (?:to .* )?(?:closed|reset)|broken pipe|expected flush|hung up|RPC failed|network|read from remote|no route to host|unreachable|(?:error:|HTTP) (?:429|5\d\d)\b/i,
    "nothing answers there, or not in time",
    "check the network and the URL; `loci up` tries again by itself",
  ],
];

function hideSecrets(text: string, place: RemotePlace): string {
  const shown = text.replace(/\/\/[^/\s@]*@/g, "//");
  const secrets = place.type === "http" ? [place.token, place.basic] : [];
  return secrets.reduce<string>((hidden, one) => hidden.replaceAll(one || "\0", "***"), shown);
}

/** The lines that say most, without progress and control characters: what the server itself said, and why it refused. */
function quote(text: string): string {
  const noise =
    /^(?:remote: )?[\w ]+: +\d+(?:%|,|$)|^To |^Done$|^fatal: Could not read from|^Please make sure|^and the/;
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim())
    .filter((line) => line !== "" && !noise.test(line));
  const told = lines.filter((line) => /^remote: |rejected|denied|fatal|error/i.test(line));
  return (told.length > 0 ? told : lines)
    .map((line) => line.replace(/^(?:(?:remote|fatal|error): )+/i, ""))
    .join("; ")
    .slice(0, 200);
}
