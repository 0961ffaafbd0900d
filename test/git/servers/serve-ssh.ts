import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const program = ["/usr/sbin/sshd", "/usr/local/sbin/sshd", "/usr/bin/sshd"].find(existsSync);

/** Why there can be no ssh server on this machine; undefined where there can. Tests print it and skip. */
export const noSshd: string | undefined =
  program === undefined ? "sshd is not installed: ssh remotes are not tested here" : undefined;

export interface SshServer {
  readonly host: "127.0.0.1";
  readonly port: number;
  readonly user: string;
  /** A folder of the server's: host key, authorized keys, and the client's files below. */
  readonly folder: string;
  /** A private key that the server lets in. */
  readonly keyFile: string;
  /** A known_hosts file that names this server, in the `.ssh` of `folder`. */
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
  const keygen = (name: string): void => {
    const args = ["-q", "-t", "ed25519", "-N", "", "-f", file(name)];
    execFileSync("ssh-keygen", args);
  };
  keygen("host_key");
  keygen("client_key");
  const port = await freePort();
  writeFileSync(file("authorized_keys"), readFileSync(file("client_key.pub")), { mode: 0o600 });
  mkdirSync(file(".ssh"));
  writeFileSync(
    file(".ssh/known_hosts"),
    `[127.0.0.1]:${port} ${readFileSync(file("host_key.pub"), "utf8")}`,
  );
  writeFileSync(file("sshd_config"), configText(folder, port));
  const child = spawn(program, ["-D", "-f", file("sshd_config"), "-E", file("log")], {
    stdio: "ignore",
  });
  await untilListening(child, port, file("log"));
  return {
    host: "127.0.0.1",
    port,
    user: userInfo().username,
    folder,
    keyFile: file("client_key"),
    knownHosts: file(".ssh/known_hosts"),
    url: (path) => `ssh://${userInfo().username}@127.0.0.1:${port}${path}`,
    log: () => readFileSync(file("log"), "utf8"),
    async close() {
      killBelow(child.pid);
      const gone = new Promise((done) => child.once("exit", done));
      if (child.exitCode === null) {
        child.kill("SIGTERM");
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

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
    "PubkeyAuthentication yes",
    "PermitRootLogin yes",
    "MaxStartups 100",
    `SetEnv HOME=${folder}`, // what the shell of who runs the tests does at its start may take seconds
    "LogLevel VERBOSE",
    "",
  ].join("\n");
}

/** The processes below one: Linux only, as far as tests need it. */
function killBelow(pid: number | undefined): void {
  for (const child of childrenOf(pid)) {
    killBelow(child);
    try {
      process.kill(child, "SIGKILL");
    } catch {
      // it has ended by itself
    }
  }
}

function childrenOf(pid: number | undefined): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .split(" ")
      .map(Number)
      .filter(Boolean);
  } catch {
    return [];
  }
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer().once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function untilListening(child: ChildProcess, port: number, log: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) break;
    if (await answers(port)) return;
    await sleep(25);
  }
  const said = existsSync(log) ? readFileSync(log, "utf8") : "";
  throw new Error(`Cannot start sshd on port ${port}: ${said}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1", () => done(true)).once("error", () => done(false));
    socket.once("data", () => socket.destroy());
    setTimeout(() => socket.destroy(), 500).unref();
  });
}
