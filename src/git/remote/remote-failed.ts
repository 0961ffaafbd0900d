import { stripVTControlCharacters } from "node:util";
import { LociError } from "../../errors.ts";
import type { RemotePlace } from "./remote-url.ts";

interface Failure {
  /** A word for scripts, and for the rounds in the background. */
  readonly reason: string;
  /** The end of "Cannot sync with …: ". */
  readonly state: string;
  readonly fix: string;
  readonly cause?: unknown;
}

/** The one error that remotes throw; `shown` is what may be seen of the remote's address. No secrets. */
export function remoteFailed(shown: string, { reason, state, fix, cause }: Failure): LociError {
  const message = `Cannot sync with ${shown}: ${state}`;
  return new LociError("SYNC_FAILED", message, { data: { reason, fix }, cause });
}

/** The error for a remote that Loci does not sync with. */
export const unsupported = (shown: string, state: string, fix: string): LociError =>
  remoteFailed(shown, { reason: "unsupported", state, fix });

/** The error for what git or the network said, with its own words. */
export function gitFailed(place: RemotePlace, said: string, cause?: unknown): LociError {
  const text = cleanWords(said, place);
  const found = failures.find(({ words }) => words.test(text)) ?? refused;
  const state = `${found.state} ("${text.replaceAll("\n", "; ").slice(0, 300)}")`;
  return remoteFailed(place.shown, { ...found, state, cause });
}

const refused = {
  reason: "rejected",
  words: /checked out|permission denied(?! \()|read-only|\[remote rejected\]/i,
  state: "it refuses",
  fix: "get the right to write to this branch there; a folder needs a bare clone (`git clone --bare`)",
};

/** The first that fits. */
const failures = [
  {
    reason: "host-key",
    words: /host key verification|revoked|certificate/i,
    state: "the key or certificate of its host is not trusted",
    fix: "compare it with what its owner publishes, then connect with `ssh` by hand once, or set sync.ca",
  },
  {
    reason: "full",
    words: /no space left|quota|too large|exceeds|size limit|(?:error:|HTTP) (?:413|507)\b/i,
    state: "a disk is full, or the server takes no more",
    fix: "free some space, or take large files out of the vault; nothing is lost",
  },
  refused,
  {
    reason: "auth",
    words:
      /permission denied \(|authentication fail|could not read (?:user|pass)|access denied|not authorized|(?:error:|HTTP) 40[13]\b/i,
    state: "it does not let this device in",
    fix: "over https, give a token that may write there, in LOCI_SYNC_TOKEN, a token file or git's credential helper; over ssh, add your public key there, and the key to the agent (`ssh-add`)",
  },
  {
    reason: "gone",
    words:
      /redirect|not found|not (?:appear|seem) to be|does not exist|no such file|remote ref|not a git|(?:error:|HTTP) (?:30\d|404|410)\b/i,
    state: "there is no such repository or branch, or it has moved",
    fix: "check the URL (`git remote set-url`) and your right to it: many hosts also say so without a key or token",
  },
  {
    reason: "damaged",
    words:
      /^(?!.*(?:early EOF|disconnect|not resolve|timed out)).*(?:fsck|bad object|damaged|unresolved delta|inflate|corrupt|index-pack|unpack|packfile|pack has|did not send all|unexpected line|hexadecimal|line length|protocol error|TLS packet|wrong version|not valid|invalid)/is,
    state: "what was sent is not a sound history, and nothing was taken over",
    fix: "run `git fsck` here and in the remote's repository",
  },
  {
    reason: "network",
    words:
      /^fatal: Could not read from.*$|timed out|not resolve|connect|ENOTFOUND|EAI_AGAIN|ECONN|EPIPE|EOF|transfer closed|terminated|broken pipe|empty response|but received|expected flush|hung up|RPC failed|network|no route|unreachable|(?:error:|HTTP) (?:429|5\d\d)\b/i,
    state: "nothing answers there, or not in time",
    fix: "check the network and the URL; `loci up` tries again by itself",
  },
];

const noise =
  /^(?:remote: )?[\w ]+: +\d+(?:%|,|$)|^To |^Done$|^Please make sure|^and the|^warning: core\.fsync/;

/** What was said, a line each, without progress, control characters, user info and secrets. */
function cleanWords(said: string, { token, basic }: RemotePlace): string {
  const lines = stripVTControlCharacters(said)
    .split(/[\r\n]+/)
    .map((line) => line.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim());
  const text = lines.filter((line) => line !== "" && !noise.test(line)).join("\n");
  return [token, basic].reduce<string>(
    (hidden, secret) => hidden.replaceAll(secret || "\0", "***"),
    text.replace(/\/\/[^/\s@]*@/g, "//"),
  );
}
