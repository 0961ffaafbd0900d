import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { createRepo } from "../../sync/repo.ts";
import { useTempFolder } from "../../temp.ts";
import { knowing, noSshd, type SshServer, serveSsh } from "../servers/serve-ssh.ts";
import { createBare, failureOf, openDevice } from "./device.ts";

const keygen = (...args: string[]): string =>
  execFileSync("ssh-keygen", args, { encoding: "utf8", stdio: "pipe" });

async function start() {
  const bare = createBare();
  createRepo().git("push", "-q", bare.path, "main");
  const server = await serveSsh();
  onTestFinished(() => server.close());
  const folder = useTempFolder();
  mkdirSync(join(folder, ".ssh"));
  return { bare, server, home: folder, ssh: (name: string) => join(folder, ".ssh", name) };
}

/** With the system's ssh, and where there is none. */
const ways = [
  { way: "by the system's ssh", env: {} },
  { way: "by ssh2", env: { PATH: "/nonexistent", GIT_SSH_COMMAND: "" } },
];

describe.skipIf(noSshd).each(ways)("the key of an ssh server, $way", ({ env }) => {
  const refsWith = async (server: SshServer, path: string, home: string) => {
    const settings = { sshKey: server.keyFile };
    const device = await openDevice(server.url(path), {
      env: { ...knowing(home), ...env },
      settings,
    });
    return device.remote.refs();
  };

  test("that is unknown is shown, and never trusted by itself", async () => {
    const { bare, server, home, ssh } = await start();
    const failure = await failureOf(refsWith(server, bare.path, home));
    expect(failure.reason).toBe("host-key");
    expect(failure.message).toContain(server.fingerprint);
    expect(failure.fix).toMatch(
      new RegExp(`ssh-keyscan -p ${server.port} 127.0.0.1 >> /.*/.ssh/known_hosts`),
    );
    expect(existsSync(ssh("known_hosts"))).toBe(false);
    expect(server.log()).not.toContain("Accepted publickey");
  });

  test("that has changed, or is revoked, is refused", async () => {
    const { bare, server, home, ssh } = await start();
    const [host = "", type = "", key = ""] = readFileSync(server.knownHosts, "utf8").split(" ");
    const another = key.replace(/.{4}$/, key.endsWith("AAAA") ? "BBBB" : "AAAA");
    writeFileSync(ssh("known_hosts"), `${host} ${type} ${another}\n`);
    expect(await failureOf(refsWith(server, bare.path, home))).toMatchObject({
      reason: "host-key",
      message: expect.stringContaining("another key than the known one"),
    });
    writeFileSync(ssh("known_hosts"), `${host} ${type} ${key}\n@revoked * ${type} ${key}\n`);
    expect(await failureOf(refsWith(server, bare.path, home))).toMatchObject({
      reason: "host-key",
      message: expect.stringContaining("revoked"),
    });
  });

  test("is found under a hashed name", async () => {
    const { bare, server, home, ssh } = await start();
    writeFileSync(ssh("known_hosts"), readFileSync(server.knownHosts));
    keygen("-H", "-f", ssh("known_hosts"));
    expect(readFileSync(ssh("known_hosts"), "utf8")).toContain("|1|");
    expect((await refsWith(server, bare.path, home)).head).toBe("main");
  });
});

describe.skipIf(noSshd)("~/.ssh", () => {
  test("has keys and known hosts for ssh2", async () => {
    const { bare, server, home, ssh } = await start();
    writeFileSync(ssh("known_hosts"), readFileSync(server.knownHosts));
    keygen("-q", "-t", "ecdsa", "-N", "", "-f", ssh("id_ecdsa"));
    server.authorize(ssh("id_ecdsa.pub"));
    const device = await openDevice(server.url(bare.path), {
      env: { HOME: home, PATH: "/nonexistent" },
    });
    expect((await device.remote.refs()).head).toBe("main");
  });

  const openConfigured = async (text: string, path: string, config: string) => {
    writeFileSync(config, text);
    // OpenSSH takes the home folder from the system's list of users, not from HOME
    const env = { GIT_SSH_COMMAND: `ssh -F ${config}` };
    return (await openDevice(`board-1:${path}`, { env })).remote;
  };
  const hostLines = (server: SshServer) =>
    `HostName 127.0.0.1\n  Port ${server.port}\n  User ${server.user}\n  IdentityFile "${server.keyFile}"\n`;

  test("has a configuration, which the system's ssh follows, also through another host", async () => {
    const { bare, server, ssh } = await start();
    const text = `Host *\n  UserKnownHostsFile ${server.knownHosts}\n  ${hostLines(server)}`;
    const remote = await openConfigured(text, bare.path, ssh("config"));
    expect(remote.url).toBe(`board-1:${bare.path}`);
    expect((await remote.refs()).head).toBe("main");
    const logins = () => server.log().match(/Accepted publickey/g)?.length ?? 0;
    const before = logins();
    const jump = `ProxyCommand ssh -F ${ssh("config")} -o ProxyCommand=none -W %h:%p gate`;
    const through = await openConfigured(`${text}  ${jump}\n`, bare.path, ssh("config"));
    expect((await through.refs()).head).toBe("main");
    expect(logins() - before).toBe(2);
  });

  test("makes no host known by itself, whatever its configuration says", async () => {
    const { bare, server, ssh } = await start();
    const known = ssh("none");
    const text = `Host *\n  StrictHostKeyChecking no\n  UserKnownHostsFile ${known}\n  ${hostLines(server)}`;
    const remote = await openConfigured(text, bare.path, ssh("config"));
    expect(await failureOf(remote.refs())).toMatchObject({
      reason: "host-key",
      message: expect.stringContaining(server.fingerprint),
      fix: expect.stringContaining(`\`ssh-keyscan -p ${server.port} 127.0.0.1 >> `),
    });
    expect(existsSync(known)).toBe(false);
  });
});

describe.skipIf(noSshd).each(ways)("our own keys, $way", ({ env }) => {
  test("that the server does not know, or that have a passphrase, are named", async () => {
    const { bare, server, ssh } = await start();
    keygen("-q", "-t", "ed25519", "-N", "secret", "-f", ssh("locked"));
    keygen("-q", "-t", "ed25519", "-N", "", "-f", ssh("stranger"));
    const failureWith = async (sshKey: string) => {
      const own = { ...knowing(server.folder), ...env };
      const device = await openDevice(server.url(bare.path), { env: own, settings: { sshKey } });
      return failureOf(device.remote.refs());
    };
    const locked = await failureWith(ssh("locked"));
    expect(locked).toMatchObject({
      reason: "auth",
      message: expect.stringContaining(`no key of ours in as "${server.user}"`),
      fix: expect.stringContaining("ssh-add"),
    });
    if (env.PATH !== undefined) {
      expect(locked.message).toContain(`${ssh("locked")} has a passphrase`);
    }
    expect(await failureWith(ssh("stranger"))).toMatchObject({ reason: "auth" });
    expect(await failureWith(ssh("none"))).toMatchObject({
      reason: "auth",
      message: expect.stringContaining(`the key ${ssh("none")} (the setting sync.sshKey)`),
    });
    expect(await failureWith(ssh("stranger.pub"))).toMatchObject({ reason: "auth" });
  });

  test("may be held by an agent, even where the file has a passphrase", async () => {
    const { bare, server, ssh } = await start();
    const socket = ssh("agent.sock");
    const agent: ChildProcess = spawn("ssh-agent", ["-D", "-a", socket], { stdio: "ignore" });
    onTestFinished(() => void agent.kill());
    for (let wait = 0; wait < 100 && !existsSync(socket); wait++) await sleep(20);
    execFileSync("ssh-add", ["-q", server.keyFile], {
      env: { ...process.env, SSH_AUTH_SOCK: socket },
      stdio: "pipe",
    });
    const device = await openDevice(server.url(bare.path), {
      env: { ...knowing(server.folder), ...env, SSH_AUTH_SOCK: socket },
    });
    expect((await device.remote.refs()).head).toBe("main");
  });
});

describe.skipIf(noSshd).each(ways)("an ssh connection, $way", ({ env }) => {
  const openWith = (server: SshServer, path: string, timeoutMs = 20_000) =>
    openDevice(server.url(path), {
      env: { ...knowing(server.folder), ...env },
      settings: { sshKey: server.keyFile, timeoutMs },
    });

  test("runs no command that a path might hold", async () => {
    const { server, home } = await start();
    const trap = join(home, "trap");
    for (const path of [
      `/x';touch ${trap};'`,
      `/$(touch ${trap})`,
      `/x\`touch ${trap}\``,
      `/!x"; touch ${trap} #`,
    ]) {
      const device = await openWith(server, encodeURI(path));
      expect((await failureOf(device.remote.refs())).reason).toBe("gone");
    }
    expect(existsSync(trap)).toBe(false);
  });

  test("that drops in the middle leaves nothing behind, and the next round succeeds", async () => {
    const { bare, server } = await start();
    const device = await openWith(server, bare.path);
    const tip = (await device.remote.refs()).branches.get("main") ?? "";
    server.drop();
    expect((await failureOf(device.remote.fetch(tip))).reason).toBe("network");
    expect(await device.pull()).toBe(tip);
    device.repo.git("reset", "-q", "--hard", tip);
    device.repo.fsck();
  });

  test("is refused in words where nothing listens, or nothing answers", async () => {
    const { bare, server } = await start();
    const closed = await openDevice(`ssh://git@127.0.0.1:9${bare.path}`, { env });
    expect(await failureOf(closed.remote.refs())).toMatchObject({
      reason: "network",
      message: expect.stringContaining("nothing answers there"),
    });
    const nowhere = await openDevice("git@nowhere.invalid:m.git", { env });
    expect(await failureOf(nowhere.remote.refs())).toMatchObject({
      reason: "network",
      message: expect.stringContaining("its host is not found"),
    });
    writeFileSync(join(bare.path, "hang"), "");
    const device = await openWith(server, bare.path, 1);
    expect((await failureOf(device.remote.refs())).reason).toBe("timeout");
  });
});

test("a silent ssh is killed with all that it started", async () => {
  const folder = useTempFolder();
  const program = join(folder, "ssh");
  const text = `#!/bin/sh\ntrap "" TERM\nsleep 3600 &\necho $$ $! > ${folder}/pids\nwait\n`;
  writeFileSync(program, text, { mode: 0o755 });
  const device = await openDevice("git@host:m.git", {
    env: { GIT_SSH: program },
    settings: { timeoutMs: 500 },
  });
  expect((await failureOf(device.remote.refs())).reason).toBe("timeout");
  await sleep(100);
  for (const pid of readFileSync(join(folder, "pids"), "utf8").split(/\s/).filter(Boolean)) {
    expect(stateOf(pid)).not.toMatch(/^[RSD]/);
  }
});

/** A letter of /proc; empty where there is no such process. */
function stateOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "");
  } catch {
    return "";
  }
}
