import { stripVTControlCharacters } from "node:util";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import type { RemotePlace } from "./remote-url.ts";

/** The one error that remotes throw, without secrets; `reason` is a word for scripts, and for the background. */
export function remoteFailed(
  shown: string,
  state: string,
  { fix, reason = "unsupported", cause }: { fix: string; reason?: string; cause?: unknown },
): LociError {
  const message = `Cannot sync with ${shown}: ${state}`;
  return new LociError("SYNC_FAILED", message, { data: { reason, fix }, cause });
}

/** The error for what git or the network said, with its own words. */
export function gitFailed(place: RemotePlace, error: unknown): LociError {
  const text = cleanWords(allMessages(error), place);
  const [reason, [, what, fix]] =
    Object.entries(failures).find(([, [words]]) => words.test(text)) ??
    (["rejected", failures.rejected] as const);
  const state = `${what} ("${text.replaceAll("\n", "; ").slice(0, 300)}")`;
  return remoteFailed(place.shown, state, { fix, reason, cause: error });
}

/** What went wrong, with its causes and their codes, to tell them by. */
function allMessages(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(error);
  const cause = error.cause ? allMessages(error.cause) : "";
  return `${error.message} ${errnoOf(error) ?? ""} ${cause}`.trim();
}

/** By reason; the first that fits. */
const failures = {
  "host-key": [
    /host key verification|revoked|certificate/i,
    "the key or certificate of its host is not trusted",
    "compare it with what its owner publishes, then connect with `ssh` by hand once, or set sync.ca",
  ],
  full: [
    /no space left|quota|too large|exceeds|size limit|(?:error:|HTTP) (?:413|507)\b/i,
    "a disk is full, or the server takes no more",
    "free some space, or take large files out of the vault; nothing is lost",
  ],
  rejected: [
    /checked out|permission denied(?! \()|read-only|\[remote rejected\]/i,
    "it refuses",
    "get the right to write to this branch there; a folder needs a bare clone (`git clone --bare`)",
  ],
  auth: [
    /permission denied \(|authentication|not read (?:user|pass)|access denied|not authorized|(?:error:|HTTP) 40[13]\b/i,
    "it does not let this device in",
    "give a token that may write (LOCI_SYNC_TOKEN, a token file, git's credential helper), or a key (`ssh-add`)",
  ],
  gone: [
    /redirect|not found|a git repo|does not exist|no such file|remote ref|(?:error:|HTTP) (?:30\d|404|410)\b/i,
    "there is no such repository or branch, or it has moved",
    "check the URL (`git remote set-url`) and your right to it: many hosts also say so without a key or token",
  ],
  damaged: [
    /^(?!.*(?:early EOF|disconnect|not resolve|timed out)).*(?:fsck|bad object|damaged|unresolved delta|inflate|corrupt|index-pack|unpack|packfile|pack has|did not send all|unexpected line|hexadecimal|line length|protocol error|TLS packet|wrong version|not valid|invalid)/is,
    "what was sent is not a sound history, and nothing was taken over",
    "run `git fsck` here and in the remote's repository",
  ],
  network: [
    /^fatal: Could not read from.*$|timed out|not resolve|conn|ENOTFOUND|EAI_AGAIN|EPIPE|EOF|transfer closed|terminated|broken pipe|empty response|but received|expected flush|hung up|RPC failed|network|(?:error:|HTTP) (?:429|5\d\d)\b/i,
    "nothing answers there, or not in time",
    "check the network and the URL; `loci up` tries again by itself",
  ],
} as const satisfies Readonly<Record<string, readonly [words: RegExp, state: string, fix: string]>>;

const noise = /^(?:remote: )?[\w ]+: +\d+(?:%|,|$)|^To |^Done$|^Please make sure|^and the/;

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
