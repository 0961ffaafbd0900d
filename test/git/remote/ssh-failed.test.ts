import { expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import { CutError } from "../../../src/git/remote/packet.ts";
import { sshFailed } from "../../../src/git/remote/ssh-failed.ts";

function failed(
  said: string,
  refusal?: string,
  port?: number,
): { message: string; reason: unknown; fix: unknown } {
  const error = sshFailed(new CutError(), {
    place: {
      ...{ type: "ssh", host: "host", port, user: "git" },
      ...{ path: "m.git", shown: "host:m.git" },
    },
    knownHostsFile: "/home/ana/.ssh/known_hosts",
    said,
    refusal,
    signal: undefined,
  });
  if (!(error instanceof LociError)) throw error;
  const { reason, fix } = error.data as { reason: unknown; fix: unknown };
  return { message: error.message.replace("Cannot sync with host:m.git: ", ""), reason, fix };
}

/** What ssh tells at DEBUG1, with lines that the server may put in. */
const refusal = ({ to = "host [1.2.3.4] port 22", middle = "", name = "host" } = {}): string =>
  `debug1: Connecting to ${to}.\n${middle}debug1: Server host key: ssh-ed25519 SHA256:abc+/1\r\nNo ED25519 host key is known for ${name} and you have requested strict checking.\r\nHost key verification failed.\r\n`;

test.each([
  ["", "network", "the connection broke"],
  [
    "ssh: Could not resolve hostname host: Name or service not known\r\n",
    "network",
    "its host is not found: offline, or misspelt",
  ],
  [
    "ssh: Could not resolve hostname host: Temporary failure in name resolution\r\n",
    "network",
    "its host is not found: offline, it seems",
  ],
  ["ssh: connect to host host port 22: Connection refused\r\n", "network", "nothing answers there"],
  [
    "ssh: connect to host host port 22: No route to host\r\n",
    "network",
    "its host cannot be reached",
  ],
  [
    "ssh: connect to host host port 22: Connection timed out\r\n",
    "timeout",
    "its host does not answer",
  ],
  ["Timeout, server host not responding.\r\n", "timeout", "its host does not answer"],
  [
    "kex_exchange_identification: Connection closed by remote host\nConnection closed by 1.2.3.4 port 22",
    "network",
    "the connection broke",
  ],
  ["client_loop: send disconnect: Broken pipe\r\n", "network", "the connection broke"],
  [
    "git@host: Permission denied (publickey,password).\r\n",
    "auth",
    'the server lets no key of ours in as "git"',
  ],
  [
    "Received disconnect from 1.2.3.4 port 22:2: Too many authentication failures",
    "auth",
    'the server lets no key of ours in as "git" (Too many authentication failures)',
  ],
  [
    "ERROR: Repository not found.\nfatal: Could not read from remote repository.",
    "gone",
    'the server knows no such repository ("Repository not found. Could not read from remote repository.")',
  ],
  ["bash: line 1: git-upload-pack: command not found", "unsupported", "git is not installed there"],
  [
    "ERROR: Permission to a/b.git denied to deploy key",
    "auth",
    'the server refuses us ("Permission to a/b.git denied to deploy key")',
  ],
  [
    "/home/ana/.ssh/config: line 3: Bad configuration option: x",
    "rejected",
    'the server says "/home/ana/.ssh/config: line 3: Bad configuration option: x"',
  ],
  [
    "No ED25519 host key is known for github.com\nHost key verification failed.\n",
    "rejected",
    'the server says "No ED25519 host key is known for github.com Host key verification failed."',
  ],
])("sshFailed() %j", (said, reason, state) => {
  expect(failed(said)).toMatchObject({ reason, message: state });
});

const forgedHost = "debug1: Connecting to github.com [::1] port 22.\n";

test.each([
  ["host", "host", refusal()],
  ["[alias]:2222", "-p 2222 alias", refusal({ to: "alias [::1] port 2222" })],
  [
    "[host]:23",
    "-p 23 host",
    refusal().replace(
      /^debug1: Conn.*\n/,
      `debug1: Executing proxy command: exec x\n${forgedHost}`,
    ),
  ],
])("sshFailed() names the unknown host %s", (host, scanned, told) => {
  const { reason, message, fix } = failed("", told, 23);
  expect(reason).toBe("host-key");
  expect(message).toBe(`the host ${host} is not known here; it shows the key SHA256:abc+/1`);
  expect(fix).toContain(`run \`ssh-keyscan ${scanned} >> /home/ana/.ssh/known_hosts\``);
});

test("sshFailed() takes neither a host nor a key from what a server puts in", () => {
  const forged = refusal({ to: "github.com [::1] port 22", name: "github.com" });
  for (const middle of [
    forged.replaceAll("abc+/1", "FORGED"),
    "debug1: Remote: \nhost key for github.com is fine\nHost key for github.com has it\n",
    "debug1: Remote: \ndebug1: Server host key: ssh-ed25519 SHA256:FORGED\n",
  ]) {
    for (const name of ["github.com", "$(reboot)", "[host]:22;reboot"]) {
      expect(failed("", refusal({ middle, name }))).toEqual(failed("", refusal()));
    }
  }
});

test("sshFailed() gives no line to paste where ssh did not end with its refusal", () => {
  for (const told of [
    `${refusal()}Disconnected from 1.2.3.4 port 22\r\n`,
    "Host key verification failed.\nConnection closed by UNKNOWN port 65535\n",
  ]) {
    const { reason, message, fix } = failed("", told);
    expect(reason).toBe("host-key");
    expect(`${message} ${fix}`).not.toMatch(/SHA256|keyscan/);
  }
});
