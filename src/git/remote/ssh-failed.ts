import { shellWord } from "../shell-word.ts";
import { connectionFailed } from "./connection-failed.ts";
import type { HostVerdict } from "./known-hosts.ts";
import { CutError } from "./packet.ts";
import { cleanText, isRemoteFailure, type RemoteFailure, remoteFailed } from "./remote-failed.ts";
import type { SshPlace } from "./remote-url.ts";

export interface Attempt {
  readonly place: SshPlace;
  readonly knownHostsFile: string;
  /** What ssh and the server's programs wrote to stderr. */
  readonly said: string;
  /** What OpenSSH tells of refusing a host's key; see `SshCommand`. */
  readonly refusal?: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The error for what went wrong over ssh. */
export function sshFailed(error: unknown, attempt: Attempt): Error {
  const { place, said, signal } = attempt;
  const isOurs = isRemoteFailure(error) || (signal?.aborted && error === signal.reason);
  const failure = isOurs
    ? undefined
    : (hostFailure(attempt) ?? loginRefusal(attempt) ?? serverFailure(said));
  if (failure !== undefined) return remoteFailed(place.shown, { ...failure, cause: error });
  const text = plain(said);
  if (isOurs || text === "" || !(error instanceof CutError)) {
    return connectionFailed(error, place.shown, signal);
  }
  const code = networkErrors.find(([words]) => words.test(said))?.[1];
  if (code !== undefined) {
    return connectionFailed(Object.assign(new Error(text), { code }), place.shown);
  }
  return remoteFailed(place.shown, {
    reason: "rejected",
    state: `the server says "${text}"`,
    fix: "ask whoever runs the server",
    cause: error,
  });
}

const plain = (said: string): string =>
  cleanText(said.replace(/^(fatal|error|ERROR|remote):\s*/gm, ""));

/** What OpenSSH itself says of a connection, as the code that the system has for it. */
const networkErrors: readonly (readonly [RegExp, string])[] = [
  [/^ssh: Could not resolve hostname .*: Temporary failure/m, "EAI_AGAIN"],
  [/^ssh: Could not resolve hostname /m, "ENOTFOUND"],
  [/^ssh: connect to host .*: Connection refused/m, "ECONNREFUSED"],
  [/^ssh: connect to host .*: (?:No route to host|Network is unreachable)/m, "EHOSTUNREACH"],
  [/^ssh: connect to host .* timed out|^Timeout, server .* not responding/m, "ETIMEDOUT"],
  [/^.*\b(?:Connection (?:to .* )?(?:closed|reset)\b|Broken pipe)/m, "ECONNRESET"],
];

/**
 * Reads out of what OpenSSH told of a connection that it refuses the host's key. The server may have put in lines that
 * look like OpenSSH's, but only between the first that says where it connects to and the last that shows the key.
 */
function hostFailure({ refusal, place, knownHostsFile }: Attempt): RemoteFailure | undefined {
  if (refusal === undefined) return undefined;
  // ssh says nothing after that, but for a proxy that it ends
  if (!/\nHost key verification failed\.\s*(?:Killed by signal \d+\.\s*)?$/.test(refusal)) {
    return {
      reason: "host-key",
      state: "a host on the way there shows a key that is not trusted here",
      fix: "connect with `ssh` by hand, and compare the key with what the owner of that host publishes",
    };
  }
  const isRevoked = /\bis marked as revoked/.test(refusal);
  const isChanged = /HOST IDENTIFICATION HAS CHANGED/.test(refusal);
  const verdict = isRevoked ? "revoked" : isChanged ? "changed" : "unknown";
  const shown = /^debug1: Server host key: \S+ (SHA256:[\w+/]+)/gm;
  const fingerprint = [...refusal.matchAll(shown)].at(-1)?.[1];
  // a name of ~/.ssh/config stands for another; a proxy makes the connection itself
  const [, host = place.host, port = place.port] =
    /^debug1: (?:Executing proxy|Connecting to (\S+) \[\S+\] port (\d+))/m.exec(refusal) ?? [];
  const name = Number(port ?? 22) === 22 ? host : `[${host}]:${port}`;
  return hostKeyFailure(verdict, name, fingerprint ?? "unknown to us", knownHostsFile);
}

/** Why a host's key is not trusted, and what to do about it; the host is named as in files of known hosts. */
export function hostKeyFailure(
  verdict: Exclude<HostVerdict, "known">,
  host: string,
  fingerprint: string,
  knownHostsFile: string,
): RemoteFailure {
  const file = shellWord(knownHostsFile);
  if (verdict === "unknown") {
    const [, name = host, port] = /^\[(.*)\]:(\d+)$/.exec(host) ?? [];
    const scan = `ssh-keyscan ${port === undefined ? "" : `-p ${port} `}${shellWord(name)}`;
    return {
      reason: "host-key",
      state: `the host ${host} is not known here; it shows the key ${fingerprint}`,
      fix: `compare that with what its owner publishes; if it is right, run \`${scan} >> ${file}\``,
    };
  }
  return {
    reason: "host-key",
    state:
      verdict === "revoked"
        ? `the host ${host} shows the key ${fingerprint}, which is revoked here`
        : `the host ${host} shows another key than the known one (${fingerprint}); somebody may be in between`,
    fix: `ask the host's owner whether its key has changed; only then replace the line in ${file}`,
  };
}

/** No key of ours is taken; why, as far as that is known. */
export const loginFailure = (user: string, details: readonly string[]): RemoteFailure => ({
  reason: "auth",
  state: `the server lets no key of ours in as "${cleanText(user)}"${details.length === 0 ? "" : ` (${cleanText(details.join("; "))})`}`,
  fix: "make a key with `ssh-keygen -t ed25519` and add its public half to the server; put a key with a passphrase into the ssh agent (`ssh-add`)",
});

/** Reads out of what OpenSSH said that it could not log in. */
function loginRefusal({ said, place }: Attempt): RemoteFailure | undefined {
  const [, user] = /^(\S+)@\S+: Permission denied \([\w,-]+\)/m.exec(said) ?? [];
  if (user !== undefined) return loginFailure(user, []);
  const tooMany = "Too many authentication failures";
  return said.includes(tooMany) ? loginFailure(place.user ?? "", [tooMany]) : undefined;
}

function serverFailure(said: string): RemoteFailure | undefined {
  const text = plain(said);
  if (/git-(upload|receive)-pack['"`]?:( command)? not found/i.test(text)) {
    return {
      reason: "unsupported",
      state: "git is not installed there",
      fix: "install git on that machine, or mount its folder and sync with that",
    };
  }
  if (/^Cannot run ssh: |^\S*sh: (?:(?:line )?\d+: )?\S+: (?:command )?not found$/m.test(said)) {
    return {
      reason: "unsupported",
      state: `the program for ssh cannot be run ("${text}")`,
      fix: "mend GIT_SSH_COMMAND, GIT_SSH or core.sshCommand",
    };
  }
  if (/not (appear|seem) to be a git|not found|no such file|does not exist/i.test(text)) {
    return {
      reason: "gone",
      state: `the server knows no such repository ("${text}")`,
      fix: "check the URL, and that this key has a right to it",
    };
  }
  if (/permission|denied|not allowed|access rights|unauthori[sz]ed/i.test(text)) {
    return {
      reason: "auth",
      state: `the server refuses us ("${text}")`,
      fix: "give this device's key the right to read and write the repository",
    };
  }
  return undefined;
}
