import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const program = ["/usr/sbin/sshd", "/usr/local/sbin/sshd", "/usr/bin/sshd"].find(existsSync);

/** Why there can be no ssh server on this machine; undefined where there can. Tests print it and skip. */
export const noSshd: string | undefined =
  program === undefined ? "sshd is not installed: ssh remotes are not tested here" : undefined;

export interface SshServer {
  /** A private key that the server lets in. */
  readonly keyFile: string;
  /** A known_hosts file that names this server. */
  readonly knownHosts: string;
  /** `ssh://user@127.0.0.1:port/path`. */
  url(path: string): string;
  /** What sshd wrote to its log. */
  log(): string;
  close(): Promise<void>;
}

/** A real sshd on a free loopback port, with keys of its own, that lets this user run git. */
export async function serveSsh(): Promise<SshServer> {
  if (program === undefined) throw new TypeError(noSshd);
  const folder = mkdtempSync(join(tmpdir(), "loci-test-sshd-"));
  const file = (name: string): string => join(folder, name);
  const keygen = (name: string) =>
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file(name)]);
  keygen("host_key");
  keygen("client_key");
  const port = await freePort();
  const hostKey = readFileSync(file("host_key.pub"), "utf8");
  writeFileSync(file("authorized_keys"), readFileSync(file("client_key.pub")), { mode: 0o600 });
  writeFileSync(file("known_hosts"), `[127.0.0.1]:${port} ${hostKey}`);
  writeFileSync(file("sshd_config"), configText(folder, port));
  writeFileSync(file("log"), "");
  const args = ["-D", "-f", file("sshd_config"), "-E", file("log")];
  const child = spawn(program, args, { stdio: "ignore" });
  const log = (): string => readFileSync(file("log"), "utf8");
  for (let attempt = 0; !(await answers(port)); attempt++) {
    if (child.exitCode !== null || attempt > 200) throw new Error(`Cannot start sshd: ${log()}`);
    await sleep(25);
  }
  return {
    keyFile: file("client_key"),
    knownHosts: file("known_hosts"),
    url: (path) => `ssh://${userInfo().username}@127.0.0.1:${port}${path}`,
    log,
    async close() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** How git starts ssh, to know this server and log in with this key. */
export const sshCommand = ({
  knownHosts,
  keyFile,
}: Pick<SshServer, "knownHosts" | "keyFile">): string =>
  `ssh -o UserKnownHostsFile=${knownHosts} -o IdentitiesOnly=yes -i ${keyFile}`;

function configText(folder: string, port: number): string {
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  return [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${folder}/host_key`,
    `AuthorizedKeysFile ${folder}/authorized_keys`,
    `PidFile ${folder}/pid`,
    "StrictModes no",
    "UsePAM no",
    "PasswordAuthentication no",
    "KbdInteractiveAuthentication no",
    "PermitRootLogin yes",
    "MaxStartups 100",
    `SetEnv HOME=${folder}`, // what the shell of who runs the tests does at its start may take seconds
    "LogLevel VERBOSE",
    "",
  ].join("\n");
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, "127.0.0.1", () => socket.destroy()).once("error", () => {});
    socket.once("close", (hadError) => done(!hadError));
  });
