import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createBare, createOwn, createPair, expectSame, list } from "../../sync/devices.ts";
import { createRepo, openRepo } from "../../sync/repo.ts";
import { syncRequest } from "../../sync/sync-request.ts";
import { useTempFolder } from "../../temp.ts";
import { noSshd, type SshServer, serveSsh, sshCommand } from "../servers/serve-ssh.ts";
import { clean, failureAt, failureOf } from "./device.ts";

const keygen = (...args: string[]): string =>
  execFileSync("ssh-keygen", args, { encoding: "utf8", stdio: "pipe" });

async function start() {
  const bare = openRepo(createBare());
  createRepo().git("push", "-q", bare.root, "main");
  const server = await serveSsh();
  onTestFinished(() => server.close());
  const folder = useTempFolder();
  mkdirSync(join(folder, ".ssh"));
  return { bare, server, ssh: (name: string) => join(folder, ".ssh", name) };
}

/** Why a device fails that knows these hosts and has this key. */
function failureWith(
  server: SshServer,
  path: string,
  {
    knownHosts = server.knownHosts,
    keyFile = server.keyFile,
  }: { readonly knownHosts?: string; readonly keyFile?: string } = {},
) {
  return failureAt(server.url(path), { GIT_SSH_COMMAND: sshCommand({ knownHosts, keyFile }) });
}

test.skipIf(noSshd === undefined)(`ssh: ${noSshd}`, () => undefined);

test.skipIf(noSshd)(
  "devices sync over the system's ssh, and hear of a repository that is gone",
  async () => {
    const { server } = await start();
    const bare = openRepo(createBare());
    const env = { PATH: process.env.PATH, GIT_SSH_COMMAND: sshCommand(server) };
    const url = server.url(bare.root);
    const { laptop, board } = await createPair({ "topics/häuser.md": list("a") }, url, env);
    laptop.append("topics/häuser.md", list("laptop"));
    board.append("topics/häuser.md", list("board"));
    await expectSame([laptop, board], ["a", "laptop", "board"]);
    bare.fsck();
    board.git("remote", "set-url", "origin", `${url}-none`);
    expect((await failureOf(board.sync())).reason).toBe("gone");
  },
);

test.skipIf(noSshd)(
  "a server's key that is unknown, changed or revoked is not trusted",
  async () => {
    const { bare, server, ssh } = await start();
    const [host = "", type = "", key = ""] = readFileSync(server.knownHosts, "utf8").split(" ");
    const another = key.replace(/.{4}$/, key.endsWith("AAAA") ? "BBBB" : "AAAA");
    writeFileSync(ssh("changed"), `${host} ${type} ${another}\n`);
    writeFileSync(ssh("revoked"), `${host} ${type} ${key}\n@revoked * ${type} ${key}\n`);
    for (const name of ["changed", "revoked", "unknown"]) {
      const { reason } = await failureWith(server, bare.root, { knownHosts: ssh(name) });
      expect(reason, name).toBe("host-key");
    }
    expect(existsSync(ssh("unknown"))).toBe(false);
    expect(server.log()).not.toContain("Accepted publickey");
  },
);

test.skipIf(noSshd)(
  "our keys that the server does not know, or with a passphrase, are named",
  async () => {
    const { bare, server, ssh } = await start();
    keygen("-q", "-t", "ed25519", "-N", "secret", "-f", ssh("locked"));
    keygen("-q", "-t", "ed25519", "-N", "", "-f", ssh("stranger"));
    for (const name of ["locked", "stranger", "none"]) {
      const failure = await failureWith(server, bare.root, { keyFile: ssh(name) });
      expect(failure, name).toMatchObject({
        reason: "auth",
        fix: expect.stringContaining("ssh-add"),
      });
    }
  },
);

test("a silent ssh is killed with all that it started", async () => {
  const folder = useTempFolder();
  const program = join(folder, "ssh");
  const text = `#!/bin/sh\ntrap "" TERM\nsleep 3600 &\necho $$ $! > ${folder}/pids\nwait\n`;
  writeFileSync(program, text, { mode: 0o755 });
  const device = await createOwn("laptop", "git@host:m.git");
  const env = { ...clean, GIT_SSH: program };
  const settings = { ...syncRequest("").settings, timeoutMs: 2_000 };
  expect((await failureOf(device.sync({ env, settings }))).reason).toBe("network");
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
