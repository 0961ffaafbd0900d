import { expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import { CutError } from "../../../src/git/remote/packet.ts";
import { sshFailed } from "../../../src/git/remote/ssh-failed.ts";

function failed(said: string): { message: string; reason: unknown; fix: unknown } {
  const error = sshFailed(new CutError(), {
    place: {
      ...{ type: "ssh", host: "host", port: undefined, user: "git" },
      ...{ path: "m.git", shown: "host:m.git" },
    },
    knownHostsFile: "/home/ana/.ssh/known_hosts",
    said,
    signal: undefined,
  });
  if (!(error instanceof LociError)) throw error;
  const { reason, fix } = error.data as { reason: unknown; fix: unknown };
  return { message: error.message.replace("Cannot sync with host:m.git: ", ""), reason, fix };
}

const unknown = (name: string): string =>
  `debug1: Server host key: ssh-ed25519 SHA256:abc+/1\nNo ED25519 host key is known for ${name} and you have requested strict checking.\r\nHost key verification failed.\r\n`;

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
    unknown("[host]:22"),
    "host-key",
    "the host [host]:22 is not known here; it shows the key SHA256:abc+/1",
  ],
])("sshFailed() %j", (said, reason, state) => {
  expect(failed(said)).toMatchObject({ reason, message: state });
});

test("sshFailed() puts nothing of a server's words into a line to paste", () => {
  expect(failed(unknown("[host]:2222")).fix).toContain(
    "run `ssh-keyscan -p 2222 host >> /home/ana/.ssh/known_hosts`",
  );
  for (const name of ["$(reboot)", "[host]:22;reboot", "`reboot`", "--x"]) {
    expect(failed(unknown(name)).fix).not.toMatch(/reboot|--x/);
  }
});
