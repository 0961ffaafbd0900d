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

/** The error for what git or the network said, with its own words. */
export function gitFailed(
  place: RemotePlace,
  said: string,
  token: Token | undefined,
  cause?: unknown,
): LociError {
  const text = cleanWords(said, token);
  const reason = patterns.find(([pattern]) => pattern.test(text))?.[1] ?? "rejected";
  const [state, fix] = reason === "auth" && place.type === "http" ? login(token) : advice[reason];
  return remoteFailed(place.shown, {
    reason,
    state: `${state} ("${lastWords(text)}")`,
    fix,
    cause,
  });
}

const login = (token: Token | undefined): readonly [state: string, fix: string] =>
  token === undefined
    ? [
        "the server asks who you are",
        "give a token in LOCI_SYNC_TOKEN, in a token file, or to git's credential helper",
      ]
    : [
        `the server does not accept the token of ${token.source}`,
        "make a new token with the right to read and write this repository",
      ];

type Reason = Exclude<FailureReason, "rewritten">;

const again = "`loci up` tries again by itself";

const advice: Readonly<Record<Reason, readonly [state: string, fix: string]>> = {
  "host-key": [
    "the key or certificate of its host is not trusted",
    "ssh: compare the key with what its owner publishes, then connect with `ssh` by hand once, or replace the line in ~/.ssh/known_hosts; https: name the authority of your own server in the setting sync.ca, and check this device's clock",
  ],
  network: [
    "nothing answers there, or the connection broke",
    `check the network and the URL; ${again}`,
  ],
  timeout: ["it does not answer in time", `check the network; ${again}`],
  full: [
    "a disk is full, or the server takes no more",
    "free some space, or take large files out of the vault; nothing is lost",
  ],
  rejected: [
    "it refuses",
    "give this user the right to write there, and allow pushes to this branch; a repository with files of its own needs another branch checked out, or a bare clone (`git clone --bare`)",
  ],
  auth: [
    "the server lets no key of ours in",
    "make a key with `ssh-keygen -t ed25519` and add its public half to the server; put a key with a passphrase into the ssh agent (`ssh-add`)",
  ],
  unsupported: [
    "git is missing there, or its repository has a format that cannot be synced with",
    "install git on that machine, and make a plain repository there with `git init --bare`",
  ],
  gone: [
    "there is no such repository or branch, or it has moved",
    "check the URL (`git remote set-url`), and that you have a right to it: many hosts also say so where the token or key is missing",
  ],
  damaged: [
    "what it sent is not a sound history, and nothing was taken over",
    "run `git fsck` on the remote's repository",
  ],
};

/** The first that fits. */
const patterns: readonly (readonly [said: RegExp, reason: Reason])[] = [
  [
    /HOST IDENTIFICATION|marked as revoked|host key verification|certificate|\bSSL\b|self.signed|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ALTNAME/i,
    "host-key",
  ],
  [/not resolve|ENOTFOUND|EAI_AGAIN|connection refused|ECONNREFUSED|to connect/i, "network"],
  [/\b30[12378]\b|redirect/i, "gone"],
  [/timed? ?out|TimeoutError/i, "timeout"],
  [
    /no space left|quota|disk full|too large|exceeds|size limit|ENOSPC|EDQUOT|\b413\b|\b507\b/i,
    "full",
  ],
  [
    /checked out|unable to create temporary|permission denied(?! \()|dubious ownership|EACCES|EROFS|read-only|\[remote rejected\]|hook declined|protected branch|pre-receive/i,
    "rejected",
  ],
  [
    /permission denied \(|authentication fail|could not read (?:username|password)|terminal prompts disabled|\b40[13]\b|access denied|not authorized/i,
    "auth",
  ],
  [
    /git-(?:upload|receive)-pack\W.*not found|unsupported|unknown (?:value|extension|repository)|expected git repo version|object.?format|hash algorithm|not allowed/i,
    "unsupported",
  ],
  [
    /not (?:appear|seem) to be a git|not found|\b404\b|\b410\b|does not exist|no such file|find remote ref|not a git repository/i,
    "gone",
  ],
  [
    /^(?!.*(?:early EOF|unexpected disconnect)).*(?:fsck|bad object|missing or damaged|is damaged|unresolved delta|inflate|corrupt|index-pack|unpack-objects|unpacker error|packfile|pack has|did not send all|unexpected line|bad line length|protocol error|TLS packet|wrong version number|EPROTO|not valid: could not|remote did not|invalid)/is,
    "damaged",
  ],
  [
    /hung up|early EOF|transfer closed|unexpected disconnect|expected flush|ECONNRESET|EPIPE|connection (?:to .* )?(?:closed|reset)|broken pipe|no route to host|unreachable|\b429\b|\b5\d\d\b|RPC failed|network|read from remote/i,
    "network",
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
    .map((line) => line.replace(/^(?:(?:remote|fatal|error): )+/i, ""))
    .join("; ");
  if (words === "") return text.slice(0, 300);
  return words.length > 200 ? `${words.slice(0, 199)}…` : words;
}
