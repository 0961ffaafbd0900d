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
  const text = cleanWords(said, place);
  const [reason, , state, fix] = failures.find(([, words]) => words.test(text)) ?? refused;
  return remoteFailed(place.shown, {
    reason,
    state: `${state} ("${quote(text)}")`,
    fix: reason === "auth" && place.type === "http" ? giveToken : fix,
    cause,
  });
}

const giveToken =
  "give a token that may write there, in LOCI_SYNC_TOKEN, a token file or git's credential helper";

type Failure = readonly [reason: FailureReason, said: RegExp, state: string, fix: string];

const refused: Failure = [
  "rejected",
  /checked out|permission denied(?! \()|read-only|\[remote rejected\]/i,
  "it refuses",
  "get the right to write to this branch there; a folder needs a bare clone (`git clone --bare`)",
];

/** The first that fits. */
const failures: readonly Failure[] = [
  [
    "host-key",
    /host key verification|revoked|certificate/i,
    "the key or certificate of its host is not trusted",
    "compare it with what its owner publishes, then connect with `ssh` by hand once, or set sync.ca",
  ],
  [
    "full",
    /no space left|quota|too large|exceeds|size limit|(?:error:|HTTP) (?:413|507)\b/i,
    "a disk is full, or the server takes no more",
    "free some space, or take large files out of the vault; nothing is lost",
  ],
  refused,
  [
    "auth",
    /permission denied \(|authentication fail|could not read (?:user|pass)|access denied|not authorized|(?:error:|HTTP) 40[13]\b/i,
    "it does not let this device in",
    "add the public half of an ssh key there (`ssh-keygen`), and the key to the agent (`ssh-add`)",
  ],
  [
    "gone",
    /redirect|not found|not (?:appear|seem) to be|does not exist|no such file|remote ref|not a git|(?:error:|HTTP) (?:30\d|404|410)\b/i,
    "there is no such repository or branch, or it has moved",
    "check the URL (`git remote set-url`) and your right to it: many hosts also say so without a key or token",
  ],
  [
    "damaged",
    /^(?!.*(?:early EOF|disconnect|not resolve|timed out)).*(?:fsck|bad object|damaged|unresolved delta|inflate|corrupt|index-pack|unpack|packfile|pack has|did not send all|unexpected line|hexadecimal|line length|protocol error|TLS packet|wrong version|not valid|invalid)/is,
    "what was sent is not a sound history, and nothing was taken over",
    "run `git fsck` here and in the remote's repository",
  ],
  [
    "network",
    /^fatal: Could not read from.*$|timed out|not resolve|connect|ENOTFOUND|EAI_AGAIN|ECONN|EPIPE|EOF|transfer closed|terminated|broken pipe|empty response|but received|expected flush|hung up|RPC failed|network|no route|unreachable|(?:error:|HTTP) (?:429|5\d\d)\b/i,
    "nothing answers there, or not in time",
    "check the network and the URL; `loci up` tries again by itself",
  ],
];

/** What was said, a line each, without progress, control characters, user info and secrets. */
function cleanWords(said: string, place: RemotePlace): string {
  const noise =
    /^(?:remote: )?[\w ]+: +\d+(?:%|,|$)|^To |^Done$|^Please make sure|^and the|^warning: core\.fsync/;
  const text = stripVTControlCharacters(said)
    .split(/[\r\n]+/)
    .map((line) => line.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim())
    .filter((line) => line !== "" && !noise.test(line))
    .join("\n")
    .replace(/\/\/[^/\s@]*@/g, "//");
  const secrets = place.type === "http" ? [place.token, place.basic] : [];
  return secrets.reduce<string>((hidden, one) => hidden.replaceAll(one || "\0", "***"), text);
}

/** The lines that say most: what the server itself said, and why it refused. */
function quote(text: string): string {
  const lines = text.split("\n");
  const told = lines.filter((line) =>
    /^remote: |rejected|denied|^fatal: (?!Could not read from)|error/i.test(line),
  );
  return (told.length > 0 ? told : lines)
    .map((line) => line.replace(/^(?:(?:remote|fatal|error): )+/i, ""))
    .join("; ")
    .slice(0, 200);
}
